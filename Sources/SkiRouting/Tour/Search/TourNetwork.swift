import SkiBase

/// The graph of a tour: the edges of the map, twice with lunch, the entries and exits at home and at lunch, and lunch,
/// as arcs with rules.
///
/// Lunch is an arc whose rule opens at its earliest start and closes at its latest, with the meal as the wait.
struct TourNetwork {
  /// A path from one node to the next.
  struct Arc: BitwiseCopyable {
    var head: UInt32
    /// The rule of the middle part.
    var rule: UInt32 = 0
    /// The milliseconds of the middle part after entry.
    var cost: UInt32
    /// The milliseconds walked before it.
    var before: UInt32 = 0
    /// The milliseconds walked after it.
    var after: UInt32 = 0
    /// The edge travelled whole; ``none`` otherwise.
    var edge: UInt32 = Self.none
    /// The position in ``TourNetwork/accesses``; ``none`` for whole edges.
    var access: UInt32 = Self.none

    static let none = UInt32.max
  }

  /// The first arc of each node; the arcs of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: [UInt32]
  let arcs: [Arc]
  /// The pieces of entries and exits; empty for lunch.
  let accesses: [[RoutePiece]]
  let rules: [TravelRule]
  let quick: [CompactRule]
  let start: Int
  let end: Int
  /// The arc of lunch; nil without one.
  let lunchArc: Int?
  var nodeCount: Int { firstOut.count - 1 }

  /// Returns the arrival at the end of an arc reached at a time; `.max` when it is impassable.
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

  /// Returns the latest time to reach an arc that leaves it by a deadline; nil when there is none.
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

  /// Returns the least milliseconds of an arc.
  func leastMilliseconds(_ arc: Arc) -> UInt64 {
    let wait = arc.rule == 0 ? 0 : rules[Int(arc.rule)].waits.least
    return UInt64(arc.before) + UInt64(arc.cost) + UInt64(arc.after) + UInt64(wait)
  }

  /// Returns the node an arc leaves, by binary search.
  /// - Complexity: O(log *n*).
  func tail(of arc: UInt32) -> Int {
    (1..<nodeCount).partitioningIndex { firstOut[$0] > arc } - 1
  }

  func arcs(from node: Int) -> Range<Int> { Int(firstOut[node])..<Int(firstOut[node + 1]) }
}
