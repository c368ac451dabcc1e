import SkiBase

/// The rule for entering an edge: windows and the wait before.
///
/// The wait has to be over before the window ends. Times are milliseconds since midnight, below
/// ``SearchScratch/timeLimit``. Both directions are exact inverses: entering by ``latestEntry(arrivingBy:cost:)``
/// arrives in time, a millisecond later does not.
///
/// **Source:** time-dependent search of Cooke and Halsey 1966, "The shortest route through a network with
/// time-dependent internodal transit times"; exact for FIFO edges by Kaufman and Smith 1993.
struct TravelRule: Sendable, Hashable {
  /// A time interval for entering.
  struct Window: Sendable, Hashable {
    var opens: UInt32
    /// The last moment for the wait to be over at a lift, or to leave a run.
    var ends: UInt32
  }

  /// The windows in order of time, disjoint; none means closed.
  let windows: [Window]
  /// Indicates whether the edge has to be left before the window ends, not only entered.
  let endsInside: Bool
  let waits: WaitCurve

  /// The rule that is always open without a wait.
  static let free = TravelRule(
    windows: [Window(opens: 0, ends: UInt32(SearchScratch.timeLimit - 1))], endsInside: false,
    waits: WaitCurve(milliseconds: 0))

  /// Creates a rule; overlapping and adjacent windows are merged, and those that end before they open removed.
  init(windows: [Window], endsInside: Bool, waits: WaitCurve) {
    var merged: [Window] = []
    for window in windows.sorted(by: { ($0.opens, $0.ends) < ($1.opens, $1.ends) })
    where window.opens <= window.ends {
      if let last = merged.last, window.opens <= last.ends {
        merged[merged.count - 1].ends = max(last.ends, window.ends)
      } else {
        merged.append(window)
      }
    }
    self.windows = merged
    self.endsInside = endsInside
    self.waits = waits
  }

  /// Returns the arrival at the end of an edge reached at a time, and the wait; nil when it opens no more.
  ///
  /// - Parameters:
  ///   - time: The time the edge is reached, in milliseconds since midnight.
  ///   - cost: The milliseconds after entry.
  /// - Complexity: O(*w* + log *k*) in windows and knots.
  func passage(at time: UInt64, cost: UInt64) -> (arrival: UInt64, wait: UInt64)? {
    for window in windows {
      let entry = max(time, UInt64(window.opens))
      let wait = waits.wait(at: entry)
      if entry + wait + (endsInside ? cost : 0) > UInt64(window.ends) { continue }
      return (entry + wait + cost, entry - time + wait)
    }
    return nil
  }

  /// Returns the part of the wait that is until opening; nil when it opens no more.
  /// - Complexity: O(*w*) in windows.
  func closed(at time: UInt64, cost: UInt64) -> UInt64? {
    for window in windows {
      let entry = max(time, UInt64(window.opens))
      let through = entry + waits.wait(at: entry) + (endsInside ? cost : 0)
      if through <= UInt64(window.ends) { return entry - time }
    }
    return nil
  }

  /// Returns the latest time to reach an edge that leaves it by a deadline; nil when there is none.
  /// - Complexity: O(*w* log *t*) in windows and their milliseconds.
  func latestEntry(arrivingBy deadline: UInt64, cost: UInt64) -> UInt64? {
    guard deadline >= cost else { return nil }
    for window in windows.reversed() {
      let span = endsInside ? cost : 0
      guard UInt64(window.ends) >= span else { continue }
      // Entry plus wait never decreases as the entry increases, which allows the binary search.
      let latest = min(UInt64(window.ends) - span, deadline - cost)
      var (low, high) = (UInt64(window.opens), latest)
      guard low <= high, low + waits.wait(at: low) <= latest else { continue }
      if high + waits.wait(at: high) <= latest { return high }
      while low + 1 < high {
        let middle = low + (high - low) / 2
        if middle + waits.wait(at: middle) <= latest { low = middle } else { high = middle }
      }
      return low
    }
    return nil
  }
}

/// The wait at a lift by time of arrival, piecewise linear between knots and constant beyond them.
///
/// It is FIFO: between two times the wait decreases by no more than the time between them; a knot that violates this is
/// raised. Times are milliseconds since midnight, waits milliseconds.
struct WaitCurve: Sendable, Hashable {
  struct Knot: Sendable, Hashable {
    var time: UInt32
    var wait: UInt32
  }

  /// The knots in order of time, at least one.
  let knots: [Knot]

  /// Creates a constant wait.
  init(milliseconds: UInt32) { knots = [Knot(time: 0, wait: milliseconds)] }

  /// Creates a curve from knots in any order; of two at one time the longer wait counts.
  /// - Complexity: O(*k* log *k*).
  init(_ given: [Knot], otherwise milliseconds: UInt32) {
    var knots: [Knot] = []
    for knot in given.sorted(by: { ($0.time, $0.wait) < ($1.time, $1.wait) }) {
      var knot = knot
      if let last = knots.last {
        let fallen = last.wait - min(last.wait, knot.time - last.time)
        knot.wait = max(knot.wait, fallen)
        if last.time == knot.time { knots.removeLast() }
      }
      knots.append(knot)
    }
    self.knots = knots.isEmpty ? [Knot(time: 0, wait: milliseconds)] : knots
  }

  /// The shortest wait.
  var least: UInt32 { knots.reduce(.max) { min($0, $1.wait) } }

  /// Returns the wait at a time, rounded down, which preserves FIFO.
  /// - Complexity: O(log *k*).
  func wait(at time: UInt64) -> UInt64 {
    guard knots.count > 1 else { return UInt64(knots[0].wait) }
    let low = knots.partitioningIndex { UInt64($0.time) > time }
    guard low > 0 else { return UInt64(knots[0].wait) }
    let before = knots[low - 1]
    guard low < knots.count else { return UInt64(before.wait) }
    let after = knots[low]
    let (passed, whole) = (Int64(time) - Int64(before.time), Int64(after.time) - Int64(before.time))
    let change = (Int64(after.wait) - Int64(before.wait)) * passed
    let floored = change >= 0 ? change / whole : -((-change + whole - 1) / whole)
    return UInt64(Int64(before.wait) + floored)
  }
}
