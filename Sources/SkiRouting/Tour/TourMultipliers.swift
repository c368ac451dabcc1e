import SkiGraph

/// An upper bound on the number of different runs in a day, by Lagrangian relaxation.
///
/// A run counts once, which no table by node and time can express. So every run has a multiplier in thousandths of a
/// run: each of its passages scores a run less the multiplier, and all multipliers are added once. For multipliers
/// between 0 and 1 the maximum score is at least the number of different runs. Subgradient steps, each averaged with
/// those before, raise those of runs the best path passes often, and lower those of runs it leaves out.
///
/// **Source:** Held and Karp 1971, "The traveling-salesman problem and minimum spanning trees: part II"; Fisher 1981,
/// "The Lagrangian relaxation method for solving integer programming problems"; Polyak 1969, "Minimization of unsmooth
/// functionals" (lengths of steps); Camerini, Fratta and Maffioli 1975, "On improving relaxation methods by modified
/// gradient techniques" (averaging).
struct TourMultipliers {
  /// The score of a whole run.
  static let whole: Int32 = 1000
  /// The multiplier of each run, a multiple of the score of a level of the table.
  private(set) var multipliers: [Int32]
  /// The table for the multipliers.
  private(set) var table: TourRunTable
  /// The upper bound of the score of every tour, multipliers included, in thousandths.
  private(set) var upper: Int32
  private let reachable: [Bool]

  private static let greatestRounds = 40
  /// The scores of a level that are tried, in thousandths, each when the table of the one before has too many cells.
  private static let levels: [Int32] = [100, 200, 500, whole]

  /// Computes the multipliers and their table.
  /// - Parameters:
  ///   - problem: The problem.
  ///   - known: The number of runs of the best known tour, which ends the rounds when proven.
  ///   - cellCount: The maximum number of cells of a table.
  ///   - shouldContinue: Receives the finished part, 0 to 1; returning false ends the rounds.
  /// - Complexity: As ``TourRunTable`` in each of up to 40 rounds.
  init(_ problem: TourRunProblem, known: Int, cellCount: Int, shouldContinue: (Double) -> Bool) {
    let runs = Set(problem.passages.map(\.run))
    let reachable = (0..<problem.runCount).map(runs.contains)
    self.reachable = reachable
    let none = [Int32](repeating: 0, count: problem.runCount)
    multipliers = none
    let makeTable = { (level: Int32) in
      TourRunTable(problem, values: Self.values(none, reachable, level), level: level, cellCount: cellCount)
    }
    table = Self.levels.dropLast().lazy.map(makeTable).first { !$0.isCut } ?? makeTable(Self.whole)
    let all = Int32(clamping: reachable.count { $0 } * Int(Self.whole))
    upper = min(all, table.bound(problem.network.start, problem.from))
    improve(problem, known: known, cellCount: cellCount, shouldContinue: shouldContinue)
  }

  private mutating func improve(
    _ problem: TourRunProblem, known: Int, cellCount: Int, shouldContinue: (Double) -> Bool
  ) {
    let (walk, level) = (RelaxedWalk(problem), table.level)
    var steps = SubgradientSteps(count: problem.runCount)
    var (trial, trialMultipliers, reach) = (table, multipliers, upper)
    for round in 0..<Self.greatestRounds {
      guard Int(upper) >= (known + 1) * Int(Self.whole), !trial.isCut,
        shouldContinue(Double(round) / Double(Self.greatestRounds))
      else { return }
      let passes = walk.passes(trial, Self.values(trialMultipliers, reachable, level))
      steps.move(passes, gap: Double(reach) / Double(Self.whole) - Double(known))
      for run in reachable.indices where reachable[run] {
        let levels = Double(Self.whole / level)
        trialMultipliers[run] = Int32((steps.values[run] * levels).rounded()) * level
      }
      trial = TourRunTable(
        problem, values: Self.values(trialMultipliers, reachable, level), level: level, cellCount: cellCount)
      reach = saturatedSum(
        trialMultipliers.reduce(0, saturatedSum), trial.bound(problem.network.start, problem.from))
      steps.note(isBetter: reach < upper)
      if reach < upper { (upper, multipliers, table) = (reach, trialMultipliers, trial) }
    }
  }

