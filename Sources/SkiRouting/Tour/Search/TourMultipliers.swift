/// An upper bound on the number of different runs in a day, by Lagrangian relaxation.
///
/// A run counts once, which no table by node and time can express. So every run has a multiplier in thousandths of a
/// run: each pass of its middle scores a run less the multiplier, and all multipliers are added once. For multipliers
/// between 0 and 1 the maximum score is at least the number of different runs. Subgradient steps raise those of runs
/// the best path passes often, and lower those of runs it leaves out.
///
/// **Source:** Held and Karp 1971, "The traveling-salesman problem and minimum spanning trees: part II"; Fisher 1981,
/// "The Lagrangian relaxation method for solving integer programming problems".
struct TourMultipliers {
  /// The score of a whole run.
  static let whole: Int32 = 1000
  /// The multiplier of each run.
  private(set) var multipliers: [Int32]
  /// The table for the multipliers.
  private(set) var table: TourBoundTable
  /// The upper bound of the score of every tour, multipliers included, in thousandths.
  private(set) var upper: Int32
  /// The tours found by the rounds.
  private(set) var tours: [[UInt32]] = []
  private let middles: [Int32]

  private static let greatestRounds = 40
  /// The first step of a multiplier, in thousandths of a run.
  private static let firstStep = 500.0
  /// The number of rounds after which the step is half as long.
  private static let slowing = 10.0
  /// The maximum number of steps a multiplier moves in a round.
  private static let greatestSlope = 3

  /// Computes the multipliers with tables of half the cells, then their table.
  /// - Complexity: O(cells) in each of up to 40 rounds.
  init(
    _ network: TourNetwork, runs: TourRuns, windows: TourWindows, from: UInt32, cellCount: Int,
    shouldContinue: (Double) -> Bool
  ) {
    let half = max(1, cellCount / 2)
    middles = network.arcs.map { Int32(runs.middle($0.edge) ?? -1) }
    let reachable = Self.reachable(middles, network, windows, count: runs.lines.count)
    multipliers = [Int32](repeating: 0, count: runs.lines.count)
    table = TourBoundTable(
      network, values: Self.values(middles, multipliers), once: middles, windows: windows,
      cellCount: cellCount,
      shouldContinue: { _ in shouldContinue(0) })
    upper = table.bound(network.start, from)
    var (trial, trialTable, most) = (multipliers, table, 0)
    for round in 0..<Self.greatestRounds {
      let share = Double(round) / Double(Self.greatestRounds)
      guard shouldContinue(share) else { break }
      guard
        let tour = GreedyTour.follow(network, windows, Self.values(middles, trial), trialTable, from: from)
      else { break }
      tours.append(tour)
      most = max(most, runs.counted(on: tour, of: network).count)
      if Int(upper) < (most + 1) * Int(Self.whole) { break }
      let passes = passes(of: tour)
      let step = Self.firstStep / (1 + Double(round) / Self.slowing)
      for number in trial.indices where reachable[number] {
        let moved = Double(trial[number]) + step * Double(min(Self.greatestSlope, passes[number] - 1))
        trial[number] = Int32(max(0, min(Double(Self.whole), moved)))
      }
      trialTable = TourBoundTable(
        network, values: Self.values(middles, trial), once: middles, windows: windows, cellCount: half,
        shouldContinue: { _ in shouldContinue(share) })
      let reach = saturatedSum(trial.reduce(0, saturatedSum), trialTable.bound(network.start, from))
      if reach < upper { (upper, multipliers, table) = (reach, trial, trialTable) }
    }
    table = TourBoundTable(
      network, values: Self.values(middles, multipliers), once: middles, windows: windows,
      cellCount: cellCount,
      shouldContinue: { _ in shouldContinue(1) })
    upper = min(upper, saturatedSum(multipliers.reduce(0, saturatedSum), table.bound(network.start, from)))
    upper = min(upper, Int32(clamping: reachable.count { $0 } * Int(Self.whole)))
  }

  private func passes(of tour: [UInt32]) -> [Int] {
    var passes = [Int](repeating: 0, count: multipliers.count)
    for arc in tour where middles[Int(arc)] >= 0 { passes[Int(middles[Int(arc)])] += 1 }
    return passes
  }

  /// Returns the score of each arc for some multipliers.
  private static func values(_ middles: [Int32], _ multipliers: [Int32]) -> [Int32] {
    middles.map { $0 < 0 ? 0 : whole - multipliers[Int($0)] }
  }

  /// Returns for each run whether a tour can pass its middle.
  private static func reachable(
    _ middles: [Int32], _ network: TourNetwork, _ windows: TourWindows, count: Int
  ) -> [Bool] {
    var reachable = [Bool](repeating: false, count: count)
    for node in 0..<network.nodeCount where windows.isUseful(node) {
      for arc in network.arcs(from: node) where middles[arc] >= 0 {
        let head = Int(network.arcs[arc].head)
        let arrival = network.arrival(network.arcs[arc], at: UInt64(windows.earliest[node]))
        if let latest = windows.latest[head], arrival <= UInt64(latest) {
          reachable[Int(middles[arc])] = true
        }
      }
    }
    return reachable
  }
}

/// A greedy tour that always takes the arc of the greatest upper bound.
enum GreedyTour {
  private static let greatestCount = 100_000

  /// Returns the arcs; nil when the tour does not reach the end.
  static func follow(
    _ network: TourNetwork, _ windows: TourWindows, _ values: [Int32], _ table: TourBoundTable, from: UInt32
  ) -> [UInt32]? {
    var (node, time, arcs) = (network.start, from, [UInt32]())
    while arcs.count < greatestCount {
      var best: (reach: Int32, arc: UInt32, time: UInt32)?
      for index in network.arcs(from: node) {
        let arc = network.arcs[index]
        guard let latest = windows.latest[Int(arc.head)] else { continue }
        let arrival = network.arrival(arc, at: UInt64(time))
        guard arrival <= UInt64(latest) else { continue }
        let reach = saturatedSum(values[index], table.bound(Int(arc.head), UInt32(arrival)))
        if best.map({ (reach, UInt32(arrival)) > ($0.reach, $0.time) }) ?? true {
          best = (reach, UInt32(index), UInt32(arrival))
        }
      }
      guard let best else { return nil }
      arcs.append(best.arc)
      (node, time) = (Int(network.arcs[Int(best.arc)].head), best.time)
      if node == network.end { return arcs }
    }
    return nil
  }
}
