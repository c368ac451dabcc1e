/// The rules of a bicriteria search by arrival and extra cost, with the scalar objective made of both.
///
/// A label is dominated by another of the same node that is neither later nor costlier: arrivals are FIFO, and extra
/// costs do not depend on the time (``PerceivedCosts``).
struct PreferenceRules: LabelRules {
  enum Lane {
    /// The scalar objective.
    static let perceived = 0
    static let time = 1
    static let extra = 2
  }
  let costs: PerceivedCosts
  let timed: TimedCosts
  let ends: TimedEnds
  /// The first arrival at the destination.
  let firstArrival: UInt32
  let maximumLanes = LabelVector.zero

  func least(_ edge: Int) -> LabelVector? {
    let milliseconds = timed.milliseconds(edge)
    guard milliseconds != EdgeCosts.notAllowed else { return nil }
    return vector(extra: costs.extras[edge], time: milliseconds &+ timed.leastWait(edge), since: 0)
  }

  func cost(_ edge: Int, after label: Label) -> LabelVector? {
    guard
      let passage = timed.passage(
        edge, at: UInt64(label.vector[Lane.time]), cost: UInt64(timed.milliseconds(edge))),
      passage.arrival < SearchScratch.timeLimit
    else { return nil }
    return vector(
      extra: label.vector[Lane.extra] &+ costs.extras[edge], time: UInt32(passage.arrival))
  }

  /// Returns the label at a destination, where only the scalar objective counts.
  func finish(_ target: Int, after label: Label) -> LabelVector? {
    guard let arrival = ends.finish(target, at: label.vector[Lane.time]) else { return nil }
    return end(extra: label.vector[Lane.extra] &+ extraAtEnd(target), time: arrival)
  }

  /// Returns the lower bound from a target's node to the destination.
  func leastAtEnd(_ target: Int) -> LabelVector {
    vector(extra: extraAtEnd(target), time: ends.exit.access.ends[target].milliseconds, since: 0)
  }

  private func extraAtEnd(_ target: Int) -> UInt32 {
    costs.extra(ends.exit.access.pieces[target]) &+ costs.extra(ends.exit.walk(target, to: .destination))
  }

  /// Returns the lower bound of the objective, which also respects the first possible arrival.
  func key(_ vector: LabelVector) -> UInt64 {
    let extra = costs.perceived(extra: vector[Lane.extra], milliseconds: firstArrival &- ends.departure)
    return UInt64(max(vector[Lane.perceived], extra))
  }

  func dominates(end: LabelVector, atLeast least: LabelVector) -> Bool {
    UInt64(end[Lane.perceived]) <= key(least)
  }

  /// Returns the vector of a label at a time.
  func vector(extra: UInt32, time: UInt32) -> LabelVector {
    vector(extra: extra, time: time, since: ends.departure)
  }

  /// Returns the vector of a label at the destination.
  func end(extra: UInt32, time: UInt32) -> LabelVector {
    var end = LabelVector.zero
    end[Lane.perceived] = vector(extra: extra, time: time)[Lane.perceived]
    return end
  }

  private func vector(extra: UInt32, time: UInt32, since start: UInt32) -> LabelVector {
    var vector = LabelVector.zero
    vector[Lane.perceived] = costs.perceived(extra: extra, milliseconds: time &- start)
    (vector[Lane.time], vector[Lane.extra]) = (time, extra)
    return vector
  }
}
