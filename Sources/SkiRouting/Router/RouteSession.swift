import SkiBase
import SkiGraph

/// A session that answers requests one after another, with reused memory and cached costs of the last profile.
///
/// A class for one task: not `Sendable`.
package final class RouteSession {
  /// The router.
  package let router: Router
  let search: RouteSearch
  private var prepared: PreparedCosts?
  private var weighed: PreparedCosts?
  private var bounds: HierarchyBounds?
  private var durations: EdgeDurations?
  /// The search for any path, made when a route is not found soon.
  private var connection: ConnectionSearch?
  /// The number of nodes settled by the last search for a route, diagnosis excluded.
  package private(set) var settledCount = 0
  /// The number of labels created by the last search for relaxations.
  package internal(set) var labelCount = 0

  /// Creates a session.
  /// - Complexity: O(*n* + *m*).
  package init(_ router: Router) {
    self.router = router
    search = RouteSearch(router.flat)
  }

  /// Returns the best route by the objective of the request, or the reason why there is none.
  ///
  /// Between equal ends the route has no steps.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, a node or place of another map, or
  ///   a snap limit that is negative or not finite; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*); without a route about ten times that, for the reason.
  package func route(_ request: RouteRequest) throws -> Answer<Route> {
    settledCount = 0
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let start), .answer(let destination)): return try route(request, start, destination)
    }
  }

  /// Returns the best route as ``route(_:)``.
  /// - Parameter ends: The ends of the request in this region; nil when they are not known.
  func route(_ request: RouteRequest, _ ends: RequestEnds?) throws -> Answer<Route> {
    guard let ends else { return try route(request) }
    return try route(request, ends.start, ends.destination)
  }

  private func route(
    _ request: RouteRequest, _ start: ResolvedEnd, _ destination: ResolvedEnd
  ) throws -> Answer<Route> {
    settledCount = 0
    if request.from == request.to { return .answer(Route(steps: [], region: router.graph.region)) }
    let costs = prepare(request.profile, request.objective)
    if var pieces = try pieces(from: start, to: destination, costs, request.algorithm) {
      settledCount = search.settledCount
      if request.objective != .fastest { time(&pieces, request.profile) }
      return .answer(RouteAssembly.route(pieces, model: costs.model))
    }
    settledCount = search.settledCount
    return .noAnswer(try diagnose(request.profile, start, destination))
  }

  /// Returns the costs of a profile, cached for each objective until another profile is used; other closures change the
  /// cached ones.
  func prepare(_ profile: SkierProfile, _ objective: RouteObjective = .fastest) -> PreparedCosts {
    let known = objective == .skiing ? weighed : prepared
    if let known, known.model.profile == profile { return known }
    let fresh =
      if let known, known.model.profile.equals(exceptClosures: profile) {
        PreparedCosts(known, closures: profile.closures)
      } else {
        PreparedCosts(router: router, profile: profile, objective: objective)
      }
    if objective == .skiing { weighed = fresh } else { prepared = fresh }
    return fresh
  }

  /// Sets the milliseconds of the pieces of edges to their durations at the pace of a profile.
  /// - Complexity: As ``EdgeDurations/time(_:)``.
  func time(_ pieces: inout [RoutePiece], _ profile: SkierProfile) {
    if durations?.isPace(of: profile) != true { durations = EdgeDurations(router: router, profile: profile) }
    durations?.time(&pieces)
  }

  /// Returns the exact bounds to some targets by the base costs of a profile.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  private func potential(_ costs: EdgeCosts, to targets: [SearchEnd]) throws(SkiError) -> HierarchyPotential {
    let weights = try costs.base.weights(router.hierarchy())
    let bounds = bounds ?? HierarchyBounds(weights.hierarchy)
    self.bounds = bounds
    return bounds.potential(weights, to: targets)
  }

  /// Returns the path of least cost by A*.
  private func fastPath(
    from sources: [SearchEnd], to targets: [SearchEnd], _ costs: PreparedCosts
  ) throws(SkiError) -> SearchPath? {
    var connection: ConnectionSearch?
    return try search.path(
      from: sources, to: targets, costs: costs.edges, greatestSpeed: costs.greatestSpeed,
      potential: { () throws(SkiError) in try potential(costs.edges, to: targets) },
      connects: { (count) throws(SkiError) in
        let started = connection ?? self.connects(from: sources, to: targets)
        connection = started
        return try started.advance(costs.edges, visiting: count).map { $0 == .connected }
      })
  }

  /// Returns a search for any path between some nodes, valid until the next one is started.
  private func connects(from sources: [SearchEnd], to targets: [SearchEnd]) -> ConnectionSearch {
    let search = connection ?? ConnectionSearch(router.flat, reversed: router.reversed())
    connection = search
    search.begin(from: sources, to: targets)
    return search
  }

  /// The number of nodes visited from both ends before it is searched for a path of least cost.
  private static let firstVisitCount = 1024

  /// Returns whether ``pieces(from:to:_:_:)`` finds a path.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*k*) in the nodes and edges of the smaller side where there is none; as a search where there is.
  func hasPath(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts
  ) throws(SkiError) -> Bool {
    if !DirectPath.all(from: start, to: destination, costs: costs).isEmpty { return true }
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let connection = connects(from: entry.ends, to: exit.ends)
    if let outcome = try connection.advance(costs.edges, visiting: Self.firstVisitCount) {
      return outcome == .connected
    }
    return try fastPath(from: entry.ends, to: exit.ends, costs) != nil
  }

  /// Returns the cheapest path as pieces of edges with their costs, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts, _ algorithm: SearchAlgorithm
  ) throws(SkiError) -> [RoutePiece]? {
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let path =
      switch algorithm {
      case .dijkstra: try search.path(from: entry.ends, to: exit.ends, costs: costs.edges)
      case .aStar:
        try fastPath(from: entry.ends, to: exit.ends, costs)
      }
    if let direct = DirectPath.best(from: start, to: destination, costs: costs),
      direct.milliseconds <= path?.milliseconds ?? .max
    {
      return direct.pieces
    }
    guard let path else { return nil }
    let first = start.candidates[entry.candidates[path.source]]
    let last = destination.candidates[exit.candidates[path.target]]
    var pieces: [RoutePiece] = []
    pieces.reserveCapacity(path.edges.count + 4)
    if let walk = start.walk(first, to: .start) { pieces.append(walk) }
    if let part = entry.pieces[path.source] { pieces.append(part) }
    for edge in path.edges {
      pieces.append(RoutePiece(edge: edge, milliseconds: costs.edges[edge] ?? EdgeCosts.notAllowed))
    }
    if let part = exit.pieces[path.target] { pieces.append(part) }
    if let walk = destination.walk(last, to: .destination) { pieces.append(walk) }
    return pieces
  }
}

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

