import SkiBase
import SkiGraph

/// A search for tours of many different runs by insertion: runs are inserted where they cost the least time, a stretch
/// of the tour is removed at random, and others are inserted instead.
///
/// It works with the least times between places, as if every wait were the shortest of the day; ``tour(shouldContinue:)``
/// gives a tour its times. Equal problems have equal tours.
///
/// **Source:** Vansteenwegen, Souffriau, Vanden Berghe and Van Oudheusden 2009, "Iterated local search for the team
/// orienteering problem with time windows".
struct TourInsertion {
  /// A place in the tour where a run may be inserted: after the run or the start `after`.
  private struct Gap {
    var after = -1
    var passage = -1
    var milliseconds = Int.max
  }

  let problem: TourRunProblem
  /// The first passage of each run.
  private let firstPassage: [Int]
  /// The run of each passage.
  private let runs: [Int]
  /// The milliseconds of each passage.
  private let durations: [Int]
  /// The row and the column of the times of each passage: from its head, to its tail.
  private let rows: [Int]
  private let columns: [Int]
  private let times: [UInt32]
  private let columnCount: Int
  private let endColumn: Int
  private var state: UInt64 = 0x2545_F491_4F6C_DD1D

  /// The tour: the run after each run, and after the start at `runCount`; −1 for the end.
  private var next: [Int]
  /// The passage of each run in the tour; −1 for the others.
  private var chosen: [Int]
  private var gaps: [Gap]
  /// The least milliseconds of the tour.
  private(set) var spent = 0
  private var count = 0

  static let roundCount = 600
  /// The maximum number of passages, whose table of times has 64 MB.
  static let greatestPassageCount = 4096
  /// The maximum number of runs removed at once.
  private static let greatestRemoval = 12
  /// The random part of the rank of an insertion.
  private static let noise = 0.3

  /// Computes the least times between all passages.
  /// - Complexity: O(*a* · *p*) in the arcs of the hierarchy and passages.
  init(_ problem: TourRunProblem) {
    self.problem = problem
    let passages = problem.passages
    (runs, durations) = (passages.map(\.run), passages.map { Int($0.milliseconds) })
    let heads = Set(passages.map(\.head)).union([problem.network.start]).sorted()
    let tails = Set(passages.map(\.tail)).union([problem.network.end]).sorted()
    let rowOf = Dictionary(uniqueKeysWithValues: heads.enumerated().map { ($1, $0) })
    let columnOf = Dictionary(uniqueKeysWithValues: tails.enumerated().map { ($1, $0) })
    // The start is the row after those of all passages.
    rows = passages.map { rowOf[$0.head] ?? 0 } + [rowOf[problem.network.start] ?? 0]
    columns = passages.map { columnOf[$0.tail] ?? 0 }
    endColumn = columnOf[problem.network.end] ?? 0
    times = problem.distances.table(from: heads, to: tails)
    columnCount = tails.count
    var firstPassage = [Int](repeating: 0, count: problem.runCount + 1)
    for passage in passages { firstPassage[passage.run + 1] += 1 }
    for run in 0..<problem.runCount { firstPassage[run + 1] += firstPassage[run] }
    self.firstPassage = firstPassage
    next = [Int](repeating: -1, count: problem.runCount + 1)
    chosen = [Int](repeating: -1, count: problem.runCount)
    gaps = [Gap](repeating: Gap(), count: problem.runCount)
  }

  /// Returns the passages of the best sequence found within a duration.
  /// - Complexity: O(*r* · *k*) in runs and those of the tour, in each of ``roundCount`` rounds.
  mutating func best(withinMilliseconds budget: Int, shouldContinue: () -> Bool) -> [Int] {
    restore([])
    fill(within: budget, noise: 0)
    var best = sequence()
    var (current, currentSpent, bestSpent) = (best, spent, spent)
    for round in 1...Self.roundCount where current.count > 1 {
      if round % 16 == 0, !shouldContinue() { break }
      if round % 200 == 0 { (current, currentSpent) = (best, bestSpent) }
      restore(shortened(current))
      fill(within: budget, noise: Self.noise)
      let isBetter = count > current.count || count == current.count && spent <= currentSpent
      guard isBetter || count + 1 == current.count && random(30) == 0 else { continue }
      (current, currentSpent) = (sequence(), spent)
      if count > best.count || count == best.count && spent < bestSpent {
        (best, bestSpent) = (current, spent)
      }
    }
    return best
  }

