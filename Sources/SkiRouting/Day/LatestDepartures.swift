package import SkiBase
package import SkiGraph

/// The latest departure from every node that still reaches one destination before lifts and runs close.
///
/// It is valid for its graph, profile and timetable. 5 bytes per node.
package struct LatestDepartures: Sendable {
  /// The milliseconds before the last moment for each node; `UInt32.max` when there is no path.
  private let slack: NodeTimes
  /// The flag of each node from which home is reached without a lift.
  private let isFree: [Bool]
  let home: TimedAccess
  /// The time after which nothing closes any more.
  private static let endless: UInt32 = 1 << 30

  init(slack: NodeTimes, isFree: [Bool], home: TimedAccess) {
    (self.slack, self.isFree, self.home) = (slack, isFree, home)
  }

  /// Returns the latest departure from a node; nil when there is no path.
  package subscript(node: NodeIndex) -> LatestDeparture? {
    if isFree[node.position] { return .anyTime }
    return latestMilliseconds(node).map(Self.departure)
  }

  /// Returns a moment as a latest departure: any time beyond the last closing.
  static func departure(_ milliseconds: UInt32) -> LatestDeparture {
    milliseconds > endless ? .anyTime : .until(DayTime(milliseconds: Int(milliseconds)))
  }

  /// Returns the latest departure from a node with which every run is left before it closes; nil when nothing closes,
  /// or there is no path by then.
  ///
  /// It differs from `self[node]` at nodes that need no lift, for which that is ``LatestDeparture/anyTime``.
  package func beforeClosing(_ node: NodeIndex) -> DayTime? {
    latestMilliseconds(node).flatMap {
      $0 > Self.endless ? nil : DayTime(milliseconds: Int($0))
    }
  }

  func latestMilliseconds(_ node: NodeIndex) -> UInt32? { slack[node].map { TravelRule.lastMoment - $0 } }

  func needsNoLift(_ node: NodeIndex) -> Bool { isFree[node.position] }
}

