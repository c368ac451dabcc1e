import SkiGraph

/// The rules of a bicriteria search by arrival and extra cost, with the scalar objective made of both.
///
/// A label is dominated by another of the same node that is neither later nor costlier: arrivals are FIFO, and extra
/// costs do not depend on the time (``PerceivedCosts``). Labels come in the order of the objective, so that both are
/// compared; of the paths at the end the objective alone counts.
struct PreferenceRules: LabelRules {
  enum Field {
    static let extra = LabelField(shift: 0, width: 31)
    static let time = LabelField(shift: 32, width: 31)
    /// The scalar objective of a path at the end.
    static let perceived = LabelField(shift: 0, width: 63)
  }

  let costs: PerceivedCosts
  let times: TimetableTimes
  let ends: TimedEnds
  /// The first arrival at the destination.
  let firstArrival: UInt32
  /// The lower bounds of the objective, and of the extra cost, of the rest.
  let bounds: LabelBounds

  let fields = LabelFields(sums: [Field.extra, Field.time], maxima: [])
  let endFields = LabelFields(sums: [Field.perceived], maxima: [])

  func extended(_ label: Label, along edge: Int) -> Label? {
    let arrival = times.arrival(edge, at: Field.time.value(in: label.rest))
    guard arrival < SearchScratch.timeLimit else { return nil }
    let extra = Field.extra.value(in: label.rest) + UInt64(costs.extras[edge])
    guard extra <= Field.extra.greatest else { return nil }
    return Label(rest: Self.rest(extra: extra, time: arrival))
  }

  /// Returns the label at a destination, where only the scalar objective counts.
  func finished(_ label: Label, at target: Int) -> Label? {
    let end = ends.exit.access.ends[target]
    let arrival = times.finish(
      target, milliseconds: end.milliseconds, at: Field.time.value(in: label.rest))
    guard arrival < SearchScratch.timeLimit else { return nil }
    let extra = Field.extra.value(in: label.rest) + UInt64(costs.extraAtEnd(target, of: ends))
    guard extra <= Field.extra.greatest else { return nil }
    return self.end(extra: UInt32(extra), time: UInt32(arrival))
  }

  /// Returns the lower bound of the objective, which also respects the first possible arrival.
  func least(_ label: Label) -> LabelBound? {
    let node = Int(label.node)
    let rest = bounds.first[node]
    guard rest != .max else { return nil }
    let time = UInt32(Field.time.value(in: label.rest)) &- ends.departure
    let extra = Field.extra.value(in: label.rest)
    let whole = extra + Field.extra.value(in: bounds.rest[node])
    guard whole <= Field.extra.greatest else { return nil }
    let through = UInt64(costs.perceived(extra: UInt32(extra), milliseconds: time)) + UInt64(rest)
    let earliest = costs.perceived(
      extra: UInt32(whole), milliseconds: firstArrival &- ends.departure)
    let least = max(through, UInt64(earliest))
    return LabelBound(order: least, rest: least)
  }

  func order(ofEnd label: Label) -> UInt64 { label.rest }

  /// Returns the label of a path at the destination.
  func end(extra: UInt32, time: UInt32) -> Label {
    Label(rest: UInt64(costs.perceived(extra: extra, milliseconds: time &- ends.departure)))
  }

  /// Returns the two criteria as a word.
  static func rest(extra: UInt64, time: UInt64) -> UInt64 {
    Field.extra.placed(extra) | Field.time.placed(time)
  }
}

extension PerceivedCosts {
  /// Returns the extra cost between a target's node and the destination.
  func extraAtEnd(_ target: Int, of ends: TimedEnds) -> UInt32 {
    extra(ends.exit.access.pieces[target]) &+ extra(ends.exit.walk(target, to: .destination))
  }

  /// Returns the lower bounds of edges: the objective with the shortest wait of the day, and the extra cost.
  func steps(_ timed: TimedCosts) -> LabelSteps {
    var steps = LabelSteps(first: [], rest: [])
    for edge in extras.indices {
      let milliseconds = timed.milliseconds(edge)
      let isAllowed = milliseconds != EdgeCosts.notAllowed
      steps.first.append(
        isAllowed
          ? perceived(extra: extras[edge], milliseconds: milliseconds &+ timed.leastWait(edge)) : .max)
      steps.rest.append(PreferenceRules.Field.extra.placed(UInt64(extras[edge])))
    }
    return steps
  }
}
