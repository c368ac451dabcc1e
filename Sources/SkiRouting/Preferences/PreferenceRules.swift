/// Arrival and weighted cost as two criteria, with the scalar both make up: the lanes of labels.
///
/// Of two labels of a node the one that is neither later nor costs more dominates: later in is never earlier out, and what edges cost beside time
/// does not depend on the hour (``SeemingCosts``).
struct PreferenceRules: LabelRules {
  enum Lane {
    /// The scalar that is minimised.
    static let seeming = 0
    static let time = 1
    static let extra = 2
  }
  let prices: SeemingCosts
  let timed: TimedCosts
  let ends: TimedEnds
  /// When the end is reached first.
  let firstArrival: UInt32
  let maximumLanes = LabelVector.zero

  func least(_ edge: Int) -> LabelVector? {
    guard timed.milliseconds[edge] != EdgeCosts.notAllowed else { return nil }
    let milliseconds = timed.milliseconds[edge] &+ timed.leastWait(edge)
    return vector(extra: prices.extras[edge], time: milliseconds, since: 0)
  }

  func cost(_ edge: Int, after label: Label) -> LabelVector? {
    guard
      let passage = timed.passage(
        edge, at: UInt64(label.vector[Lane.time]), cost: UInt64(timed.milliseconds[edge])),
      passage.arrival < SearchScratch.timeLimit
    else { return nil }
    return vector(
      extra: label.vector[Lane.extra] &+ prices.extras[edge], time: UInt32(passage.arrival))
  }

  /// At the end only the scalar counts.
  func finish(_ target: Int, after label: Label) -> LabelVector? {
    guard let arrival = ends.finish(target, at: label.vector[Lane.time]) else { return nil }
    return end(extra: label.vector[Lane.extra] &+ extraAtEnd(target), time: arrival)
  }

  /// The least behind a target's node.
  func leastAtEnd(_ target: Int) -> LabelVector {
    vector(extra: extraAtEnd(target), time: ends.exit.access.ends[target].milliseconds, since: 0)
  }

  private func extraAtEnd(_ target: Int) -> UInt32 {
    prices.extra(ends.exit.access.pieces[target]) &+ prices.extra(ends.exit.walk(target, to: .destination))
  }

  /// The least that a path may seem: it can't arrive before the first arrival either.
  func key(_ vector: LabelVector) -> UInt64 {
    let extra = prices.seeming(extra: vector[Lane.extra], milliseconds: firstArrival &- ends.departure)
    return UInt64(max(vector[Lane.seeming], extra))
  }

  func beats(end: LabelVector, atLeast least: LabelVector) -> Bool { UInt64(end[Lane.seeming]) <= key(least) }

  /// A label at a moment.
  func vector(extra: UInt32, time: UInt32) -> LabelVector {
    vector(extra: extra, time: time, since: ends.departure)
  }

  /// A label at the end.
  func end(extra: UInt32, time: UInt32) -> LabelVector {
    var end = LabelVector.zero
    end[Lane.seeming] = vector(extra: extra, time: time)[Lane.seeming]
    return end
  }

  private func vector(extra: UInt32, time: UInt32, since start: UInt32) -> LabelVector {
    var vector = LabelVector.zero
    vector[Lane.seeming] = prices.seeming(extra: extra, milliseconds: time &- start)
    (vector[Lane.time], vector[Lane.extra]) = (time, extra)
    return vector
  }
}
