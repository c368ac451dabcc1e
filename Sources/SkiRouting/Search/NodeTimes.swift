package import SkiBase
package import SkiGraph

/// The least time from a place to every node of a graph, 4 bytes per node.
package struct NodeTimes: Sendable, Hashable {
  /// The times; `UInt32.max` for nodes that cannot be reached within the limit.
  private var milliseconds: [UInt32]

  init(milliseconds: [UInt32]) { self.milliseconds = milliseconds }

  /// Returns the milliseconds to a node; nil when it cannot be reached within the limit.
  package subscript(node: NodeIndex) -> UInt32? {
    let time = milliseconds[node.position]
    return time == .max ? nil : time
  }

  /// Returns the least milliseconds to any of some ends, their own costs included; nil when none can be reached.
  /// - Complexity: O(ends).
  package func least(to ends: [SearchEnd]) -> UInt32? {
    var best: UInt32?
    for end in ends {
      guard let time = self[end.node] else { continue }
      let (total, overflows) = time.addingReportingOverflow(end.milliseconds)
      if !overflows, total < best ?? .max { best = total }
    }
    return best
  }
}

extension RouteSearch {
  /// Returns the least time from any source to every node.
  ///
  /// - Parameters:
  ///   - sources: The nodes to start from.
  ///   - costs: The milliseconds of each edge, `UInt32.max` where it may not be used.
  ///   - limit: The maximum time in milliseconds; the search ends there.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*), less with a limit, and O(*n*) for the result.
  /// - Precondition: There is one cost for each edge, and every node given is in the graph.
  package func times(
    from sources: [SearchEnd], costs: [UInt32], withinMilliseconds limit: UInt32 = .max
  ) throws(SkiError) -> NodeTimes {
    var times = [UInt32](repeating: .max, count: graph.nodeCount)
    try times.withUnsafeMutableBufferPointer { times throws(SkiError) in
      guard let base = times.baseAddress else { return }
      try reach(from: sources, costs: costs, limit: limit, times: base)
    }
    return NodeTimes(milliseconds: times)
  }
}

/// The travel times of edges, the cost function of a search.
///
/// Times are milliseconds below ``SearchScratch/timeLimit``; greater values mean that the edge is impassable. Edges are
/// FIFO: `arrival(e, at: t)` does not decrease in t, and is at least t.
protocol EdgeTimes {
  /// Returns the arrival at the end of an edge entered at a time.
  func arrival(_ edge: Int, at time: UInt64) -> UInt64
}

/// The travel times including the last part from a node to a target, for searches that end at one.
protocol TargetTimes: EdgeTimes {
  /// Returns the arrival at a target from its node at a time, given the milliseconds between them.
  func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64
}

/// The costs that do not depend on the time.
struct FixedTimes: TargetTimes {
  let costs: UnsafePointer<UInt32>

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 { time &+ UInt64(costs[edge]) }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    time &+ UInt64(milliseconds)
  }
}
