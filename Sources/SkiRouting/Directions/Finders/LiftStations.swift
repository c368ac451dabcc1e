import SkiBase
import SkiGraph

/// The stations a ride passes, and the one it ends at.
struct LiftStations {
  /// The names of the passed stations, in order; nil for an unnamed one.
  private(set) var passed: [String?] = []
  /// The exit, when it is an intermediate station.
  private(set) var exit: LiftRide.Exit?

  /// Computes the stations of a ride.
  ///
  /// A lift has one link for each pair of its stations, so that a ride is one edge.
  /// - Complexity: O(*l*²) in the stations of the lift, and O(*f*) in all features when it has intermediate stations.
  init(_ step: RouteStep, _ graph: RoutingGraph) {
    guard let feature = step.feature, let first = step.edges.first, let last = step.edges.last else { return }
    var places: [UInt32: NodeIndex] = [:]
    for position in graph.links(of: feature) {
      let link = LinkIndex(position)
      places[graph.storage.linkStartOffset[position]] = NodeIndex(graph.storage.linkTail[link.position])
      places[graph.storage.linkEndOffset[position]] = NodeIndex(graph.storage.linkHead[link.position])
    }
    let order = places.keys.sorted()
    guard order.count > 2, let (from, to) = Self.offsets(first, last, graph) else { return }
    let between = order.filter { $0 > min(from, to) && $0 < max(from, to) }
    let nodes = (from <= to ? between : between.reversed()).compactMap { places[$0] }
    let ends = [order.first, order.last].compactMap(\.self)
    let names = Self.names(of: feature, graph)
    passed = nodes.map { names[$0] }
    if !ends.contains(to) { exit = .middle(names[graph.head(last)]) }
  }

  /// Returns the offsets along the lift at which a ride starts and ends, in centimetres; nil when they are equal.
  private static func offsets(_ first: EdgeIndex, _ last: EdgeIndex, _ graph: RoutingGraph) -> (
    UInt32, UInt32
  )? {
    let (a, b) = (graph.link(of: first).position, graph.link(of: last).position)
    let storage = graph.storage
    let start = graph.isReversed(first) ? storage.linkEndOffset[a] : storage.linkStartOffset[a]
    let end = graph.isReversed(last) ? storage.linkStartOffset[b] : storage.linkEndOffset[b]
    return start == end ? nil : (start, end)
  }

  private static func names(of lift: FeatureIndex, _ graph: RoutingGraph) -> [NodeIndex: String] {
    var names: [NodeIndex: String] = [:]
    for position in 0..<graph.featureCount where FeatureKind(code: graph.kindCode(of: position)) == .station {
      let station = graph.feature(FeatureIndex(position))
      if station.parent == lift, let node = station.startNode, let name = station.name { names[node] = name }
    }
    return names
  }
}
