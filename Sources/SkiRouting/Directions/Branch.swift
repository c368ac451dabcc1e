import SkiBase
import SkiGraph

/// A run that leaves a node, followed as far as a skier sees.
struct Branch {
  /// The distance at which directions are compared, in metres.
  static let bearingMetres = 50.0
  /// The distance for runs that diverge slowly, in metres.
  static let farMetres = 100.0
  /// The minimum length of a run that can be confused with the route, in metres.
  static let leastMetres = 60.0
  /// The maximum number of links followed.
  private static let linkLimit = 12

  let feature: FeatureIndex
  let sign: RunSign
  /// Indicates whether it crosses an area, where it has no clear direction.
  let isCrossing: Bool
  /// The coordinates from the node on.
  private(set) var places: [Coordinate] = []
  /// The horizontal distance to each coordinate, in metres.
  private(set) var metres: [Double] = []
  /// The rise over the first ``lookMetres``, in metres; nil where elevations are unknown.
  private(set) var riseMetres: Double?

  /// Follows an edge of a run; nil for other links, opt-in runs, short runs, and against the direction of a run without
  /// elevations.
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
        if riseMetres == nil, (metres.last ?? 0) >= Self.bearingMetres, let start, let height {
          riseMetres = height - start
        }
      }
      guard (metres.last ?? 0) < Self.farMetres, let next = Self.next(after: edge, feature, graph) else {
        return
      }
      (edge, link) = (next, graph.link(graph.link(of: next)))
    }
  }

  /// Returns the next edge of the same run, or else of the only run that continues.
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

  /// Returns the coordinate at a distance in metres, or at the end.
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
