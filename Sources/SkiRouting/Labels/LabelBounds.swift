import SkiGeo
import SkiGraph

/// The least that is still to come from each node to the end, in each lane by itself.
///
/// No way on costs less in any lane, so that a label whose lanes with these are beaten by a way already found leads nowhere.
struct LabelBounds {
  private var vectors: [LabelVector]

  subscript(node: Int) -> LabelVector { node < vectors.count ? vectors[node] : .zero }

  /// Whether there is any way on to the end.
  func reaches(_ node: Int) -> Bool { vectors[node][0] != .max }

  /// Finds the bounds by a search backwards for each lane that counts.
  /// - Parameters:
  ///   - graph: The graph turned round.
  ///   - rules: What edges add at least.
  ///   - lanes: The lanes that count; the others stay 0.
  ///   - targets: The nodes the end is reached from, each with the least from there.
  /// - Complexity: O((*n* + *m*) log *m*) a lane.
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
    for target in targets { search.offer(target.node.position, at: target.vector[lane]) }
    while let (node, value) = search.settle() {
      settled += 1
      if settled & 0xFFF == 0 { try limit.check() }
      for edge in graph.flat.edges(from: node) {
        guard let step = rules.least(Int(graph.edges[edge])) else { continue }
        let total = isMaximum ? max(value, step[lane]) : value + step[lane]
        if total < 1 << 31 { search.offer(Int(graph.flat.head[edge]), at: total) }
      }
    }
    return search.prices
  }
}
