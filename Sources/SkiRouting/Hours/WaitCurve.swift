import SkiBase

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
