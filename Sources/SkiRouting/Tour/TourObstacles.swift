import SkiBase
public import SkiGraph

/// The reason why no tour within a skier's limits can include a run, at any time of the day.
public struct TourObstacle: Sendable, Hashable {
  /// The missing part of the route to the run and back.
  ///
  /// The raw values are used in every output format.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No route leads to the run.
    case noWayThere
    /// The run exceeds the skier's limits, or is closed.
    case notAccepted
    /// No route leads back from the end of the run.
    case noWayBack
  }

  /// The part of the route that is missing.
  public var kind: Kind
  /// The run; nil for one without a feature.
  public var feature: FeatureIndex?
  /// The limits that prevent the missing part.
  public var missing: MissingRoute
}

/// A finder of the obstacles to tours and runs other than time.
struct TourObstacles {
  let session: DaySession
  let day: PreparedDay
  let ends: TourEnds
  private var graph: RoutingGraph { session.router.graph }

  init(session: DaySession, day: PreparedDay, ends: TourEnds) {
    (self.session, self.day, self.ends) = (session, day, ends)
  }

  /// Returns the reason why a leg that all tours have has no route at any time; nil when each has one.
  /// - Complexity: A route for each leg.
  func missingLeg() throws -> NoAnswer? {
    guard let lunch = ends.lunch?.place else {
      return try session.missingRoute(from: ends.home, to: ends.end, day)?.reason
    }
    if let there = try session.missingRoute(from: ends.home, to: lunch, day) { return there.reason }
    var back = try session.missingRoute(from: lunch, to: ends.end, day)?.reason
    back?.isReturnMissing = true
    return back
  }

  /// Returns the obstacle to a run; nil when only time is missing.
  /// - Complexity: Two routes.
  func obstacle(of feature: FeatureIndex) throws -> TourObstacle? {
    let links = graph.links(of: feature).map { LinkIndex($0) }
    let isAccepted = links.contains { link in
      [false, true].contains { graph.edge(of: link, reversed: $0).flatMap { day.costs.edges[$0] } != nil }
    }
    guard isAccepted else { return links.first.map { refusal(of: $0, feature) } }
    let facts = graph.feature(feature)
    guard let top = facts.startNode.map(end), let bottom = facts.endNode.map(end) else { return nil }
    if let missing = try session.missingRoute(from: ends.home, to: top, day) {
      return TourObstacle(kind: .noWayThere, feature: feature, missing: missing)
    }
    return try session.missingRoute(from: bottom, to: ends.end, day).map {
      TourObstacle(kind: .noWayBack, feature: feature, missing: $0)
    }
  }

  /// Returns the obstacle to the nearest run, and with it to all; nil when only time is missing.
  /// - Complexity: Three searches and a route.
  func obstacleOfAll() throws -> TourObstacle? {
    let there = try times(day.costs)
    let back = try session.returnTimes(to: ends.end, day)
    let runs = (0..<graph.edgeCount).lazy.map { EdgeIndex($0) }.filter {
      graph.storage.linkKind[graph.link(of: $0).position] == LinkKind.run.code
    }
    let taken = runs.filter { day.costs.edges[$0] != nil && there[graph.tail($0)] != nil }
    if taken.contains(where: { back[graph.head($0)] != nil }) { return nil }
    if let stuck = taken.min(by: { rank($0, there) < rank($1, there) }) {
      return try session.missingRoute(from: end(graph.head(stuck)), to: ends.end, day).map {
        TourObstacle(kind: .noWayBack, feature: graph.link(graph.link(of: stuck)).feature, missing: $0)
      }
    }
    let free = try times(PreparedCosts(router: session.router, profile: day.profile.withoutLimits()))
    let reached = runs.filter { free[graph.tail($0)] != nil }
    return try reached.min(by: { rank($0, free) < rank($1, free) }).flatMap { nearest in
      let link = graph.link(of: nearest)
      let feature = graph.link(link).feature
      guard let missing = try session.missingRoute(from: ends.home, to: end(graph.tail(nearest)), day) else {
        return refusal(of: link, feature)
      }
      return TourObstacle(kind: .noWayThere, feature: feature, missing: missing)
    }
  }

  /// Returns the rank of an edge: runs on the grade scale first, then by time.
  private func rank(_ edge: EdgeIndex, _ times: NodeTimes) -> (Int, UInt32, UInt32) {
    let isMarked = graph.storage.linkDifficulty[graph.link(of: edge).position] <= Difficulty.expert.rank
    return (isMarked ? 0 : 1, times[graph.tail(edge)] ?? .max, edge.rawValue)
  }

  private func times(_ costs: PreparedCosts) throws(SkiError) -> NodeTimes {
    let access = EndAccess(ends.home, end: .start, model: costs.model, costs: costs.edges)
    return try session.session.search.times(from: access.ends, costs: costs.edges)
  }

  private func end(_ node: NodeIndex) -> ResolvedEnd { ResolvedEnd(node: node, graph: graph) }

  /// Returns the obstacle of a run that exceeds the skier's limits.
  private func refusal(of link: LinkIndex, _ feature: FeatureIndex?) -> TourObstacle {
    let violations = session.router.admission(day.model.profile).violations(link.position)
    let place = end(graph.link(link).tail)
    let reasons = violations.reasons
    var reason = NoAnswer(reasons.first ?? .cutOff)
    reason.reasons = reasons.isEmpty ? [.cutOff] : reasons
    if violations.gradesOver > 0, let grade = Difficulty(rank: graph.storage.linkDifficulty[link.position]) {
      reason.leastCeiling = grade
      reason.leastCeilingColour = grade.colour(in: session.session.convention(at: place))
    }
    return TourObstacle(
      kind: .notAccepted, feature: feature, missing: session.missingRoute(reason, from: place, day))
  }
}

extension LimitViolations {
  /// The reasons why a link may not be used.
  fileprivate var reasons: [NoAnswer.Reason] {
    var reasons: [NoAnswer.Reason] = []
    if gradesOver > 0 { reasons.append(.overCeiling) }
    if kinds.contains(.closed) { reasons.append(.closed) }
    if kinds.contains(.avoidedLift) { reasons.append(.onlyAvoidedLifts) }
    if kinds.contains(.ungraded) { reasons.append(.onlyUngraded) }
    if kinds.contains(.offScale) { reasons.append(.onlyOffScale) }
    if kinds.contains(.snowCovered) { reasons.append(.onlySnowCovered) }
    if kinds.contains(.avoidedTerrain) { reasons.append(.onlyAvoidedTerrain) }
    return reasons
  }
}