/// The durations of edges at one pace, by which the pieces of a path of least weighted cost are timed.
///
/// Edges are timed one by one at first: those of all are computed when as many were timed as an eighth of the graph has,
/// so that the first routes of a large region need not wait for it.
struct EdgeDurations {
  private let router: Router
  private let model: CostModel
  /// The durations of all edges; nil before they are computed.
  private var base: BaseCosts?
  /// The number of pieces timed one by one.
  private var timedCount = 0

  /// Prepares the durations at the pace of a profile.
  /// - Complexity: O(1).
  init(router: Router, profile: SkierProfile) {
    self.router = router
    model = CostModel(graph: router.graph, profile: profile)
  }

  /// Returns whether these are the durations of a profile.
  func isPace(of profile: SkierProfile) -> Bool {
    model.profile.ability == profile.ability && model.profile.equipment == profile.equipment
  }

  /// Sets the milliseconds of the pieces of edges to their durations.
  /// - Complexity: O(*p*) in points of the pieces, and O(*k*) in pieces of whole edges once all are computed; that once as
  ///   ``BaseCosts``.
  mutating func time(_ pieces: inout [RoutePiece]) {
    if base == nil {
      timedCount += pieces.count
      if timedCount > router.graph.edgeCount / 8 { base = router.unrestrictedCosts(model) }
    }
    for index in pieces.indices {
      if let milliseconds = milliseconds(pieces[index]) { pieces[index].milliseconds = milliseconds }
    }
  }

  /// Returns the duration of a piece of an edge; nil for walks and beyond the cost limit.
  private func milliseconds(_ piece: RoutePiece) -> UInt32? {
    guard let edge = piece.edge else { return nil }
    guard let base else { return model.cost(piece) }
    let whole = base.milliseconds[edge.position]
    if whole == EdgeCosts.notAllowed { return nil }
    if piece.startCentimetres == 0, piece.endCentimetres == .max { return whole }
    guard
      let end = model.cumulativeMilliseconds(edge, toCentimetres: piece.endCentimetres, whole: whole),
      let start = model.cumulativeMilliseconds(edge, toCentimetres: piece.startCentimetres, whole: whole)
    else { return model.cost(piece) }
    return end - start
  }
}
