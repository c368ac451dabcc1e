import SkiGeo
import SkiGraph
import SkiModel

/// A run that leaves a node, looked at as far as a skier looks.
struct Branch {
  /// How far a skier looks at a fork, metres.
  static let lookMetres = 50.0
  /// How far where two runs part slowly, metres.
  static let farMetres = 100.0
  /// What ends sooner is no run to be mistaken for one's own, metres.
  static let leastMetres = 60.0
  /// How many links are followed at most.
  private static let linkLimit = 12

  let feature: FeatureIndex
  let sign: RunSign
  /// Whether it leads across an area, where nobody can tell a direction.
  let isCrossing: Bool
  /// Its places from the node on, with metres along the map to each.
  private(set) var places: [Coordinate] = []
  private(set) var metres: [Double] = []
  /// Metres it rises over the first ``lookMetres``; nil where heights are unknown.
  private(set) var riseMetres: Double?

  /// Follows an edge of a run; nil for anything but a run of today that can be taken for one's own.
  /// - Complexity: O(points within ``farMetres``).
  init?(_ edge: EdgeIndex, graph: RoutingGraph) {
    let link = graph.link(graph.link(of: edge))
    guard link.kind == .run, let index = link.feature, !link.flags.contains(.optIn) else { return nil }
    let facts = graph.feature(index)
    feature = index
    isCrossing = link.flags.contains(.areaCrossing) || link.cause == .areaCrossing
    sign = RunSign(
      name: SpokenName.of(facts.name), refs: SpokenName.of(facts.refs), difficulty: link.difficulty,
      isEstimated: link.flags.contains(.difficultyEstimated),
      convention: DifficultyConvention(code: graph.conventionCode(ofLink: graph.link(of: edge).position))
        ?? .europe)
    follow(edge, link, graph)
    guard let length = metres.last, length >= Self.leastMetres else { return nil }
    if riseMetres == nil, graph.isReversed(edge), link.allowsForward { return nil }
  }

  private mutating func follow(_ first: EdgeIndex, _ firstLink: GraphLink, _ graph: RoutingGraph) {
    var (edge, link) = (first, firstLink)
    let start = graph.point(graph.tail(first)).elevationMetres
    for _ in 0..<Self.linkLimit {
      let isReversed = graph.isReversed(edge)
      let total = link.distancesCentimetres.last ?? 0
      let before = metres.last ?? 0
      for index in isReversed ? Array(link.points.indices.reversed()) : Array(link.points.indices) {
        let along = isReversed ? total - link.distancesCentimetres[index] : link.distancesCentimetres[index]
        if !metres.isEmpty, along == 0 { continue }
        places.append(link.points[index].coordinate)
        metres.append(before + Double(along) / 100)
        let height = link.points[index].elevationMetres
        if riseMetres == nil, (metres.last ?? 0) >= Self.lookMetres, let start, let height {
          riseMetres = height - start
        }
      }
      guard (metres.last ?? 0) < Self.farMetres, let next = Self.next(after: edge, feature, graph) else {
        return
      }
      (edge, link) = (next, graph.link(graph.link(of: next)))
    }
  }

  /// The next edge of the same run, else the only run that goes on.
  private static func next(after edge: EdgeIndex, _ feature: FeatureIndex, _ graph: RoutingGraph)
    -> EdgeIndex?
  {
    var only: EdgeIndex?
    var count = 0
    for position in graph.edges(from: graph.head(edge)) {
      let next = EdgeIndex(position)
      guard graph.link(of: next) != graph.link(of: edge) else { continue }
      let link = graph.link(of: next).position
      guard graph.storage.linkKind[link] == LinkKind.run.code else { continue }
      if graph.storage.linkFeature[link] == feature.rawValue { return next }
      (only, count) = (next, count + 1)
    }
    return count == 1 ? only : nil
  }

  /// Returns where it is after so many metres, or where it ends.
  func place(at along: Double) -> Coordinate? {
    guard let last = places.last else { return nil }
    for index in metres.indices.dropFirst() where metres[index] >= along {
      let length = metres[index] - metres[index - 1]
      let share = length > 0 ? max(0, min(1, (along - metres[index - 1]) / length)) : 0
      return places[index - 1].towards(places[index], share)
    }
    return last
  }
}
