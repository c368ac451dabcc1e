import Foundation
import SkiGraph
import SkiRouting

/// Times Dijkstra and A* on a benchmark graph and checks every answer.
struct PathsBenchmark {
  var data: BenchGraph
  /// No class runs longer than this, as in the reference.
  var budgetSeconds = 20.0

  /// The figures of one algorithm on one class of pairs.
  struct Row {
    var algorithm: String
    var group: String
    var medianMicroseconds: Double
    var p99Microseconds: Double
    var meanMicroseconds: Double
    var settled: Double
    var wrong: Int
    var queries: Int

    var json: String {
      """
      {"algorithm":"\(algorithm)","class":"\(group)","median_us":\(number(medianMicroseconds)),\
      "p99_us":\(number(p99Microseconds)),"mean_us":\(number(meanMicroseconds)),"settled":\(number(settled)),\
      "wrong":\(wrong),"queries":\(queries)}
      """
    }

    var line: String {
      let name = algorithm.padding(toLength: 10, withPad: " ", startingAt: 0)
      let kind = group.padding(toLength: 6, withPad: " ", startingAt: 0)
      return "\(name)\(kind) median \(number(medianMicroseconds)) us  p99 \(number(p99Microseconds)) us"
        + "  settled \(number(settled))  wrong \(wrong)/\(queries)"
    }

    private func number(_ value: Double) -> String { String(format: "%.2f", value) }
  }

  func rows() throws -> [Row] {
    let search = RouteSearch(data.graph)
    let costs = data.milliseconds
    let speed = data.graph.greatestSpeed(milliseconds: data.milliseconds)
    var rows: [Row] = []
    for algorithm in [SearchAlgorithm.dijkstra, .aStar] {
      for group in ["local", "far"] {
        let pairs = data.pairs.filter { $0.group == group }
        if pairs.isEmpty { continue }
        rows.append(
          try time(pairs, group, algorithm.rawValue) { sources, targets in
            let answer = try search.milliseconds(
              from: sources, to: targets, costs: costs, greatestSpeed: algorithm == .aStar ? speed : nil)
            return (answer, search.settledCount)
          })
      }
    }
    return rows + (try hierarchyRows())
  }

  /// Times queries of a customised hierarchy; prints the times of its preparation, of trees and of a matrix.
  private func hierarchyRows() throws -> [Row] {
    let start = ContinuousClock.now
    let hierarchy = ContractionHierarchy(data.graph)
    let made = Timing.microseconds(since: start)
    let customising = ContinuousClock.now
    let weights = try HierarchyWeights(hierarchy) { [costs = data.milliseconds] in UInt64(costs[$0]) }
    let customised = Timing.microseconds(since: customising)
    let bytes = hierarchy.nodeCount * 16 + data.milliseconds.count * 4 + hierarchy.arcCount * 12
    print(
      "hierarchy: \(hierarchy.nodeCount) nodes, \(hierarchy.arcCount) arcs, \(bytes / hierarchy.nodeCount) bytes a node; "
        + "made in \(Int(made)) us, customised in \(Int(customised)) us")
    timeSweeps(weights)
    let labelling = ContinuousClock.now
    guard let labels = try HierarchyLabels(weights) else { return [] }
    let labelled = Timing.microseconds(since: labelling)
    print("labels: \(labels.byteCount / hierarchy.nodeCount) bytes a node, made in \(Int(labelled)) us")
    return ["local", "far"].compactMap { group in
      let pairs = data.pairs.filter { $0.group == group }
      return pairs.isEmpty ? nil : timeLabels(labels, pairs, group)
    }
  }

