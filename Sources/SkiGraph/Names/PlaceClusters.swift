import SkiGeo
import SkiModel

/// Joins features of one kind and name within 500 m into places.
struct PlaceClusters {
  static let reachMetres = 500.0
  let graph: RoutingGraph

  /// Returns the places some features make, in the order of their first features.
  /// - Complexity: O(*k*²) in features of one name.
  func places(_ features: [FeatureIndex], end: PlaceQuery.End?) -> [Place] {
    var groups: [Key: [(FeatureIndex, GraphFeature)]] = [:]
    var order: [Key] = []
    for index in Set(features).sorted() {
      let feature = graph.feature(index)
      let key = Key(kind: feature.kind, name: feature.name.map(NameFolding.fold) ?? feature.id.rawValue)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append((index, feature))
    }
    return order.flatMap { key in Self.linked(groups[key] ?? []).map { place($0, end: end) } }
  }

  private struct Key: Hashable {
    var kind: FeatureKind
    var name: String
  }

  /// Splits features into groups in which each is within reach of another one.
  private static func linked(_ members: [(FeatureIndex, GraphFeature)]) -> [[(FeatureIndex, GraphFeature)]] {
    var rest = members
    var groups: [[(FeatureIndex, GraphFeature)]] = []
    while let first = rest.first {
      rest.removeFirst()
      var group = [first]
      var position = 0
      while position < group.count {
        let centre = group[position].1
        let near = rest.filter { gapMetres(centre, $0.1) <= reachMetres }
        rest.removeAll { gapMetres(centre, $0.1) <= reachMetres }
        group += near
        position += 1
      }
      groups.append(group.sorted { $0.0 < $1.0 })
    }
    return groups
  }

  /// The least distance between the ends of two features.
  private static func gapMetres(_ a: GraphFeature, _ b: GraphFeature) -> Double {
    let pairs = [(a.start, b.start), (a.start, b.end), (a.end, b.start), (a.end, b.end)]
    return pairs.map { $0.0.coordinate.distanceMetres(to: $0.1.coordinate) }.min() ?? .infinity
  }

  private func place(_ members: [(FeatureIndex, GraphFeature)], end: PlaceQuery.End?) -> Place {
    let operating = members.filter { $0.1.startNode != nil || $0.1.endNode != nil }
    let candidates = (operating.isEmpty ? members : operating).flatMap { index, feature in
      Self.ends(feature, asked: end).map { (index: index, feature: feature, point: $0.point, node: $0.node) }
    }
    let wantsHighest = end == .top || (end == nil && members[0].1.kind == .run)
    var best = candidates[0]
    for candidate in candidates.dropFirst() {
      guard let height = candidate.point.elevationCentimetres else { continue }
      let reference = best.point.elevationCentimetres ?? (wantsHighest ? .min : .max)
      if wantsHighest ? height > reference : height < reference { best = candidate }
    }
    return Place(
      kind: best.feature.kind, name: best.feature.name, feature: best.index, features: members.map(\.0),
      point: best.point, node: best.node)
  }

  /// The ends of a feature that may be meant: its start unless an end was asked for.
  private static func ends(
    _ feature: GraphFeature, asked: PlaceQuery.End?
  ) -> [(point: GraphPoint, node: NodeIndex?)] {
    let start = (feature.start, feature.startNode)
    let end = (feature.end, feature.endNode)
    guard let asked else { return [start] }
    if let low = feature.start.elevationCentimetres, let high = feature.end.elevationCentimetres {
      return [(low < high) == (asked == .bottom) ? start : end]
    }
    // Without heights a lift starts at its bottom and a run at its top.
    return [(feature.kind == .run) == (asked == .top) ? start : end]
  }
}
