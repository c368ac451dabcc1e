import SkiBase
import SkiGraph

@testable import SkiRouting

/// A reference search for the least perceived time: every arc is relaxed from every pair of node and time.
struct ReferencePerceivedTimes {
  let reference: ReferenceDay
  let preferences: RoutePreferences
  let arcs: [ReferenceDay.Arc]
  /// Indicates whether time on foot, pushed and ridden down counts more than it lasts.
  var isWeighted = false

  private struct Moment: Hashable {
    var node: Int
    var time: Int
  }

  private func factor(_ arc: ReferenceDay.Arc) -> Double {
    guard let index = arc.link else { return 1 }
    let link = reference.graph.link(index)
    var factor = link.feature.flatMap { preferences.features[$0] } ?? 1
    if link.kind == .lift, let feature = link.feature {
      factor *= preferences.liftKinds[reference.graph.feature(feature).liftKind] ?? 1
    }
    if link.kind == .run, let grade = link.difficulty { factor *= preferences.grades[grade] ?? 1 }
    return factor
  }

  /// The perceived time of an arc without waits.
  private func seconds(_ arc: ReferenceDay.Arc) -> Double {
    let walks = Double(arc.before + arc.after) * (isWeighted ? 3 : 1)
    let pushed = Double(arc.pushed) / 100 * preferences.secondsForPushedMetre * 1000
    return walks + Double(isWeighted ? arc.weight : arc.cost) * factor(arc) + pushed
  }

  /// The least perceived time of a millisecond: on any link, on foot, or in a queue.
  private var rate: Double { reference.arcs.map(factor).reduce(min(1, preferences.waiting), min) }

  /// The cost of each arc beside its time at the rate, with the queue of the first to arrive.
  private func extras(rate: Double, departing: Int) -> [Double] {
    let first = reference.arrivals(from: reference.start, at: departing, arcs: arcs)
    return arcs.map { arc in
      let time = Double(arc.before + arc.cost + arc.after)
      var extra = max(0, seconds(arc) - time * rate)
      if arc.isLift, let there = first[arc.tail], let rule = arc.rule,
        let passage = rule.passage(at: UInt64(there), cost: UInt64(arc.cost)),
        let closed = rule.closed(at: UInt64(there), cost: UInt64(arc.cost))
      {
        extra += Double(passage.wait - closed) * (preferences.waiting - rate)
      }
      return extra
    }
  }

  /// Returns the least perceived time in milliseconds, infinite without a path; nil after too many attempts.
  func shortest(departing: Int, attempts: Int) -> Double? {
    let rate = rate
    let extras = extras(rate: rate, departing: departing)
    var best: [Moment: Double] = [Moment(node: reference.start, time: departing): 0]
    var open = Array(best.keys)
    var end = Double.infinity
    var count = 0
    while let moment = open.popLast() {
      count += 1
      if count > attempts { return nil }
      guard let here = best[moment], here < end else { continue }
      for (position, arc) in arcs.enumerated() where arc.tail == moment.node {
        guard let arrival = ReferenceDay.arrival(arc, at: moment.time),
          arrival <= Int(TravelRule.lastMoment)
        else { continue }
        let there = here + Double(arrival - moment.time) * rate + extras[position]
        if arc.head == reference.end { end = min(end, there) }
        let next = Moment(node: arc.head, time: arrival)
        if there < end, there < best[next] ?? .infinity {
          best[next] = there
          open.append(next)
        }
      }
    }
    return end
  }

  /// Returns the least perceived time by settling all Pareto-optimal labels of time and cost in order of time.
  ///
  /// For maps too large for the exhaustive search; it uses no lower bounds.
  func shortestByTime(departing: Int) -> Double {
    let rate = rate
    let extras = extras(rate: rate, departing: departing)
    var leaving = [[Int]](repeating: [], count: reference.nodeCount)
    for (position, arc) in arcs.enumerated() { leaving[arc.tail].append(position) }
    var least = [Double](repeating: .infinity, count: reference.nodeCount)
    var waiting: [Int: [Int: Double]] = [departing: [reference.start: 0]]
    var times = TimeQueue()
    times.insert(departing)
    var end = Double.infinity
    while let time = times.popFirst(), let moment = waiting.removeValue(forKey: time) {
      // An arc of no time reaches its head at the same time.
      var open = moment
      while let (node, extra) = open.popFirst() {
        let here = extra + Double(time - departing) * rate
        guard extra < least[node], here < end else { continue }
        least[node] = extra
        if node == reference.end { end = here }
        for position in leaving[node] {
          let arc = arcs[position]
          guard let arrival = ReferenceDay.arrival(arc, at: time), arrival <= Int(TravelRule.lastMoment)
          else {
            continue
          }
          let there = extra + extras[position]
          guard there < least[arc.head] else { continue }
          if arrival == time {
            open[arc.head] = min(open[arc.head] ?? .infinity, there)
          } else {
            if waiting[arrival] == nil { times.insert(arrival) }
            waiting[arrival, default: [:]][arc.head] = min(
              waiting[arrival]?[arc.head] ?? .infinity, there)
          }
        }
      }
    }
    return end
  }
}

/// A queue of times, the earliest first.
private struct TimeQueue {
  private var sorted: [Int] = []

  mutating func insert(_ time: Int) {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] > time { low = middle + 1 } else { high = middle }
    }
    sorted.insert(time, at: low)
  }

  mutating func popFirst() -> Int? { sorted.popLast() }
}

extension Dictionary {
  fileprivate mutating func popFirst() -> (key: Key, value: Value)? {
    guard let first else { return nil }
    removeValue(forKey: first.key)
    return first
  }
}
