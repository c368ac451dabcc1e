import SkiGeo

/// The graph a tour is searched on: the edges of the map once before lunch and once after it, the ways on and off at home
/// and at lunch, and lunch itself, all as arcs with rules of one kind.
///
/// A value. Lunch is an arc whose rule opens at its earliest and ends at its latest start, and whose wait is the meal: whatever
/// holds for lifts and runs holds for it.
struct TourNetwork {
  /// A way from one node to the next.
  struct Arc: BitwiseCopyable {
    var head: UInt32
    /// The rule of the middle part.
    var rule: UInt32 = 0
    /// Milliseconds of the middle part, once entered.
    var cost: UInt32
    /// Milliseconds walked before it, and after it.
    var before: UInt32 = 0
    var after: UInt32 = 0
    /// The edge travelled whole; ``none`` for all else.
    var edge: UInt32 = Self.none
    /// The position in ``TourNetwork/accesses``; ``none`` for whole edges.
    var access: UInt32 = Self.none

    static let none = UInt32.max
  }

  /// The arcs of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: [UInt32]
  let arcs: [Arc]
  /// The pieces on the ways on and off; none for lunch.
  let accesses: [[RoutePiece]]
  let rules: [TravelRule]
  let quick: [QuickRule]
  let start: Int
  let end: Int
  /// The arc that is lunch.
  let lunchArc: Int?
  var nodeCount: Int { firstOut.count - 1 }

  /// Returns when one is through an arc who comes to it at a moment; `.max` when that can't be.
  @inline(__always) func arrival(_ arc: Arc, at time: UInt64) -> UInt64 {
    let there = time &+ UInt64(arc.before)
    let cost = UInt64(arc.cost)
    if arc.rule == 0 { return there &+ cost &+ UInt64(arc.after) }
    let word = quick[Int(arc.rule)]
    guard word.isWhole else {
      guard let passage = rules[Int(arc.rule)].passage(at: there, cost: cost) else { return .max }
      return passage.arrival &+ UInt64(arc.after)
    }
    let entry = max(there, UInt64(word.opens))
    let last = word.endsInside ? entry &+ cost : entry
    return last > UInt64(word.ends) ? .max : entry &+ UInt64(word.wait) &+ cost &+ UInt64(arc.after)
  }

  /// Returns the latest moment to come to an arc for who must be through by another; nil when none is early enough.
  func latestEntry(_ arc: Arc, by deadline: UInt64) -> UInt64? {
    guard deadline >= UInt64(arc.after) else { return nil }
    let through = deadline - UInt64(arc.after)
    let entry: UInt64?
    if arc.rule == 0 {
      entry = through >= UInt64(arc.cost) ? through - UInt64(arc.cost) : nil
    } else {
      entry = rules[Int(arc.rule)].latestEntry(arrivingBy: through, cost: UInt64(arc.cost))
    }
    return entry.flatMap { $0 >= UInt64(arc.before) ? $0 - UInt64(arc.before) : nil }
  }

  /// The least milliseconds an arc can take.
  func leastMilliseconds(_ arc: Arc) -> UInt64 {
    let wait = arc.rule == 0 ? 0 : rules[Int(arc.rule)].waits.least
    return UInt64(arc.before) + UInt64(arc.cost) + UInt64(arc.after) + UInt64(wait)
  }

  /// Returns the node an arc leaves: the last one whose arcs start at or before it. Complexity: O(log *n*).
  func tail(of arc: UInt32) -> Int {
    (1..<nodeCount).partitioningIndex { firstOut[$0] > arc } - 1
  }

  func arcs(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}
