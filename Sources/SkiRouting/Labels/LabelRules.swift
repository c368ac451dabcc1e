/// Several numbers that say what a way costs, one a lane; fewer is better in each. Lanes stay below 2³¹.
typealias LabelVector = SIMD8<UInt32>

/// A way to a node that no other known way there beats in everything.
struct Label: BitwiseCopyable {
  var vector: LabelVector
  var node: UInt32
  /// The label it goes on from; `UInt32.max` for a start.
  var parent: UInt32
  /// The edge that led here; for a start or an end, which of them.
  var arc: UInt32
  /// The next label of the same node.
  var next: UInt32 = .max
  /// What more there is to know of the way here; see ``LabelRules/state(_:after:)``.
  var state: UInt32 = 0
  /// Whether another label has beaten it.
  var isBeaten = false
}

/// What a search over several criteria is told of a graph.
///
/// For every two ways to a node, of which one is nowhere worse, going on the same must leave it nowhere worse: lanes are added to,
/// raised to a maximum, or led through the clock where later in is never earlier out.
protocol LabelRules {
  /// Returns the least that an edge adds, or raises lanes to, at any hour; nil where one may not go.
  func least(_ edge: Int) -> LabelVector?
  /// Returns what it costs in all to be through an edge; nil when there is no way through.
  func cost(_ edge: Int, after label: Label) -> LabelVector?
  /// Returns what it costs in all to be at a target; nil when there is no way.
  func finish(_ target: Int, after label: Label) -> LabelVector?
  /// Returns what is to be remembered behind an edge.
  func state(_ edge: Int, after label: Label) -> UInt32
  /// Whether one label makes another of the same node needless.
  func beats(_ one: Label, _ other: Label) -> Bool
  /// Whether a path known to the end dominates all that cost at least so much.
  func beats(end: LabelVector, atLeast least: LabelVector) -> Bool
  /// The lanes that are raised to a maximum; those of the others are added.
  var maximumLanes: LabelVector { get }
  /// The lanes that only decide between ways equal in all others.
  var tieLanes: LabelVector { get }
  /// What is searched first: any sum of lanes that no edge makes smaller.
  func key(_ vector: LabelVector) -> UInt64
}

extension LabelRules {
  var tieLanes: LabelVector { .zero }
  func state(_ edge: Int, after label: Label) -> UInt32 { 0 }
  @inline(__always) func beats(_ one: Label, _ other: Label) -> Bool { beats(one.vector, other.vector) }
  @inline(__always) func beats(end: LabelVector, atLeast least: LabelVector) -> Bool { beats(end, least) }

  /// Whether a vector is nowhere more than another, and where both are equal no worse in the lanes that break ties.
  @inline(__always) func beats(_ one: LabelVector, _ other: LabelVector) -> Bool {
    let isTie = tieLanes .!= 0
    let weighed = other.replacing(with: one, where: isTie)
    guard one.isNowhereMore(than: weighed) else { return false }
    return one.isNowhereMore(than: other) || one != weighed
  }

  /// Returns what two stretches cost one after the other.
  @inline(__always) func joined(_ a: LabelVector, _ b: LabelVector) -> LabelVector {
    let greatest = a.replacing(with: b, where: b .> a)
    return (a &+ b).replacing(with: greatest, where: maximumLanes .!= 0)
  }
}

extension LabelVector {
  @inline(__always) func isNowhereMore(than other: LabelVector) -> Bool { all(self .<= other) }

  /// Whether all lanes are small enough to be added once more.
  @inline(__always) var isWithinLimit: Bool { all(self .< LabelVector(repeating: 1 << 31)) }
}
