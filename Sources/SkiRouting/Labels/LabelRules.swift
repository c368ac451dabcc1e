/// The costs of a path in several criteria, one per lane, below 2³¹; less is better in each.
typealias LabelVector = SIMD8<UInt32>

/// A path to a node that no other known path to it dominates.
struct Label: BitwiseCopyable {
  var vector: LabelVector
  var node: UInt32
  /// The label before it; `UInt32.max` for a start.
  var parent: UInt32
  /// The last edge; for a start or an end, its position.
  var arc: UInt32
  /// The next label of the same node.
  var next: UInt32 = .max
  /// The state after the path; see ``LabelRules/state(_:after:)``.
  var state: UInt32 = 0
  /// Indicates whether another label dominates it.
  var isDominated = false
}

/// The cost functions of a multicriteria search.
///
/// Dominance has to be preserved by extension: of two paths to a node, one that is nowhere worse stays so over any
/// further edge. Lanes are summed, maximised, or follow FIFO times.
protocol LabelRules {
  /// Returns the lower bound of an edge's vector at any time; nil when it may not be used.
  func least(_ edge: Int) -> LabelVector?
  /// Returns the vector of a path extended by an edge; nil when it is impassable.
  func cost(_ edge: Int, after label: Label) -> LabelVector?
  /// Returns the vector of a path at a target; nil when it cannot be reached.
  func finish(_ target: Int, after label: Label) -> LabelVector?
  /// Returns the state after an edge.
  func state(_ edge: Int, after label: Label) -> UInt32
  /// Returns whether one label dominates another of the same node.
  func dominates(_ one: Label, _ other: Label) -> Bool
  /// Returns whether a path to the end dominates all that cost at least a vector.
  func dominates(end: LabelVector, atLeast least: LabelVector) -> Bool
  /// The lanes that are maximised; the others are summed.
  var maximumLanes: LabelVector { get }
  /// The lanes that only decide between vectors equal in all others.
  var tieLanes: LabelVector { get }
  /// Returns the priority of a vector in the search; no edge may decrease it.
  func key(_ vector: LabelVector) -> UInt64
}

extension LabelRules {
  var tieLanes: LabelVector { .zero }
  func state(_ edge: Int, after label: Label) -> UInt32 { 0 }
  @inline(__always) func dominates(_ one: Label, _ other: Label) -> Bool {
    dominates(one.vector, other.vector)
  }
  @inline(__always) func dominates(end: LabelVector, atLeast least: LabelVector) -> Bool {
    dominates(end, least)
  }

  /// Returns whether a vector is at most another in all lanes, and where equal no worse in the lanes that break ties.
  @inline(__always) func dominates(_ one: LabelVector, _ other: LabelVector) -> Bool {
    let isTie = tieLanes .!= 0
    let weighed = other.replacing(with: one, where: isTie)
    guard one.isAtMost(than: weighed) else { return false }
    return one.isAtMost(than: other) || one != weighed
  }

  /// Returns the vector of two consecutive sections.
  @inline(__always) func joined(_ a: LabelVector, _ b: LabelVector) -> LabelVector {
    let greatest = a.replacing(with: b, where: b .> a)
    return (a &+ b).replacing(with: greatest, where: maximumLanes .!= 0)
  }
}

extension LabelVector {
  @inline(__always) func isAtMost(than other: LabelVector) -> Bool { all(self .<= other) }

  /// Indicates whether all lanes are small enough for another addition.
  @inline(__always) var isWithinLimit: Bool { all(self .< LabelVector(repeating: 1 << 31)) }
}
