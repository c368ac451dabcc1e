package import SkiBase
import SkiGraph

extension RouteSession {
  /// Returns every minimal set of relaxed limits that would allow a route, the exact Pareto set.
  ///
  /// A route may use harder, ungraded and off-scale runs, closed and avoided lifts, and up to 300 m on foot off the
  /// network between nodes with known elevations and a gradient up to 30 %. Features that do not operate, and avoided
  /// terrain, stay excluded. When a route exists already, the result is one relaxation without concessions. The least
  /// relaxed sets come first.
  /// - Parameter request: The ends and the skier.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:)``, `.limitExceeded` beyond the labels of the
  ///   ``WorkLimit``, `.cancelled` when the task is cancelled.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  package func relaxations(
    _ request: RouteRequest
  ) throws(SkiError) -> Answer<[Relaxation]> {
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let from), .answer(let to)):
      return .answer(try relaxations(from: from, to: to, profile: request.profile))
    }
  }

  func relaxations(
    from start: ResolvedEnd, to destination: ResolvedEnd, profile: SkierProfile
  ) throws(SkiError) -> [Relaxation] {
    let costs = PreparedCosts(router: router, profile: profile.withoutLimits())
    let admission = router.admission(profile)
    let pricer = RelaxationCosts(costs: costs, admission: admission)
    let ends = RelaxationEnds(from: start, to: destination, pricer: pricer)
    let walking = router.walking()
    let rules = try RelaxationRules(walking: walking, costs: costs, admission: admission, ends: ends)
    var search = LabelSearch(walking.flat, rules: rules)
    defer { labelCount = search.labelCount }
    let ways = try search.run(
      from: ends.starts.map { end in
        let opened = RelaxationRules.Field.opened.placed(end.closed == 0 ? 0 : 1)
        return LabelEnd(
          node: end.node, first: end.costs.first, tie: end.costs.tie, rest: end.costs.rest | opened,
          state: end.closed)
      }, to: ends.targets.map(\.node), direct: ends.direct.map(\.label))
    let teller = RelaxationBuilder(rules: rules, ends: ends)
    return ways.sorted(by: Self.precedes).map(teller.relaxation).sorted { Self.rank($0) < Self.rank($1) }
  }

  /// Returns whether a path takes less time than another, or else comes first by its criteria.
  private static func precedes(_ one: LabelPath, _ other: LabelPath) -> Bool {
    guard one.label.tie == other.label.tie else { return one.label.tie < other.label.tie }
    return RelaxationRules.weights(one.label).lexicographicallyPrecedes(RelaxationRules.weights(other.label))
  }

  /// Returns the rank of a relaxation: by kinds of concessions, their number, grades and length.
  private static func rank(_ relaxation: Relaxation) -> (Int, Int, Int, Double) {
    let kinds = Set(relaxation.concessions.map(\.kind))
    let metres = relaxation.concessions.reduce(0) { $0 + $1.mapLengthMetres }
    return (kinds.count, relaxation.concessions.count, relaxation.gradesOver, metres)
  }
}

extension SkierProfile {
  /// Returns the profile without the limits that relaxations cover; avoided terrain and light remain.
  func withoutLimits() -> SkierProfile {
    var profile = self
    profile.ceiling = .grade(.expert)
    profile.ungraded = .allow
    profile.avoidedLiftKinds = []
    profile.closedFeatures = []
    profile.allowedOffScale = [.freeride, .extreme]
    profile.allowsOptIn = true
    profile.allowsItineraries = true
    profile.allowsSnowCovered = true
    return profile
  }
}
