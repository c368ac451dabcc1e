import SkiGraph

/// The upper bounds of the additional score of different runs by node and time, exact in time and in steps of a level.
///
/// A run scores its value for each of its passages on the way, so that a tour may score it again. For each level the
/// table holds the latest time at which a node has to be left to score it and return; lifts and runs are taken at the
/// shortest wait of the day, and each node is left in time to return.
///
/// **Source:** a state-space relaxation of visited runs, after Christofides, Mingozzi and Toth 1981.
struct TourRunTable {
  /// The score of a level, in thousandths of a run.
  let level: Int32
  /// The value of a state that cannot return in time.
  static let nothing = Int32.min

  /// The milliseconds before the end of the day by level and position.
  private var times: [UInt32] = []
  /// The number of levels above 0 that the start reaches.
  private(set) var levels = 0
  /// Indicates whether more levels might be reached.
  private(set) var isCut = false
  private let count: Int
  private let until: UInt32
  private let positions: [Int]

  /// Computes the table.
  /// - Parameters:
  ///   - problem: The passages with their network.
  ///   - values: The score of each run, in levels.
  ///   - level: The score of a level, in thousandths.
  ///   - cellCount: The maximum number of cells, 4 bytes each.
  /// - Complexity: O(*s* (*a* + *p*)) in levels, arcs of the hierarchy and passages.
  init(_ problem: TourRunProblem, values: [Int], level: Int32, cellCount: Int) {
    self.level = level
    let distances = problem.distances
    (positions, count, until) = (distances.positions, distances.positions.count, problem.until)
    times = [UInt32](repeating: TourDistances.unreachable, count: count)
    var limits = [UInt32](repeating: 0, count: count)
    for node in problem.windows.earliest.indices where problem.windows.isUseful(node) {
      times[positions[node]] = until - (problem.windows.latest[node] ?? 0)
      limits[positions[node]] = until - problem.windows.earliest[node]
    }
    let scoring = problem.passages.compactMap { passage -> Scoring? in
      guard values[passage.run] > 0 else { return nil }
      return Scoring(
        tail: positions[passage.tail], head: positions[passage.head], levels: values[passage.run],
        milliseconds: passage.milliseconds, least: until - min(until, passage.latestEntry))
    }
    let greatest = values.reduce(0, +)
    let start = positions[problem.network.start]
    while levels < greatest {
      guard times.count + count <= max(cellCount, 2 * count) else {
        isCut = true
        return
      }
      addLevel(scoring, limits, distances)
      guard times[times.count - count + start] < TourDistances.unreachable else { return }
      levels += 1
    }
  }

  /// A passage between positions, with its score.
  private struct Scoring {
    var tail: Int
    var head: Int
    var levels: Int
    var milliseconds: UInt32
    /// The milliseconds before the end of the day at the latest entry.
    var least: UInt32
  }

  private mutating func addLevel(_ scoring: [Scoring], _ limits: [UInt32], _ distances: TourDistances) {
    let (base, level) = (times.count, times.count / count)
    times.append(contentsOf: repeatElement(TourDistances.unreachable, count: count))
    for passage in scoring {
      let after = times[max(0, level - passage.levels) * count + passage.head]
      guard after < TourDistances.unreachable else { continue }
      let place = base + passage.tail
      times[place] = min(times[place], max(after + passage.milliseconds, passage.least))
    }
    times.withUnsafeMutableBufferPointer { times in
      distances.spread(UnsafeMutableBufferPointer(rebasing: times[base...]))
      for position in 0..<count {
        let time = max(times[base + position], times[position])
        times[base + position] = time <= limits[position] ? time : TourDistances.unreachable
      }
    }
  }

  /// Returns the greatest level that may be scored from a node at a time; nil when it cannot return.
  @inline(__always)
  func levels(_ node: Int, _ time: UInt32) -> Int? {
    guard time <= until else { return nil }
    let (position, rest) = (positions[node], until - time)
    guard times[position] <= rest else { return nil }
    var (low, high) = (0, times.count / count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if times[middle * count + position] <= rest { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the upper bound of the additional score from a node at a time, in thousandths.
  @inline(__always)
  func bound(_ node: Int, _ time: UInt32) -> Int32 {
    guard let scored = levels(node, time) else { return Self.nothing }
    if isCut, scored + 1 == times.count / count { return Int32.max / 2 }
    return Int32(scored) * level
  }
}

/// The input of searches for different runs.
struct TourRunProblem {
  let network: TourNetwork
  let windows: TourWindows
  let distances: TourDistances
  let passages: [TourPassage]
  /// The number of runs.
  let runCount: Int
  let from: UInt32
  let until: UInt32
}

/// A shortest stretch of a line with which its run counts: consecutive arcs of at least half its length.
///
/// Every tour that counts a run has one, so that the passages of runs are all that searches need of the lines.
struct TourPassage {
  /// The number of the run.
  var run: Int
  var tail: Int
  var head: Int
  /// The arcs in order.
  var arcs: [UInt32]
  /// The least milliseconds.
  var milliseconds: UInt32
  /// The latest entry of any day.
  var latestEntry: UInt32
}

extension TourRuns {
  /// Returns the passages of all runs that a tour has time for, those of a run next to each other.
  /// - Complexity: O(*m* · *k*) in arcs and those of a passage.
  func passages(of network: TourNetwork, _ windows: TourWindows) -> [TourPassage] {
    var found: [TourPassage] = []
    for node in 0..<network.nodeCount where windows.isUseful(node) {
      for arc in network.arcs(from: node) {
        guard let passage = passage(from: arc, leaving: node, network),
          let latest = windows.latest[passage.head], windows.earliest[node] <= passage.latestEntry,
          UInt64(windows.earliest[node]) + UInt64(passage.milliseconds) <= UInt64(latest)
        else { continue }
        found.append(passage)
      }
    }
    return found.sorted { $0.run < $1.run }
  }

  /// Returns the passage that begins with an arc; nil when the rest of its line is too short, or has no entry.
  private func passage(from first: Int, leaving node: Int, _ network: TourNetwork) -> TourPassage? {
    var arcs = [UInt32(first)]
    var progress = going(LineProgress(), along: network.arcs[first].edge)
    guard progress.code != LineProgress.none else { return nil }
    while counted(progress) == nil {
      let head = Int(network.arcs[Int(arcs[arcs.count - 1])].head)
      let next = network.arcs(from: head).first { continues(progress, along: network.arcs[$0].edge) }
      // The sections of a line never overlap, so that at most one goes on.
      guard let next else { return nil }
      progress = going(progress, along: network.arcs[next].edge)
      arcs.append(UInt32(next))
    }
    var entry = UInt64(TravelRule.lastMoment)
    for arc in arcs.reversed() {
      guard let before = network.latestEntry(network.arcs[Int(arc)], by: entry) else { return nil }
      entry = before
    }
    let least = arcs.reduce(UInt64(0)) { $0 + network.leastMilliseconds(network.arcs[Int($1)]) }
    return TourPassage(
      run: Int(progress.code >> 1), tail: node, head: Int(network.arcs[Int(arcs[arcs.count - 1])].head),
      arcs: arcs, milliseconds: UInt32(min(least, UInt64(TravelRule.lastMoment))), latestEntry: UInt32(entry))
  }
}
