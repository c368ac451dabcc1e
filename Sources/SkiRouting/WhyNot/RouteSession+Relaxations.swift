import SkiModel

extension RouteSession {
  /// Returns every smallest set of concessions that would open a way: the exact Pareto set of what ways need beyond a profile.
  ///
  /// A way may go over harder runs, closed or avoided lifts, runs without a grade or off the scale, and up to 300 m on foot where nothing leads
  /// and both ends have heights that differ by no more than 30 %. Where there is a way already, the answer is one relaxation without concessions.
  /// Lifts and runs that do not operate at all stay closed. Those that ask least of the skier are first.
  /// - Parameters:
  ///   - request: Ends and skier.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:)``, `.limitExceeded` when there are more partial ways than the limits allow,
  ///   `.cancelled` when the task was cancelled.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  package func relaxations(
    _ request: RouteRequest
  ) throws -> Answer<[Relaxation]> {
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let from), .answer(let to)):
      return .answer(try relaxations(from: from, to: to, profile: request.profile))
    }
  }

  func relaxations(
    from start: ResolvedEnd, to destination: ResolvedEnd, profile: SkierProfile
  ) throws -> [Relaxation] {
    let costs = PreparedCosts(router: router, profile: profile.withoutLimits())
    let admission = Admission(graph: router.graph, profile: profile)
    let pricer = ConcessionPricer(costs: costs, admission: admission)
    let ends = RelaxationEnds(from: start, to: destination, pricer: pricer)
    let walking = router.walking()
    let rules = RelaxationRules(walking: walking, costs: costs, admission: admission, ends: ends)
    let bounds = try LabelBounds(
      walking.reversed, rules: rules, lanes: RelaxationRules.Lane.bounded,
      targets: ends.targets.map { LabelEnd(node: $0.node, vector: $0.vector) })
    var search = LabelSearch(walking.flat, rules: rules, bounds: bounds)
    let ways = try search.run(
      from: ends.starts.map { end in
        var vector = end.vector
        vector[RelaxationRules.Lane.opened] = end.closed == 0 ? 0 : 1
        return LabelEnd(node: end.node, vector: vector, state: end.closed)
      }, to: ends.targets.map(\.node), direct: ends.direct.map(\.vector))
    let teller = RelaxationTeller(rules: rules, ends: ends)
    return ways.map(teller.relaxation).sorted { Self.rank($0) < Self.rank($1) }
  }

  /// What one would rather hear first: few kinds of concessions, then little of them.
  private static func rank(_ relaxation: Relaxation) -> (Int, Int, Int, Double) {
    let kinds = Set(relaxation.concessions.map(\.kind))
    let metres = relaxation.concessions.reduce(0) { $0 + $1.metres }
    return (kinds.count, relaxation.concessions.count, relaxation.gradesOver, metres)
  }
}

extension SkierProfile {
  /// The profile without any limit.
  func withoutLimits() -> SkierProfile {
    var profile = self
    profile.ceiling = .grade(.expert)
    profile.ungraded = .allow
    profile.avoidedLiftKinds = []
    profile.closedFeatures = []
    profile.allowedOffScale = [.freeride, .extreme]
    profile.allowsOptIn = true
    profile.allowsItineraries = true
    return profile
  }
}
