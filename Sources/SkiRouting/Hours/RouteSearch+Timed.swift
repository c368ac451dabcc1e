import SkiBase

extension RouteSearch {
  /// Returns the path that arrives first on the day; times are milliseconds since midnight.
  func path(
    from sources: [SearchEnd], to targets: [SearchEnd], timed: TimedCosts, finals: [TimedFinal],
    greatestSpeed: Double?
  ) throws(SkiError) -> SearchPath? {
    guard begin(from: sources, to: targets), !targets.isEmpty else { return nil }
    let found = try timed.withTimes(finals: finals) { times throws(SkiError) in
      try run(from: sources, to: targets, times: times, greatestSpeed: greatestSpeed)
    }
    return found.flatMap(\.self).map { trace($0, targets) }
  }

  /// Returns the first arrival at each node; times are milliseconds since midnight.
  func times(
    from sources: [SearchEnd], timed: TimedCosts, until limit: UInt32 = .max
  ) throws(SkiError) -> NodeTimes {
    var reached = [UInt32](repeating: .max, count: graph.nodeCount)
    try reached.withUnsafeMutableBufferPointer { reached throws(SkiError) in
      guard let base = reached.baseAddress else { return }
      try timed.withTimes(finals: []) { times throws(SkiError) in
        try reach(from: sources, times: times, limit: limit, into: base)
      }
    }
    return NodeTimes(milliseconds: reached)
  }
}