  private mutating func random(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Int(state.mixed() % UInt64(count))
  }

  /// Returns a sequence without a random stretch.
  private mutating func shortened(_ sequence: [Int]) -> [Int] {
    var rest = sequence
    for length in [Self.greatestRemoval, random(3) == 0 ? 4 : 0] where length > 0 && rest.count > 1 {
      let removed = 1 + random(min(length, rest.count - 1))
      let place = random(rest.count - removed + 1)
      rest.removeSubrange(place..<place + removed)
    }
    return rest
  }

  private func sequence() -> [Int] {
    var found: [Int] = []
    var run = next[problem.runCount]
    while run >= 0 {
      found.append(chosen[run])
      run = next[run]
    }
    return found
  }

  /// Makes a sequence of passages the tour.
  mutating func restore(_ sequence: [Int]) {
    for run in chosen.indices { chosen[run] = -1 }
    var last = problem.runCount
    (spent, count) = (0, sequence.count)
    for passage in sequence {
      let run = runs[passage]
      spent += time(after: last, to: columns[passage]) + durations[passage]
      (chosen[run], next[last]) = (passage, run)
      last = run
    }
    spent += time(after: last, to: endColumn)
    next[last] = -1
    for run in gaps.indices where chosen[run] < 0 { rescan(run) }
  }

  /// Returns the milliseconds from the run or the start to a column.
  @inline(__always)
  private func time(after run: Int, to column: Int) -> Int {
    Int(times[row(of: run) * columnCount + column])
  }

  @inline(__always)
  private func row(of run: Int) -> Int {
    run == problem.runCount ? rows[durations.count] : rows[chosen[run]]
  }

  /// Finds the best gap for a run.
  private mutating func rescan(_ run: Int) {
    gaps[run] = Gap()
    var after = problem.runCount
    while after >= 0 {
      improve(run, after: after)
      after = next[after]
    }
  }

  /// Takes the gap after a run or the start for a run when it is the best known.
  @inline(__always)
  private mutating func improve(_ run: Int, after: Int) {
    let (row, following) = (row(of: after) * columnCount, next[after])
    let column = following < 0 ? endColumn : columns[chosen[following]]
    let direct = Int(times[row + column])
    for passage in firstPassage[run]..<firstPassage[run + 1] {
      let there = Int(times[row + columns[passage]]) + durations[passage]
      let more = there + Int(times[rows[passage] * columnCount + column]) - direct
      if more < gaps[run].milliseconds { gaps[run] = Gap(after: after, passage: passage, milliseconds: more) }
    }
  }

  /// Inserts runs, the cheapest first, as long as any fits.
  private mutating func fill(within budget: Int, noise: Double) {
    while true {
      var best: (rank: Double, run: Int)?
      for run in gaps.indices
      where chosen[run] < 0 && spent + min(gaps[run].milliseconds, budget + 1) <= budget {
        let factor = noise > 0 ? 1 + noise * Double(random(1024)) / 1024 : 1
        let rank = (Double(gaps[run].milliseconds) + 1000) * factor
        if best.map({ rank < $0.rank }) ?? true { best = (rank, run) }
      }
      guard let run = best?.run else { return }
      insert(run)
    }
  }

  private mutating func insert(_ run: Int) {
    let gap = gaps[run]
    (chosen[run], next[run]) = (gap.passage, next[gap.after])
    next[gap.after] = run
    spent += gap.milliseconds
    count += 1
    for other in gaps.indices where chosen[other] < 0 {
      if gaps[other].after == gap.after {
        rescan(other)
      } else {
        improve(other, after: gap.after)
        improve(other, after: run)
      }
    }
  }
}

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
