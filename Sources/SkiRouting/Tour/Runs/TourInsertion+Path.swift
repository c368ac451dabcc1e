import SkiGraph

extension TourInsertion {
  /// Returns the arcs of a good tour with as many different runs as its times on the day allow.
  ///
  /// Waits beyond the shortest, as for lifts to open, leave less time for runs: the search is repeated without it.
  /// - Complexity: That of up to three searches, and of a shortest path for each run.
  mutating func tour(shouldContinue: () -> Bool) -> [UInt32] {
    var budget = Int(problem.until) - Int(problem.from)
    var best: (arcs: [UInt32], count: Int) = ([], -1)
    for _ in 0..<Self.greatestTries {
      let sequence = self.best(withinMilliseconds: budget, shouldContinue: shouldContinue)
      let found = path(sequence)
      if found.count > best.count { best = (found.arcs, found.count) }
      guard found.count < sequence.count, found.lost > 0, found.lost < budget, shouldContinue() else { break }
      budget -= found.lost
    }
    return best.arcs
  }

  private static var greatestTries: Int { 3 }

  /// Returns the arcs of a sequence of passages on the day without those for which there is no time, the number of the
  /// others, and the milliseconds that they take longer than at least.
  private mutating func path(_ sequence: [Int]) -> (arcs: [UInt32], count: Int, lost: Int) {
    var walk = TourWalk(problem)
    var taken: [Int] = []
    for number in sequence {
      let passage = problem.passages[number]
      let before = walk
      if walk.go(to: passage.tail), walk.take(passage.arcs) {
        taken.append(number)
      } else {
        walk = before
      }
    }
    _ = walk.go(to: problem.network.end)
    restore(taken)
    return (walk.arcs, taken.count, Int(walk.time) - Int(problem.from) - spent)
  }
}

/// A tour under way, which can always return in time.
private struct TourWalk {
  private let problem: TourRunProblem
  private(set) var arcs: [UInt32] = []
  private(set) var time: UInt32
  private var node: Int

  init(_ problem: TourRunProblem) {
    (self.problem, time, node) = (problem, problem.from, problem.network.start)
  }

  /// Takes consecutive arcs; returns false when they are closed, or there would be no return.
  mutating func take(_ arcs: [UInt32]) -> Bool {
    for arc in arcs {
      guard let arrival = arrival(Int(arc), at: time) else { return false }
      time = arrival
      node = Int(problem.network.arcs[Int(arc)].head)
    }
    self.arcs += arcs
    return true
  }

  /// Returns the arrival at the end of an arc; nil when it is closed, or there would be no return.
  private func arrival(_ index: Int, at time: UInt32) -> UInt32? {
    let arc = problem.network.arcs[index]
    let arrival = problem.network.arrival(arc, at: UInt64(time))
    guard let latest = problem.windows.latest[Int(arc.head)], arrival <= UInt64(latest) else { return nil }
    return UInt32(arrival)
  }

  /// Goes to a node by the path that arrives first; returns false when there is none.
  mutating func go(to target: Int) -> Bool {
    let network = problem.network
    var parents = [UInt32](repeating: TourNetwork.Arc.none, count: network.nodeCount)
    var search = DistanceSearch([UInt32](repeating: .max, count: network.nodeCount))
    search.relax(node, at: time)
    while let (reached, moment) = search.settle(), reached != target {
      for arc in network.arcs(from: reached) {
        guard let arrival = arrival(arc, at: moment) else { continue }
        let head = Int(network.arcs[arc].head)
        if search.relax(head, at: arrival) { parents[head] = UInt32(arc) }
      }
    }
    guard search.costs[target] != .max else { return false }
    var path: [UInt32] = []
    var place = target
    while place != node {
      path.append(parents[place])
      place = network.tail(of: parents[place])
    }
    (time, node) = (search.costs[target], target)
    arcs += path.reversed()
    return true
  }
}
