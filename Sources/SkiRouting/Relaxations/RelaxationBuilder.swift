package import SkiBase
import SkiGraph

/// A converter of the paths of the search to relaxations with routes.
struct RelaxationBuilder {
  let rules: RelaxationRules
  let ends: RelaxationEnds
  private var graph: RoutingGraph { rules.costs.model.graph }

  init(rules: RelaxationRules, ends: RelaxationEnds) { (self.rules, self.ends) = (rules, ends) }

  func relaxation(_ way: LabelPath) -> Relaxation {
    let (before, inside, after) = pieces(way)
    let weights = RelaxationRules.weights(way.label)
    return Relaxation(
      concessions: concessions(inside), gradesOver: weights[1],
      route: RouteAssembly.route(before + inside + after, model: rules.costs.model), weights: weights)
  }

  /// Returns the walk to the network, the pieces on it, and the walk from it.
  private func pieces(_ way: LabelPath) -> (before: [RoutePiece], inside: [RoutePiece], after: [RoutePiece]) {
    guard let target = way.target else {
      let (pieces, part) = (ends.direct[way.source].way.pieces, ends.direct[way.source].way.part)
      let place = pieces.firstIndex(of: part) ?? 0
      return (Array(pieces[..<place]), [part], Array(pieces[(place + 1)...]))
    }
    let first = ends.start.candidates[ends.entry.candidates[way.source]]
    let last = ends.destination.candidates[ends.exit.candidates[target]]
    let inside = [ends.entry.pieces[way.source]] + way.edges.map(piece) + [ends.exit.pieces[target]]
    return (
      [ends.start.walk(first, to: .start)].compactMap(\.self), inside.compactMap(\.self),
      [ends.destination.walk(last, to: .destination)].compactMap(\.self)
    )
  }

  private func piece(_ edge: UInt32) -> RoutePiece {
    switch rules.walking.edge(Int(edge)) {
    case .edge(let original):
      return RoutePiece(
        edge: EdgeIndex(original),
        milliseconds: rules.costs.edges[EdgeIndex(original)] ?? EdgeCosts.notAllowed)
    case .walk(let walk):
      return RoutePiece(
        edge: nil, startPoint: graph.point(walk.tail), endPoint: graph.point(walk.head),
        walkMetres: walk.metres, milliseconds: walk.milliseconds)
    }
  }

  /// Returns the relaxed limits along pieces, consecutive sections of one run joined.
  private func concessions(_ pieces: [RoutePiece]) -> [RelaxedLimit] {
    var found: [RelaxedLimit] = []
    for piece in pieces {
      guard let edge = piece.edge else {
        if let from = piece.startPoint, let to = piece.endPoint {
          found.append(.onFoot(metres: piece.walkMetres, from: from, to: to))
        }
        continue
      }
      for concession in concessions(piece, edge) {
        if let last = found.indices.last, let joined = found[last].joined(concession) {
          found[last] = joined
        } else if !found.contains(concession) {
          found.append(concession)
        }
      }
    }
    return found
  }

  private func concessions(_ piece: RoutePiece, _ edge: EdgeIndex) -> [RelaxedLimit] {
    let link = graph.link(of: edge)
    let violations = rules.admission.violations(link.position)
    if violations.isEmpty { return [] }
    let length = rules.costs.model.lengthCentimetres(link.position)
    let end = min(piece.endCentimetres, length)
    let metres = Double(end - min(piece.startCentimetres, end)) / 100
    let raw = graph.storage.linkFeature[link.position]
    let feature = raw == .max ? nil : FeatureIndex(raw)
    var found: [RelaxedLimit] = []
    if violations.kinds.contains(.closed), let feature { found.append(.open(feature)) }
    if violations.kinds.contains(.avoidedLift), let feature { found.append(.avoidedLift(feature)) }
    if violations.kinds.contains(.ungraded) { found.append(.ungraded(feature, metres: metres)) }
    if violations.kinds.contains(.offScale) { found.append(.offScale(feature, metres: metres)) }
    if violations.kinds.contains(.snowCovered) { found.append(.snowCovered(feature, metres: metres)) }
    if violations.gradesOver > 0, let grade = Difficulty(rank: graph.storage.linkDifficulty[link.position]) {
      found.append(.harder(feature, grade, metres: metres))
    }
    return found
  }
}

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
