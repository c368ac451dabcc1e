package import SkiBase
package import SkiGraph

/// The algorithm of a search, A* or Dijkstra's; both return a path of least cost.
package enum SearchAlgorithm: String, Sendable, Hashable, CaseIterable, Codable {
  case aStar, dijkstra
}

/// A node where a search may start or end, with the cost between it and the end itself.
package struct SearchEnd: Hashable, Sendable {
  /// The node.
  package var node: NodeIndex
  /// The milliseconds from the true start to the node, or from the node to the true destination.
  package var milliseconds: UInt32

  /// Creates an end.
  package init(node: NodeIndex, milliseconds: UInt32 = 0) {
    self.node = node
    self.milliseconds = milliseconds
  }
}

/// The path a search found, with the ends that it connects.
package struct SearchPath: Hashable, Sendable {
  /// The total milliseconds, including the costs at both ends.
  package var milliseconds: UInt32
  /// The edges from source to target; empty when both are the same node.
  package var edges: [EdgeIndex]
  /// The position of the source in the list given.
  package var source: Int
  /// The position of the target in the list given.
  package var target: Int
}

/// A shortest path search on a ``FlatGraph`` with reusable scratch memory.
///
/// A class for one task: not `Sendable`. Labels carry the number of their search, so that nothing is cleared between
/// searches. Memory: 12 bytes per node, 8 bytes per edge.
///
/// **Source:** Dijkstra 1959; A* of Hart, Nilsson and Raphael 1968, "A formal basis for the heuristic determination of
/// minimum cost paths"; lazy deletion in a 4-ary heap of packed (key, node) words.
package final class RouteSearch {
  /// The graph searched.
  package let graph: FlatGraph
  /// The number of nodes settled by the last search.
  package private(set) var settledCount = 0
  private var scratch: SearchScratch

  /// Creates a search with its scratch memory.
  /// - Complexity: O(*n*).
  package init(_ graph: FlatGraph) {
    self.graph = graph
    scratch = SearchScratch(nodeCount: graph.nodeCount, edgeCount: graph.edgeCount)
  }

  deinit { scratch.deallocate() }

  /// Returns the path of least cost from any source to any target, or nil when there is none.
  ///
  /// - Parameters:
  ///   - sources: The nodes to start from.
  ///   - targets: The nodes to end at.
  ///   - costs: The milliseconds of each edge, `UInt32.max` where it may not be used.
  ///   - greatestSpeed: The value of ``FlatGraph/greatestSpeed(milliseconds:)`` for these costs for A*; nil for
  ///     Dijkstra.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*), less the nearer the target.
  /// - Precondition: There is one cost for each edge, and every node given is in the graph.
  package func path(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: [UInt32], greatestSpeed: Double? = nil
  ) throws(SkiError) -> SearchPath? {
    guard let found = try run(from: sources, to: targets, costs: costs, greatestSpeed: greatestSpeed) else {
      return nil
    }
    return trace(found, targets)
  }

  /// Returns the milliseconds of the path of least cost, or nil when there is none; see
  /// ``path(from:to:costs:greatestSpeed:)``.
  package func milliseconds(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: [UInt32], greatestSpeed: Double? = nil
  ) throws(SkiError) -> UInt32? {
    try run(from: sources, to: targets, costs: costs, greatestSpeed: greatestSpeed)?.milliseconds
  }

  private func run(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: [UInt32], greatestSpeed: Double?
  ) throws(SkiError) -> SearchResult? {
    guard begin(from: sources, to: targets, costs: costs), !targets.isEmpty else { return nil }
    return try costs.withUnsafeBufferPointer { costs throws(SkiError) in
      guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 4) else { return nil }
      return try run(
        from: sources, to: targets, times: FixedTimes(costs: costs), greatestSpeed: greatestSpeed)
    }
  }

  /// Returns the path of least cost as ``path(from:to:costs:greatestSpeed:)``, with a bound that is consistent with the
  /// costs.
  func path<P: Potential>(
    from sources: [SearchEnd], to targets: [SearchEnd], costs: [UInt32], potential: P
  ) throws(SkiError) -> SearchPath? {
    guard begin(from: sources, to: targets, costs: costs), !targets.isEmpty else { return nil }
    let found = try costs.withUnsafeBufferPointer { costs throws(SkiError) -> SearchResult? in
      guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 4) else { return nil }
      return try run(from: sources, to: targets, times: FixedTimes(costs: costs), potential: potential)
    }
    return found.map { trace($0, targets) }
  }

  /// Searches for the best target after `begin`; nil when none can be reached.
  func run<Times: TargetTimes>(
    from sources: [SearchEnd], to targets: [SearchEnd], times: Times, greatestSpeed: Double?
  ) throws(SkiError) -> SearchResult? {
    try Self.withPotential(graph, targets, greatestSpeed) { straight throws(SkiError) in
      if let straight {
        try run(from: sources, to: targets, times: times, potential: straight)
      } else {
        try run(from: sources, to: targets, times: times, potential: ZeroPotential())
      }
    }
  }

  /// Searches for the best target after `begin` with the straight-line bound, or where that settles many nodes, again
  /// with an exact one; nil when none can be reached.
  ///
  /// A search that settles many nodes with the exact bound too may have no path to find: it is interrupted, and continued
  /// from the beginning with four times the nodes, until it is known whether the ends are connected.
  ///
  /// - Parameters:
  ///   - greatestCount: The maximum number of nodes settled with the straight-line bound.
  ///   - potential: Returns the exact bound to the targets for the same costs, or for costs that are nowhere greater.
  ///   - connects: Returns whether there is a path at all, nil where a number of visited nodes does not tell.
  func run<Times: TargetTimes, P: Potential>(
    from sources: [SearchEnd], to targets: [SearchEnd], times: Times, greatestSpeed: Double?,
    settlingAtMost greatestCount: Int, then potential: () throws(SkiError) -> P,
    connects: (Int) throws(SkiError) -> Bool?
  ) throws(SkiError) -> SearchResult? {
    let kernel = SearchKernel(graph: graph, times: times, scratch: scratch)
    let first = try Self.withPotential(graph, targets, greatestSpeed) { straight in
      straight.map {
        kernel.run(from: sources, to: targets, potential: $0, settlingAtMost: greatestCount)
      }
    }
    try kernel.limit.check()
    settledCount = first?.settled ?? 0
    if let first, !first.isIncomplete { return first.target < 0 ? nil : first }
    let potential = try potential()
    var count = Self.firstExactCount
    while true {
      scratch.beginSearch(sources: sources.count)
      let kernel = SearchKernel(graph: graph, times: times, scratch: scratch)
      let found = kernel.run(from: sources, to: targets, potential: potential, settlingAtMost: count)
      settledCount += found.settled
      try kernel.limit.check()
      if !found.isIncomplete { return found.target < 0 ? nil : found }
      switch try connects(4 * count) {
      case false?: return nil
      case true?: count = .max
      case nil: count *= 4
      }
    }
  }

  /// The number of nodes settled with exact bounds before it is tested whether the ends are connected.
  static var firstExactCount: Int { 256 }

  /// Searches for the best target after `begin` with a consistent bound; nil when none can be reached.
  func run<Times: TargetTimes, P: Potential>(
    from sources: [SearchEnd], to targets: [SearchEnd], times: Times, potential: P
  ) throws(SkiError) -> SearchResult? {
    let kernel = SearchKernel(graph: graph, times: times, scratch: scratch)
    let found = kernel.run(from: sources, to: targets, potential: potential)
    settledCount = found.settled
    try kernel.limit.check()
    return found.target < 0 ? nil : found
  }

  /// Returns the path to a target of the last search.
  func trace(_ found: SearchResult, _ targets: [SearchEnd]) -> SearchPath {
    let (edges, root) = scratch.trace(to: targets[found.target].node.rawValue, in: graph)
    return SearchPath(
      milliseconds: found.milliseconds, edges: edges, source: root, target: found.target)
  }

  /// Returns the edge, or the source from ``SearchScratch/rootLimit`` on, by which the last search reached a node.
  func parent(of node: Int) -> UInt32 { scratch.parents[node] }

  /// Writes the time of every node within a limit; see ``times(from:costs:withinMilliseconds:)``.
  func reach(
    from sources: [SearchEnd], costs: [UInt32], limit: UInt32, times: UnsafeMutablePointer<UInt32>
  ) throws(SkiError) {
    guard begin(from: sources, to: [], costs: costs) else { return }
    settledCount = costs.withUnsafeBufferPointer { costs in
      guard let costs = costs.baseAddress ?? UnsafePointer(bitPattern: 4) else { return 0 }
      return SearchKernel(graph: graph, times: FixedTimes(costs: costs), scratch: scratch)
        .reach(from: sources, limit: limit, into: times)
    }
    try WorkLimit.check()
  }

  /// Writes the arrival at every node within a limit.
  func reach<Times: EdgeTimes>(
    from sources: [SearchEnd], times: Times, limit: UInt32, into reached: UnsafeMutablePointer<UInt32>
  ) throws(SkiError) {
    guard begin(from: sources, to: []) else { return }
    let kernel = SearchKernel(graph: graph, times: times, scratch: scratch)
    settledCount = kernel.reach(from: sources, limit: limit, into: reached)
    try kernel.limit.check()
  }

  /// Checks the arguments of a search and prepares the scratch memory; false when there is no source.
  func begin(from sources: [SearchEnd], to targets: [SearchEnd], costs: [UInt32]) -> Bool {
    precondition(
      costs.count == graph.edgeCount, "costs must match edges, got \(costs.count) for \(graph.edgeCount)")
    return begin(from: sources, to: targets)
  }

  func begin(from sources: [SearchEnd], to targets: [SearchEnd]) -> Bool {
    precondition(
      sources.allSatisfy { $0.node.position < graph.nodeCount }
        && targets.allSatisfy { $0.node.position < graph.nodeCount },
      "ends must be nodes below \(graph.nodeCount)")
    settledCount = 0
    guard !sources.isEmpty, sources.count < Int(SearchScratch.rootLimit) else { return false }
    scratch.beginSearch(sources: sources.count)
    return true
  }

  /// Calls a closure with the straight-line bound, or with nil where it would not help.
  private static func withPotential(
    _ graph: FlatGraph, _ targets: [SearchEnd], _ greatestSpeed: Double?,
    _ body: (StraightPotential?) throws(SkiError) -> SearchResult?
  ) throws(SkiError) -> SearchResult? {
    guard let greatestSpeed, greatestSpeed > 0, greatestSpeed.isFinite,
      let nearest = targets.min(by: { $0.milliseconds < $1.milliseconds })
    else { return try body(nil) }
    let pace = (1 - 1e-6) / greatestSpeed
    if targets.count > StraightPotential.greatestTargetCount {
      let centre = graph.positions[nearest.node.position]
      let beyond = targets.reduce(-Double.infinity) { beyond, target in
        let metres = straightMetres(centre, graph.positions[target.node.position])
        return max(beyond, metres * pace - Double(target.milliseconds))
      }
      return try withUnsafePointer(to: centre) { centre throws(SkiError) in
        try withUnsafePointer(to: -beyond) { final throws(SkiError) in
          try body(
            StraightPotential(
              positions: graph.positions, targets: centre, finals: final, count: 1, millisecondsPerMetre: pace
            ))
        }
      }
    }
    return try withUnsafeTemporaryAllocation(of: SIMD3<Float>.self, capacity: targets.count) {
      places throws(SkiError) in
      try withUnsafeTemporaryAllocation(of: Double.self, capacity: targets.count) { finals throws(SkiError) in
        for (index, target) in targets.enumerated() {
          places.initializeElement(at: index, to: graph.positions[target.node.position])
          finals.initializeElement(at: index, to: Double(target.milliseconds))
        }
        guard let places = places.baseAddress, let finals = finals.baseAddress else { return try body(nil) }
        return try body(
          StraightPotential(
            positions: graph.positions, targets: UnsafePointer(places), finals: UnsafePointer(finals),
            count: targets.count, millisecondsPerMetre: pace))
      }
    }
  }
}
