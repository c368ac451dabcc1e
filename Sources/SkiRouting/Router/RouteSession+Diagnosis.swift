import SkiBase
import SkiGraph

/// A limit of a profile that may prevent a route.
private enum Limit: CaseIterable {
  // In the order they are restored: the first is kept in force if possible.
  case offScale, snowCover, ungraded, avoidedLifts, terrain, closures, ceiling

  var reason: NoAnswer.Reason {
    switch self {
    case .offScale: .onlyOffScale
    case .snowCover: .onlySnowCovered
    case .ungraded: .onlyUngraded
    case .avoidedLifts: .onlyAvoidedLifts
    case .terrain: .onlyAvoidedTerrain
    case .closures: .closed
    case .ceiling: .overCeiling
    }
  }

  /// Lifts the limit from a profile.
  func lift(_ profile: inout SkierProfile) {
    switch self {
    case .offScale:
      profile.allowedOffScale = [.freeride, .extreme]
      profile.allowsOptIn = true
      profile.allowsItineraries = true
    case .snowCover: profile.allowsSnowCovered = true
    case .ungraded: profile.ungraded = .allow
    case .avoidedLifts: profile.avoidedLiftKinds = []
    case .terrain: (profile.avoidedTerrain, profile.needsLight) = ([], false)
    case .closures: profile.closedFeatures = []
    case .ceiling: if profile.effectiveCeiling != .grade(.expert) { profile.ceiling = .grade(.expert) }
    }
  }
}

extension RouteSession {
  /// Returns the reason why there is no route, a minimal set of limits that prevent it.
  ///
  /// All limits are lifted, then each that is not needed is restored. If the ceiling remains, the lowest sufficient
  /// grade is searched. Where that is no reason already, a route along snow-covered paths within all other limits is
  /// searched too. Without any route, one over lifts and runs barred to skiers is searched. At most 16 searches, and
  /// none for limits that admit the same edges as others before.
  func diagnose(_ limited: SkierProfile, _ start: ResolvedEnd, _ destination: ResolvedEnd) throws -> NoAnswer
  {
    var known: [(costs: EdgeCosts, hasPath: Bool)] = []
    let costs = { [router] in PreparedCosts(router: router, profile: $0) }
    let hasPath = { [self] (profile: SkierProfile) throws -> Bool in
      let costs = costs(profile)
      if let same = known.first(where: { $0.costs.equals(costs.edges) }) { return same.hasPath }
      let found = try self.hasPath(from: start, to: destination, costs)
      known.append((costs.edges, found))
      return found
    }
    let with = { (limits: [Limit]) in
      var profile = limited
      for limit in limits { limit.lift(&profile) }
      return profile
    }
    var lifted = Limit.allCases
    guard try hasPath(with(lifted)) else { return try diagnoseCut(with(lifted), start, destination) }
    for limit in Limit.allCases where try hasPath(with(lifted.filter { $0 != limit })) {
      lifted.removeAll { $0 == limit }
    }
    let reasons = lifted.reversed().map(\.reason)
    guard let first = reasons.first else { return NoAnswer(.cutOff) }
    var answer = NoAnswer(first)
    answer.reasons = reasons
    var profile = with(lifted)
    if lifted.contains(.ceiling) {
      let grades = Difficulty.allCases.filter(\.isOnScale)
      let least = try grades.first { grade in
        profile.ceiling = .grade(grade)
        return try hasPath(profile)
      }
      answer.leastCeiling = least
      answer.leastCeilingColour = least?.colour(in: convention(at: start))
    }
    let walker = lifted.contains(.snowCover) ? profile : with([.snowCover])
    if router.admissionClasses().classes.contains(where: { $0.isSnowCovered || $0.isShortSnowPassage }),
      try hasPath(walker)
    {
      let way = try pieces(from: start, to: destination, costs(walker), .aStar)
      answer.snowCoveredMetres = way.map(router.graph.snowCoveredMetres)
    }
    if lifted.contains(.closures),
      let open = try pieces(from: start, to: destination, costs(profile), .aStar)
    {
      noteClosures(open, limited, &answer)
    }
    return answer
  }

  /// Returns the reason why there is no route without any limit: it needs barred lifts or runs, or nothing leads there.
  private func diagnoseCut(
    _ profile: SkierProfile, _ start: ResolvedEnd, _ destination: ResolvedEnd
  ) throws(SkiError) -> NoAnswer {
    var open = profile
    open.ignoresRestrictions = true
    let costs = PreparedCosts(router: router, profile: open)
    if router.admissionClasses().classes.contains(where: { $0.isBarred }),
      let way = try pieces(from: start, to: destination, costs, .aStar)
    {
      var answer = NoAnswer(.barred)
      noteRestrictions(way, &answer)
      return answer
    }
    var answer = NoAnswer(.cutOff)
    answer.noteDistance(
      from: start.candidates.first?.snap.point.coordinate,
      to: destination.candidates.first?.snap.point.coordinate, lacksStreets: !router.graph.hasStreets())
    return answer
  }

  private func noteRestrictions(_ pieces: [RoutePiece], _ answer: inout NoAnswer) {
    for piece in pieces {
      guard let edge = piece.edge,
        let feature = router.graph.row(router.graph.link(of: edge)).feature,
        !answer.barredFeatures.contains(feature)
      else { continue }
      let facts = router.graph.feature(feature)
      guard let restriction = facts.access.restriction() else { continue }
      answer.barredFeatures.append(feature)
      answer.barredNames.append("\(facts.label ?? facts.id.rawValue), which \(restriction.clause)")
    }
  }

  private func noteClosures(_ pieces: [RoutePiece], _ profile: SkierProfile, _ answer: inout NoAnswer) {
    for piece in pieces {
      guard let edge = piece.edge else { continue }
      let link = router.graph.row(router.graph.link(of: edge))
      guard let feature = link.feature, profile.closedFeatures.contains(feature),
        !answer.closedFeatures.contains(feature)
      else { continue }
      answer.closedFeatures.append(feature)
      let facts = router.graph.feature(feature)
      answer.closedNames.append(facts.label ?? facts.id.rawValue)
    }
  }

  /// Returns the convention of the difficulty colours at the start of a route.
  func convention(at end: ResolvedEnd) -> DifficultyConvention {
    let snap = end.nearest
    let code =
      snap.link.map { router.graph.conventionCode(ofLink: $0.position) }
      ?? snap.node.flatMap { router.graph.conventionCode(near: $0.rawValue) }
      ?? (router.graph.featureCount > 0 ? router.graph.conventionCode(of: 0) : nil)
    return code.flatMap(DifficultyConvention.init(code:)) ?? .europe
  }
}

extension AccessRestriction {
  /// The restriction as the rest of a sentence about a lift or run.
  fileprivate var clause: String {
    switch self {
    case .private: "is private"
    case .forbidden: "is barred to the public"
    case .permit: "requires a permit"
    case .closed: "is out of service"
    case .outOfSeason: "does not run in winter"
    }
  }
}
