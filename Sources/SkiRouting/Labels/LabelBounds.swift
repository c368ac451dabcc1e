import SkiBase
import SkiGraph

/// The lower bounds of the rest of a path from each node to the end, for each criterion separately.
///
/// A label is pruned when its costs joined with these are dominated by a path already found.
struct LabelBounds {
  /// The least first criterion; `UInt32.max` where the end cannot be reached.
  private(set) var first: [UInt32]
  /// The other criteria.
  private(set) var rest: [UInt64]

  /// Computes the bounds by a backward search for each criterion.
  /// - Parameters:
  ///   - graph: The reversed graph.
  ///   - steps: The lower bounds of edges.
  ///   - sums: The summed criteria beside the first to bound; others stay 0.
  ///   - maxima: The maximised criteria to bound.
  ///   - targets: The last nodes, each with the lower bound from there.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*) for each criterion that any edge or target has.
  init(
    _ graph: ReversedGraph, steps: LabelSteps, sums: [LabelField], maxima: [LabelField], targets: [LabelEnd]
  ) throws(SkiError) {
    let turned = LabelSteps(steps, edges: graph.edges)
    first = try Self.least(
      graph.flat, targets, { $0.first }, { UInt64(turned.first[$0]) }, turned, { $0 &+ $1 })
    rest = [UInt64](repeating: 0, count: first.count)
    let present = targets.reduce(turned.rest.reduce(0, |)) { $0 | $1.rest }
    for field in sums + maxima where field.value(in: present) != 0 {
      let isMaximum = maxima.contains { $0.shift == field.shift }
      let cost = { (edge: Int) in field.value(in: turned.rest[edge]) }
      let atTarget = { (end: LabelEnd) in UInt32(field.value(in: end.rest)) }
      let least =
        isMaximum
        ? try Self.least(graph.flat, targets, atTarget, cost, turned, { max($0, $1) })
        : try Self.least(graph.flat, targets, atTarget, cost, turned, { $0 &+ $1 })
      for node in least.indices where least[node] != .max { rest[node] |= field.placed(UInt64(least[node])) }
    }
  }

  @inline(__always)
  private static func least(
    _ graph: FlatGraph, _ targets: [LabelEnd], _ atTarget: (LabelEnd) -> UInt32, _ cost: (Int) -> UInt64,
    _ steps: LabelSteps, _ join: (UInt64, UInt64) -> UInt64
  ) throws(SkiError) -> [UInt32] {
    let limit = WorkLimit.current
    var settled = 0
    var search = DistanceSearch([UInt32](repeating: .max, count: graph.nodeCount))
    for target in targets { search.relax(target.node.position, at: atTarget(target)) }
    while let (node, value) = search.settle() {
      settled += 1
      if settled & 0xFFF == 0 { try limit.check() }
      for edge in graph.edges(from: node) where steps.first[edge] != .max {
        let total = join(UInt64(value), cost(edge))
        if total < 1 << 31 { search.relax(Int(graph.head[edge]), at: UInt32(total)) }
      }
    }
    return search.costs
  }
}

/// The lower bounds of the costs of edges.
struct LabelSteps {
  /// The first criterion; `UInt32.max` where an edge may not be used.
  var first: [UInt32]
  /// The other criteria.
  var rest: [UInt64]

  init(first: [UInt32], rest: [UInt64]) { (self.first, self.rest) = (first, rest) }

  /// Creates the bounds in the order of some edges.
  init(_ other: LabelSteps, edges: [UInt32]) {
    first = edges.map { other.first[Int($0)] }
    rest = edges.map { other.rest[Int($0)] }
  }
}
