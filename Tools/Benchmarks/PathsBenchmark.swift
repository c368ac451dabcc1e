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
    let speed = data.graph.greatestSpeed(milliseconds: data.milliseconds)
    var rows: [Row] = []
    for algorithm in [SearchAlgorithm.dijkstra, .aStar] {
      for group in ["local", "far"] {
        let pairs = data.pairs.filter { $0.group == group }
        if pairs.isEmpty { continue }
        rows.append(try time(pairs, group, algorithm, search, algorithm == .aStar ? speed : nil))
      }
    }
    return rows
  }

  private func time(
    _ pairs: [BenchGraph.Pair], _ group: String, _ algorithm: SearchAlgorithm, _ search: RouteSearch,
    _ speed: Double?
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
      let answer = try search.milliseconds(
        from: sources, to: targets, costs: data.milliseconds, greatestSpeed: speed)
      let spent = clock.now - start
      times.append(Double(spent.components.attoseconds) / 1e12 + Double(spent.components.seconds) * 1e6)
      settled += search.settledCount
      wrong += answer == pair.milliseconds ? 0 : 1
      if clock.now > end { break }
    }
    times.sort()
    return Row(
      algorithm: algorithm.rawValue, group: group, medianMicroseconds: times[times.count / 2],
      p99Microseconds: times[times.count * 99 / 100],
      meanMicroseconds: times.reduce(0, +) / Double(times.count),
      settled: Double(settled) / Double(times.count), wrong: wrong, queries: times.count)
  }
}
