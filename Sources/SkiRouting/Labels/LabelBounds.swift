import SkiGeo
import SkiGraph

/// The lower bounds of the rest of a path from each node to the end, for each lane separately.
///
/// A label is pruned when its vector joined with these is dominated by a path already found.
struct LabelBounds {
  private var vectors: [LabelVector]

  subscript(node: Int) -> LabelVector { node < vectors.count ? vectors[node] : .zero }

  /// Returns whether the end can be reached from a node.
  func reaches(_ node: Int) -> Bool { vectors[node][0] != .max }

  /// Computes the bounds by a backward search for each lane.
  /// - Parameters:
  ///   - graph: The reversed graph.
  ///   - rules: The lower bounds of edges.
  ///   - lanes: The lanes with bounds; the others stay 0.
  ///   - targets: The last nodes, each with the lower bound from there.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*) per lane.
  init<Rules: LabelRules>(
    _ graph: ReversedGraph, rules: Rules, lanes: [Int], targets: [LabelEnd]
  ) throws(SkiError) {
    vectors = [LabelVector](repeating: .zero, count: graph.flat.nodeCount)
    for lane in lanes {
      let isMaximum = rules.maximumLanes[lane] != 0
      let least = try Self.least(graph, rules, lane, isMaximum, targets)
      for (node, value) in least.enumerated() {
        vectors[node][lane] = value
        if value == .max { vectors[node][0] = .max }
      }
    }
  }

  private static func least<Rules: LabelRules>(
    _ graph: ReversedGraph, _ rules: Rules, _ lane: Int, _ isMaximum: Bool, _ targets: [LabelEnd]
  ) throws(SkiError) -> [UInt32] {
    let limit = WorkLimit.current
    var settled = 0
    var search = DistanceSearch([UInt32](repeating: .max, count: graph.flat.nodeCount))
    for target in targets { search.relax(target.node.position, at: target.vector[lane]) }
    while let (node, value) = search.settle() {
      settled += 1
      if settled & 0xFFF == 0 { try limit.check() }
      for edge in graph.flat.edges(from: node) {
        guard let step = rules.least(Int(graph.edges[edge])) else { continue }
        let total = isMaximum ? max(value, step[lane]) : value + step[lane]
        if total < 1 << 31 { search.relax(Int(graph.flat.head[edge]), at: total) }
      }
    }
    return search.costs
  }
}
