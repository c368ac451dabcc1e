/// When an edge may be entered, and how long one waits there first.
///
/// The wait counts: who comes to a lift just before its last boarding and has to queue comes too late.
/// Milliseconds since midnight, below ``SearchScratch/timeLimit``. Both directions are exact inverses: who leaves no later than
/// ``latestEntry(arrivingBy:cost:)`` says arrives in time, and a millisecond later does not. **Source** of searching in networks whose
/// times depend on the clock: Cooke and Halsey 1966; that Dijkstra's method stays exact where later is never earlier: Kaufman and Smith
/// 1993.
struct TravelRule: Sendable, Hashable {
  /// Times between which one may enter.
  struct Window: Sendable, Hashable {
    var opens: UInt32
    /// The last moment to be past the wait: to board a lift; for a run the moment to be off it.
    var ends: UInt32
  }

  /// In order of time, apart from each other; none means closed.
  let windows: [Window]
  /// Whether the way must be over when the window ends, as well as the wait before it.
  let endsInside: Bool
  let waits: WaitCurve

  /// A rule that never stands in the way.
  static let free = TravelRule(
    windows: [Window(opens: 0, ends: UInt32(SearchScratch.timeLimit - 1))], endsInside: false,
    waits: WaitCurve(milliseconds: 0))

  /// Makes a rule; windows that overlap or touch become one, and those that end before they open are left out.
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

  /// Returns when one is through who comes at a moment, and what of it is waiting; nil when it opens no more.
  ///
  /// - Parameters:
  ///   - time: When one comes.
  ///   - cost: How long the way takes once it is entered.
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

  /// Returns how long one who comes at a moment finds it closed; nil when it opens no more.
  /// - Complexity: O(*w*) in windows.
  func closed(at time: UInt64, cost: UInt64) -> UInt64? {
    for window in windows {
      let entry = max(time, UInt64(window.opens))
      let through = entry + waits.wait(at: entry) + (endsInside ? cost : 0)
      if through <= UInt64(window.ends) { return entry - time }
    }
    return nil
  }

  /// Returns the latest moment to come at who must be through by another; nil when none is early enough.
  /// - Complexity: O(*w* log *t*) in windows and their milliseconds.
  func latestEntry(arrivingBy deadline: UInt64, cost: UInt64) -> UInt64? {
    guard deadline >= cost else { return nil }
    for window in windows.reversed() {
      let span = endsInside ? cost : 0
      guard UInt64(window.ends) >= span else { continue }
      // Past the wait by then: entry and wait together never fall as the entry rises.
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
