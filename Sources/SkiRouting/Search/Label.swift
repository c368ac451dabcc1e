import SkiBase
import SkiGraph

/// A path to a node that no other known path to it dominates.
struct Label: BitwiseCopyable {
  /// The criterion by which labels are extended, less is better.
  var first: UInt32 = 0
  /// The cost that only decides between labels equal in all criteria.
  var tie: UInt32 = 0
  /// The other criteria in one word, see ``LabelFields``.
  var rest: UInt64 = 0
  var node: UInt32 = 0
  /// The label before it; `UInt32.max` for a start.
  var parent: UInt32 = .max
  /// The last edge; for a start or an end, its position.
  var arc: UInt32 = 0
  /// The state after the path, which other labels of the node may have to pay for; 0 without one.
  var state: UInt32 = 0
}

/// A field of a word of criteria: its least bit and its width; the bit above it is its guard.
struct LabelField {
  let shift: UInt64
  let width: UInt64

  /// The greatest value.
  var greatest: UInt64 { 1 << width - 1 }

  /// Returns a value at its place; a greater one than the greatest becomes the greatest.
  @inline(__always) func placed(_ value: UInt64) -> UInt64 { min(value, greatest) << shift }

  /// Returns the value in a word.
  @inline(__always) func value(in word: UInt64) -> UInt64 { word >> shift & greatest }

  /// Returns the value whose first `count` bits are set: maxima of such values are unions.
  @inline(__always) func unary(_ count: Int) -> UInt64 { placed(1 << min(UInt64(count), width) - 1) }
}

/// The layout of several criteria in one word: summed ones, and maximised ones as unary numbers, each below a guard bit
/// that is 0.
///
/// One subtraction compares all criteria: with the guards of the minuend set, no field borrows from the next, and the
/// guard of each field that is at most the minuend's stays set.
///
/// **Source:** Lamport 1975, "Multiple byte processing with full-word instructions".
struct LabelFields {
  /// The bits of the summed fields.
  private let sums: UInt64
  /// The bits of the maximised fields.
  private let maxima: UInt64
  /// The guard bits.
  let guards: UInt64

  init(sums: [LabelField], maxima: [LabelField]) {
    self.sums = sums.reduce(0) { $0 | $1.greatest << $1.shift }
    self.maxima = maxima.reduce(0) { $0 | $1.greatest << $1.shift }
    guards = (sums + maxima).reduce(0) { $0 | 1 << ($1.shift + $1.width) }
  }

  /// Returns the criteria of two consecutive sections; a sum beyond its field sets its guard.
  @inline(__always) func joined(_ a: UInt64, _ b: UInt64) -> UInt64 {
    ((a & sums) &+ (b & sums)) | (a | b) & maxima
  }

  /// Returns whether all sums fit their fields.
  @inline(__always) func isWithin(_ word: UInt64) -> Bool { word & guards == 0 }

  /// Returns whether the criteria of one word are at most those of another, both without guards.
  @inline(__always) func isAtMost(_ one: UInt64, _ other: UInt64) -> Bool {
    ((other | guards) &- one) & guards == guards
  }
}

/// The cost functions of a multicriteria search.
///
/// Dominance has to be preserved by extension: of two paths to a node, one that is nowhere worse stays so over any
/// further edge.
protocol LabelRules {
  /// The criteria beside the first.
  var fields: LabelFields { get }
  /// The criteria of paths at the end beside the first.
  var endFields: LabelFields { get }
  /// The price in ``fields`` that a label pays for the state of another; 0 without states.
  var stateUnit: UInt64 { get }
  /// Returns a label extended by an edge, with its costs and its state; nil when it is impassable.
  func extended(_ label: Label, along edge: Int) -> Label?
  /// Returns a label extended to a target; nil when it cannot be reached.
  func finished(_ label: Label, at target: Int) -> Label?
  /// Returns the lower bound of all paths that extend a label; nil when none reaches the end.
  func least(_ label: Label) -> LabelBound?
  /// Returns the order of a path at the end.
  func order(ofEnd label: Label) -> UInt64
}

/// The lower bound of the paths that extend a label.
struct LabelBound {
  /// The place in the search; no edge may decrease it. Of two labels of a node with one order, either may come first.
  var order: UInt64
  /// The criteria at the end beside the first, as ``LabelRules/endFields``.
  var rest: UInt64
}

extension LabelRules {
  var endFields: LabelFields { fields }
  var stateUnit: UInt64 { 0 }
}

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
