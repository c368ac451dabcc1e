import SkiBase
import SkiGraph

/// Synthetic elevations for nodes of a map without: lifts rise, runs descend.
///
/// They give the simulated barometer plausible values. Known elevations are kept. **Method:** least squares over the
/// links by Gauss–Seidel iteration, each link having a nominal gradient of its kind.
enum SyntheticElevations {
  /// The nominal gradients of links in their direction.
  private static let liftGradient = 0.28
  private static let runGradient = -0.17
  private static let sweeps = 120

  /// Returns elevations in metres by node.
  /// - Complexity: O(*m*) in links where any is unknown, else O(*n*) in nodes.
  static func nodes(of graph: RoutingGraph) -> [Double] {
    let known = (0..<graph.nodeCount).map { graph.point(NodeIndex($0)).elevationMetres }
    let unknown = known.indices.filter { known[$0] == nil }
    var heights = known.map { $0 ?? 1500 }
    guard !unknown.isEmpty else { return heights }
    let rises = nominalRises(of: graph)
    for _ in 0..<sweeps {
      for node in unknown where !rises[node].isEmpty {
        let sum = rises[node].reduce(0) { $0 + heights[$1.other] - $1.rise }
        heights[node] = sum / Double(rises[node].count)
      }
    }
    return heights
  }

  /// Returns for each node its neighbours with the nominal rise to each, in metres.
  private static func nominalRises(of graph: RoutingGraph) -> [[(other: Int, rise: Double)]] {
    var rises = [[(other: Int, rise: Double)]](repeating: [], count: graph.nodeCount)
    for position in 0..<graph.linkCount {
      let link = LinkIndex(position)
      let (tail, head) = (Int(graph.storage.linkTail[position]), Int(graph.storage.linkHead[position]))
      guard tail != head else { continue }
      let forward = graph.edge(of: link, reversed: false) != nil
      let backward = graph.edge(of: link, reversed: true) != nil
      let metres = Double(graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]) / 100
      let gradient =
        switch LinkKind(code: graph.storage.linkKind[position]) {
        case .lift: forward ? liftGradient : -liftGradient
        case .run where forward != backward: forward ? runGradient : -runGradient
        default: 0.0
        }
      rises[tail].append((head, gradient * metres))
      rises[head].append((tail, -gradient * metres))
    }
    return rises
  }
}