  /// Times the distances of all pairs in turn, seven times as the peers' harness does; the best of each counts.
  private func timeLabels(_ labels: HierarchyLabels, _ pairs: [BenchGraph.Pair], _ group: String) -> Row {
    var best = [Double](repeating: .infinity, count: pairs.count)
    var wrong = 0
    for round in 0..<7 {
      for (index, pair) in pairs.enumerated() {
        let start = ContinuousClock.now
        let found = labels.milliseconds(from: NodeIndex(pair.from), to: NodeIndex(pair.to))
        best[index] = min(best[index], Timing.microseconds(since: start))
        if round == 0 { wrong += found == pair.milliseconds ? 0 : 1 }
      }
    }
    best.sort()
    return Row(
      algorithm: "labels", group: group, medianMicroseconds: best[best.count / 2],
      p99Microseconds: best[best.count * 99 / 100], meanMicroseconds: best.reduce(0, +) / Double(best.count),
      settled: 0, wrong: wrong, queries: best.count)
  }

  /// Prints the time of a node in trees of shortest paths to all nodes, and of a pair in a matrix of 1,000 × 1,000.
  private func timeSweeps(_ weights: HierarchyWeights) {
    let nodes = UInt32(data.graph.nodeCount)
    var random = SplitMix(state: 5)
    let groups = (0..<1000).map { _ in
      [SearchEnd(node: NodeIndex(UInt32.random(in: 0..<nodes, using: &random)))]
    }
    let targets = Array(groups.reversed())
    let all = HierarchySweep(SweepPlan(weights))
    var start = ContinuousClock.now
    let rounds = max(1, 4_000_000 / Int(nodes))
    for round in 0..<rounds { all.run(from: groups[(round % 1000)...(round % 1000)]) }
    let single = Timing.microseconds(since: start) / Double(rounds)
    let lanes = HierarchySweep.laneCount
    start = ContinuousClock.now
    for round in 0..<max(1, rounds / lanes) {
      let first = round * lanes % (1000 - lanes)
      all.run(from: groups[first..<first + lanes])
    }
    let shared = Timing.microseconds(since: start) / Double(max(1, rounds / lanes))
    // As the peers' harness: the median of three, the places of the targets chosen anew.
    var sum: UInt64 = 0
    let matrices = (0..<3).map { _ in
      start = ContinuousClock.now
      sum = 0
      let sweep = HierarchySweep(SweepPlan(weights, to: targets))
      for first in stride(from: 0, to: groups.count, by: lanes) {
        let batch = groups[first..<min(first + lanes, groups.count)]
        sweep.run(from: batch)
        for lane in 0..<batch.count { sum += sweep.sum(lane) }
      }
      return Timing.microseconds(since: start)
    }
    let matrix = matrices.sorted()[1]
    print(
      "one to all: \(String(format: "%.2f", single * 1000 / Double(nodes))) ns a node for one source, "
        + "\(String(format: "%.2f", shared * 1000 / Double(nodes) / Double(lanes))) of \(lanes); "
        + "matrix of 1,000 x 1,000: \(String(format: "%.2f", matrix / 1000)) ns a pair, sum \(sum)")
  }

  private func time(
    _ pairs: [BenchGraph.Pair], _ group: String, _ algorithm: String,
    _ query: ([SearchEnd], [SearchEnd]) throws -> (milliseconds: UInt32?, settled: Int)
  ) throws -> Row {
    var times: [Double] = []
    var settled = 0
    var wrong = 0
    let clock = ContinuousClock()
    let end = clock.now + .seconds(budgetSeconds)
    for pair in pairs {
      let sources = [SearchEnd(node: NodeIndex(pair.from))]
      let targets = [SearchEnd(node: NodeIndex(pair.to))]
      let start = clock.now
      let (answer, settledCount) = try query(sources, targets)
      let spent = clock.now - start
      times.append(Double(spent.components.attoseconds) / 1e12 + Double(spent.components.seconds) * 1e6)
      settled += settledCount
      wrong += answer == pair.milliseconds ? 0 : 1
      if clock.now > end { break }
    }
    times.sort()
    return Row(
      algorithm: algorithm, group: group, medianMicroseconds: times[times.count / 2],
      p99Microseconds: times[times.count * 99 / 100],
      meanMicroseconds: times.reduce(0, +) / Double(times.count),
      settled: Double(settled) / Double(times.count), wrong: wrong, queries: times.count)
  }
}