extension DaySession {
  /// Returns the latest departures from all nodes to be home before lifts and runs close, or the reason why home is not
  /// on the network.
  ///
  /// One backward search, which includes the walk at home.
  ///
  /// **Source:** Orda and Rom 1990, "Shortest-path and minimum-delay algorithms in networks with time-dependent
  /// edge-length", reversed.
  /// - Parameters:
  ///   - home: The destination.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of home from the network, in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``RouteSession/route(_:)``.
  /// - Complexity: O((*n* + *m*) log *m*).
  package func latestDepartures(
    to home: RouteEndpoint, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<LatestDepartures> {
    try EndResolver.resolve(
      home, as: .destination, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres
    ).map { try latestDepartures(to: $0, profile: profile) }
  }

  func latestDepartures(to home: ResolvedEnd, profile: SkierProfile) throws -> LatestDepartures {
    let day = prepare(profile)
    let access = TimedAccess(home, end: .destination, day: day)
    let reversed = router.reversed()
    var slack = [UInt32](repeating: .max, count: router.graph.nodeCount)
    try reversed.edges.withUnsafeBufferPointer { edges in
      try slack.withUnsafeMutableBufferPointer { slack in
        guard let slack = slack.baseAddress else { return }
        // An empty array has no base address; it is never read.
        let edges = edges.baseAddress ?? UnsafePointer(slack)
        try backwardSearch.reach(
          from: access.lastNodes(day.timed), times: BackwardTimes(costs: day.timed, edges: edges),
          limit: .max,
          into: slack)
      }
    }
    return LatestDepartures(
      slack: NodeTimes(milliseconds: slack), isFree: try freeNodes(to: access, day, reversed), home: access)
  }

  /// Returns for each node whether home is reached from it without a lift, at any time.
  private func freeNodes(to home: TimedAccess, _ day: PreparedDay, _ reversed: ReversedGraph) throws(SkiError)
    -> [Bool]
  {
    let graph = router.graph
    let allowed = day.costs.edges.milliseconds
    let costs = reversed.edges.map { edge -> UInt32 in
      let link = graph.link(of: EdgeIndex(edge)).position
      let isLift = graph.storage.linkKind[link] == LinkKind.lift.code
      return isLift ? EdgeCosts.notAllowed : allowed[Int(edge)]
    }
    let times = try backwardSearch.times(from: home.access.ends, costs: costs)
    return (0..<graph.nodeCount).map { times[NodeIndex($0)] != nil }
  }

  /// Returns the latest departure from a place; nil when it is not near the network, or there is no path.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``RouteSession/route(_:)``.
  /// - Complexity: O(ends), and O(*p*) in the points of a link that contains both places.
  package func latestDeparture(
    from start: RouteEndpoint, in departures: LatestDepartures, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws(SkiError) -> LatestDeparture? {
    try EndResolver.resolve(
      start, as: .start, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres
    ).value.flatMap { latestDeparture(from: $0, in: departures, prepare(profile)) }
  }

  /// Returns the latest departure from a place with which every run is left before it closes; nil when nothing closes,
  /// the place is not near the network, or there is no path.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``RouteSession/route(_:)``.
  /// - Complexity: O(ends).
  package func departureBeforeClosing(
    from start: RouteEndpoint, in departures: LatestDepartures, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws(SkiError) -> DayTime? {
    try EndResolver.resolve(
      start, as: .start, in: router.graph, profile: profile, snapLimitMetres: snapLimitMetres
    ).value.flatMap { lastMoment(from: $0, in: departures, prepare(profile)) }.flatMap {
      LatestDepartures.departure($0).time
    }
  }

  func latestDeparture(
    from start: ResolvedEnd, in departures: LatestDepartures, _ day: PreparedDay
  ) -> LatestDeparture? {
    let access = TimedAccess(start, end: .start, day: day)
    // A path along one link needs no lift.
    if access.access.ends.contains(where: { departures.needsNoLift($0.node) })
      || DirectPath.best(from: start, to: departures.home.resolved, costs: day.costs) != nil
    {
      return .anyTime
    }
    return lastMoment(from: start, in: departures, day).map(LatestDepartures.departure)
  }

  /// Returns the last moment to leave a place before everything closes, whether or not a lift is needed.
  func lastMoment(from start: ResolvedEnd, in departures: LatestDepartures, _ day: PreparedDay) -> UInt32? {
    let access = TimedAccess(start, end: .start, day: day)
    var latest: UInt32?
    for (index, end) in access.access.ends.enumerated() {
      let walk = access.walkMilliseconds(index)
      guard let deadline = departures.latestMilliseconds(end.node),
        let moment = entry(access.access.pieces[index], by: deadline, day), moment >= walk
      else { continue }
      latest = max(latest ?? 0, moment - walk)
    }
    return latest
  }

  private func entry(_ piece: RoutePiece?, by deadline: UInt32, _ day: PreparedDay) -> UInt32? {
    guard let piece, let edge = piece.edge else { return deadline }
    return day.timed.latestEntry(
      edge.position, arrivingBy: UInt64(deadline), cost: piece.milliseconds
    ).map { UInt32($0) }
  }
}

/// The time-dependent costs on a reversed graph, where the time of a node is the milliseconds before the last moment.
///
/// An edge's tail has to be left by ``TravelRule/latestEntry(arrivingBy:cost:)``, so that the same search computes
/// latest departures.
struct BackwardTimes: EdgeTimes {
  let costs: TimedCosts
  let edges: UnsafePointer<UInt32>

  func arrival(_ edge: Int, at time: UInt64) -> UInt64 {
    let original = Int(edges[edge])
    guard time <= TravelRule.lastMoment else { return .max }
    let entry = costs.latestEntry(original, arrivingBy: UInt64(TravelRule.lastMoment) - time)
    return entry.map { UInt64(TravelRule.lastMoment) - $0 } ?? .max
  }
}

extension TimedCosts {
  /// Returns the latest entry into an edge that still leaves it by a deadline; nil when there is none.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - deadline: The deadline in milliseconds since midnight.
  ///   - cost: The cost of a part of the edge; nil for the whole.
  func latestEntry(_ edge: Int, arrivingBy deadline: UInt64, cost: UInt32? = nil) -> UInt64? {
    let whole = milliseconds(edge)
    guard whole != EdgeCosts.notAllowed else { return nil }
    let cost = UInt64(cost ?? whole)
    let rule = Int(ruleOfEdge[edge])
    if rule == 0 { return deadline >= cost ? deadline - cost : nil }
    return rules[rule].latestEntry(arrivingBy: deadline, cost: cost)
  }
}