  /// Returns the score of each run for some multipliers, in levels; 0 for runs that no tour has time for.
  private static func values(_ multipliers: [Int32], _ reachable: [Bool], _ level: Int32) -> [Int] {
    zip(multipliers, reachable).map { $1 ? Int((whole - $0) / level) : 0 }
  }
}

/// The steps of the multipliers, each averaged with the direction before.
private struct SubgradientSteps {
  /// The multipliers, 0 to 1.
  private(set) var values: [Double]
  private var direction: [Double]
  private var best: [Double]
  private var misses = 0
  /// The ratio of Polyak's step.
  private var ratio = 0.3

  /// The ratio of the direction before in each direction.
  private static let inertia = 0.6
  /// The maximum number of surplus passes of a run that count in a direction.
  private static let greatestSlope = 3
  /// The number of rounds without a lower bound after which the next ones start from the best, with shorter steps.
  private static let patience = 3
  /// The ratio of shorter steps.
  private static let shortening = 0.6

  init(count: Int) {
    values = [Double](repeating: 0, count: count)
    (direction, best) = (values, values)
  }

  /// Moves the multipliers by the number of passes of each run; runs that no tour has time for are never passed, and
  /// theirs stay 0.
  mutating func move(_ passes: [Int], gap: Double) {
    var norm = 0.0
    for run in values.indices {
      let slope = Double(1 - min(Self.greatestSlope + 1, passes[run]))
      direction[run] = Self.inertia * direction[run] + (1 - Self.inertia) * slope
      let isBlocked = direction[run] > 0 ? values[run] <= 0 : values[run] >= 1
      if !isBlocked { norm += direction[run] * direction[run] }
    }
    let step = ratio * gap / max(0.5, norm)
    for run in values.indices { values[run] = max(0, min(1, values[run] - step * direction[run])) }
  }

  /// Records whether the last step lowered the bound.
  mutating func note(isBetter: Bool) {
    (best, misses) = isBetter ? (values, 0) : (best, misses + 1)
    if misses > Self.patience { (values, ratio, misses) = (best, ratio * Self.shortening, 0) }
  }
}

/// The best path of the relaxation, which may pass a run again and again.
private struct RelaxedWalk {
  private let problem: TourRunProblem
  /// The passages that begin at each node.
  private let passagesAt: [[Int]]
  private static let greatestCount = 5000

  init(_ problem: TourRunProblem) {
    self.problem = problem
    var passagesAt = [[Int]](repeating: [], count: problem.network.nodeCount)
    for (number, passage) in problem.passages.enumerated() { passagesAt[passage.tail].append(number) }
    self.passagesAt = passagesAt
  }

  /// Returns the number of passes of each run, always by the step of the greatest bound, the earliest of equal ones.
  func passes(_ table: TourRunTable, _ values: [Int]) -> [Int] {
    var passes = [Int](repeating: 0, count: problem.runCount)
    var (node, time) = (problem.network.start, problem.from)
    for _ in 0..<Self.greatestCount where node != problem.network.end {
      var best: (reach: Int, time: UInt32, head: Int, run: Int?)?
      let consider = { (head: Int, arrival: UInt64, run: Int?) in
        guard arrival <= UInt64(problem.until), let levels = table.levels(head, UInt32(arrival)) else {
          return
        }
        let reach = levels + (run.map { values[$0] } ?? 0)
        if best.map({ reach > $0.reach || reach == $0.reach && arrival < UInt64($0.time) }) ?? true {
          best = (reach, UInt32(arrival), head, run)
        }
      }
      for index in problem.network.arcs(from: node) {
        let arc = problem.network.arcs[index]
        consider(Int(arc.head), UInt64(time) + problem.network.leastMilliseconds(arc), nil)
      }
      for number in passagesAt[node] where problem.passages[number].latestEntry >= time {
        let passage = problem.passages[number]
        consider(passage.head, UInt64(time) + UInt64(passage.milliseconds), passage.run)
      }
      guard let best else { break }
      if let run = best.run { passes[run] += 1 }
      (node, time) = (best.head, best.time)
    }
    return passes
  }
}
