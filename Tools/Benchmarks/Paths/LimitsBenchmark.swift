import Foundation
import SkiGraph
import SkiRouting

/// Times distances under limits that come with the question, on a benchmark graph, and checks every answer.
///
/// Local pairs are asked as the reference in C++ asks them: no run above intermediate, no bus, every twentieth edge closed where
/// it is a lift. Far pairs need the bus, and are asked without platters and T-bars too, as the peers' harness customises them.
struct LimitsBenchmark {
  private let data: BenchGraph
  private let classes: [UInt16]
  private let search: LimitedSearch
  private let limits: [String: EdgeLimits]
  private static let bus: UInt16 = 6
  private static let firstLift: UInt16 = 8
  /// The classes that each group of pairs is refused.
  private static let refused: [String: Set<UInt16>] = [
    "local": [3, 4, bus], "far": [3, 4, firstLift + 3, firstLift + 4],
  ]
  private static let classCount = 16
  /// No class of pairs takes longer than this.
  private static let budgetSeconds = 20.0

  /// Prepares the graph of a folder.
  init(folder: String) throws {
    let data = try BenchGraph(folder: folder)
    let file = try SkiGraphFile(folder: folder)
    let classes = file.kinds.indices.map { edge in
      switch file.kinds[edge] {
      case .run: UInt16(file.difficulties[edge])
      case .lift: Self.firstLift + UInt16(file.liftKinds[edge])
      case .walk: UInt16(5)
      case .bus: Self.bus
      }
    }
    let hierarchy = ContractionHierarchy(data.graph)
    let weights = try HierarchyWeights(hierarchy) { [costs = data.milliseconds] in UInt64(costs[$0]) }
    search = LimitedSearch(data.graph, costs: data.milliseconds, classes: classes, weights: weights)
    let closed = classes.indices.filter { $0 % 20 == 0 && classes[$0] >= Self.firstLift }
    limits = Self.refused.mapValues { refused in
      EdgeLimits(
        admitted: (0..<Self.classCount).map { !refused.contains(UInt16($0)) }, closed: closed,
        edgeCount: classes.count)
    }
    (self.data, self.classes) = (data, classes)
  }

  /// Returns the rows of local and far pairs.
  func rows() throws -> [PathsBenchmark.Row] {
    try ["local", "far"].compactMap { group in
      let pairs = data.pairs.filter { $0.group == group }
      guard let limits = limits[group], !pairs.isEmpty else { return nil }
      return try row(pairs, group, limits)
    }
  }

  private func row(
    _ pairs: [BenchGraph.Pair], _ group: String, _ limits: EdgeLimits
  ) throws -> PathsBenchmark.Row {
    let plain = RouteSearch(data.graph)
    let allowed = allowedCosts(group)
    var (times, wrong, checked): ([Double], Int, Double) = ([], 0, 0)
    for pair in pairs where times.reduce(0, +) + checked < Self.budgetSeconds * 1e6 {
      let (from, to) = (NodeIndex(pair.from), NodeIndex(pair.to))
      var start = ContinuousClock.now
      let answer = try search.milliseconds(from: from, to: to, limits: limits)
      times.append(Timing.microseconds(since: start))
      start = ContinuousClock.now
      let truth = try plain.milliseconds(
        from: [SearchEnd(node: from)], to: [SearchEnd(node: to)], costs: allowed)
      checked += Timing.microseconds(since: start)
      wrong += answer == truth ? 0 : 1
    }
    times.sort()
    return PathsBenchmark.Row(
      algorithm: "limits", group: group, medianMicroseconds: times[times.count / 2],
      p99Microseconds: times[times.count * 99 / 100],
      meanMicroseconds: times.reduce(0, +) / Double(times.count), settled: 0, wrong: wrong,
      queries: times.count)
  }

  /// Returns the costs with `UInt32.max` where the limits of a group forbid an edge, for Dijkstra.
  private func allowedCosts(_ group: String) -> [UInt32] {
    let refused = Self.refused[group] ?? []
    return data.milliseconds.indices.map { edge in
      let isClosed = edge % 20 == 0 && classes[edge] >= Self.firstLift
      return isClosed || refused.contains(classes[edge]) ? .max : data.milliseconds[edge]
    }
  }
}
