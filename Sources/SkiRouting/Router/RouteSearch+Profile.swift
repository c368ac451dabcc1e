import SkiBase
import SkiGraph

/// Searches with the costs of a profile, which are restricted where they are read.
extension RouteSearch {
  /// Returns the path of least cost for a profile; see ``path(from:to:costs:greatestSpeed:)``.
  func path(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: EdgeCosts, greatestSpeed: Double? = nil
  ) throws(SkiError) -> SearchPath? {
    try run(from: sources, to: targets, costs: costs, greatestSpeed: greatestSpeed).map { trace($0, targets) }
  }

  /// Returns the path of least cost for a profile by A*, with exact bounds where the search is long.
  ///
  /// - Parameters:
  ///   - greatestSpeed: As for ``path(from:to:costs:greatestSpeed:)``.
  ///   - potential: Returns the exact bounds to the targets by the base costs; called after
  ///     ``greatestStraightCount`` settled nodes.
  ///   - connects: Returns whether there is a path at all, nil where a number of visited nodes does not tell; called
  ///     after ``firstExactCount`` more.
  func path(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: EdgeCosts, greatestSpeed: Double,
    potential: () throws(SkiError) -> HierarchyPotential, connects: (Int) throws(SkiError) -> Bool?
  ) throws(SkiError) -> SearchPath? {
    guard begin(from: sources, to: targets, costs: costs.base.milliseconds), !targets.isEmpty else {
      return nil
    }
    let found = try costs.withRestrictedTimes { times throws(SkiError) in
      try run(
        from: sources, to: targets, times: times, greatestSpeed: greatestSpeed,
        settlingAtMost: Self.greatestStraightCount, then: potential, connects: connects)
    }
    return (found ?? nil).map { trace($0, targets) }
  }

  /// The number of nodes settled with the straight-line bound before a search starts again with exact bounds, so that
  /// short routes of a new region need no hierarchy.
  static var greatestStraightCount: Int { 64 }

  /// Returns the milliseconds of the path of least cost for a profile; see ``path(from:to:costs:greatestSpeed:)``.
  func milliseconds(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: EdgeCosts, greatestSpeed: Double? = nil
  ) throws(SkiError) -> UInt32? {
    try run(from: sources, to: targets, costs: costs, greatestSpeed: greatestSpeed)?.milliseconds
  }

  private func run(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: EdgeCosts, greatestSpeed: Double?
  ) throws(SkiError) -> SearchResult? {
    guard begin(from: sources, to: targets, costs: costs.base.milliseconds), !targets.isEmpty else {
      return nil
    }
    return try costs.withRestrictedTimes { times throws(SkiError) in
      try run(from: sources, to: targets, times: times, greatestSpeed: greatestSpeed)
    } ?? nil
  }

  /// Returns the least time from any source to every node for a profile; see
  /// ``times(from:costs:withinMilliseconds:)``.
  func times(
    from sources: [SearchEnd], costs: EdgeCosts, withinMilliseconds limit: UInt32 = .max
  ) throws(SkiError) -> NodeTimes {
    guard begin(from: sources, to: [], costs: costs.base.milliseconds) else {
      return NodeTimes(milliseconds: [UInt32](repeating: .max, count: graph.nodeCount))
    }
    var times = [UInt32](repeating: .max, count: graph.nodeCount)
    try times.withUnsafeMutableBufferPointer { times throws(SkiError) in
      guard let base = times.baseAddress else { return }
      _ = try costs.withRestrictedTimes { restricted throws(SkiError) in
        try reach(from: sources, times: restricted, limit: limit, into: base)
      }
    }
    return NodeTimes(milliseconds: times)
  }
}
