import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// A mountain with all that an app needs to guide on it: router, matching index, and routes.
struct JourneyWorld {
  let graph: RoutingGraph
  let index: MatchIndex
  let session: RouteSession

  init(_ graph: RoutingGraph) {
    self.graph = graph
    index = MatchIndex(graph: graph)
    session = RouteSession(Router(graph: graph))
  }

  /// The mountain of a name: `sample`, or a real area.
  static func named(_ name: String) async throws -> JourneyWorld {
    guard name == "sample" else {
      return JourneyWorld(try await MapMaking.graph(of: .named(name)).graph)
    }
    let contents = try await MapMaking.sample(.openskimap).contents
    return JourneyWorld(try #require(contents.regions.first).build())
  }

  /// The names of all mountains of this machine.
  static var names: [String] {
    ["sample"] + (RealAreas.isAvailable ? ["crystal-mountain", "trois-vallees", "mayrhofen"] : [])
  }

  /// Returns the fastest route; nil without one.
  func route(_ from: RouteEndpoint, _ to: NodeIndex) throws -> Route? {
    let request = RouteRequest.fastest(from: from, to: .node(to), profile: SkierProfile(allowsOptIn: true))
    guard case .answer(let route) = try session.route(request) else { return nil }
    return route
  }

  /// Returns a route with a long lift and a long run on it, with its end.
  func hardRoute(_ random: inout SeededGenerator) throws -> (route: Route, end: NodeIndex)? {
    for _ in 0..<2000 {
      func node() -> NodeIndex { NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)) }
      let (from, to) = (node(), node())
      guard let route = try route(.node(from), to) else { continue }
      let isHard = [LinkKind.lift, .run].allSatisfy { kind in
        route.steps.contains { $0.kind == kind && $0.lengthMetres > 400 }
      }
      if isHard, route.steps.reduce(0, { $0 + $1.milliseconds }) < 5_400_000 { return (route, to) }
    }
    return nil
  }

  /// The lift edges, of sections that are ridden up.
  var liftEdges: [EdgeIndex] {
    (0..<graph.edgeCount).map { EdgeIndex($0) }.filter { edge in
      let (tail, head) = (graph.point(graph.tail(edge)), graph.point(graph.head(edge)))
      return graph.link(graph.link(of: edge)).kind == .lift
        && (head.elevationMetres ?? 1) > (tail.elevationMetres ?? 0)
    }
  }

  /// Returns the metres between two nodes.
  func metres(_ a: NodeIndex, _ b: NodeIndex) -> Double {
    graph.point(a).coordinate.distanceMetres(to: graph.point(b).coordinate)
  }
}

/// A traveller with an app: each fix is matched and reduced, requests are answered, and everything is recorded.
struct Journey {
  let world: JourneyWorld
  let end: NodeIndex
  /// Indicates whether requests for routes are answered; a phone without a connection gets none.
  var isOnline = true
  private(set) var journal = NavigationJournal(NavigationReducer())
  private(set) var text: String
  /// The effects with the number of the fix at which they came, from 0 for the route.
  private(set) var effects: [(fix: Int, effect: NavigationEffect)] = []
  private(set) var fixCount = 0
  private var matcher = OnlineMatcher()
  private var scratch = MatchScratch()

  init(_ world: JourneyWorld, _ route: Route, to end: NodeIndex) throws {
    (self.world, self.end) = (world, end)
    text = journal.header
    try reduce(.routeSet(route))
  }

  var state: NavigationState { journal.state }
  var isArrived: Bool { effects.contains { $0.effect == .arrived } && state.phase == .arrived }
  var announcements: [(fix: Int, announcement: Announcement)] {
    effects.compactMap { fix, effect in
      if case .announce(let announcement) = effect { (fix, announcement) } else { nil }
    }
  }
  var requests: [RerouteRequest] {
    effects.compactMap { if case .rerouteWanted(let request) = $0.effect { request } else { nil } }
  }
  var alarmCount: Int { effects.count { if case .offRoute = $0.effect { true } else { false } } }

  /// Gives fixes to the app.
  mutating func take(_ fixes: [LocationFix]) throws {
    for fix in fixes {
      fixCount += 1
      let matched = matcher.estimate(fix, in: world.index, with: &scratch)
      let ride = matched?.place.flatMap { world.graph.riddenLift(on: $0.edge) }
      try reduce(.fix(fix, matched: matched, ride: ride))
    }
  }

  /// Gives an event other than a fix to the app, and answers its requests.
  mutating func reduce(_ event: NavigationEvent) throws {
    let (effects, entry) = try journal.reduce(event)
    text += entry
    for effect in effects {
      self.effects.append((fixCount, effect))
      guard case .rerouteWanted(let request) = effect else { continue }
      let route = isOnline ? try world.route(.coordinate(request.from), end) : nil
      try reduce(route.map { .rerouteAnswered($0) } ?? .rerouteFailed)
    }
  }

  /// Follows the app's route from the nearest place on it; a traveller far from it asks for another one first.
  mutating func obey(_ skier: inout RouteSkier) throws {
    for _ in 0..<3 where !isArrived {
      guard let route = state.route, let place = skier.place else { return }
      let nearest = TruthLine(route).nearest(to: place)
      guard nearest.distance > 60 else {
        try take(skier.follow(route, fromMetres: nearest.along).map(\.fix))
        continue
      }
      guard let fresh = try world.route(.coordinate(place), end) else { return }
      try reduce(.routeSet(fresh))
    }
  }

  /// Returns what is wrong with the journal and the instructions of any journey.
  func faults() throws -> [String] {
    var faults: [String] = []
    var replayed: [NavigationEffect] = []
    let end = try NavigationJournal.replay(Array(text.utf8)) { _, effects, _ in replayed += effects }
    if end != state || replayed != effects.map(\.effect) { faults.append("replays differently") }
    for (_, announcement) in announcements {
      for language in Language.allCases {
        let sentence = announcement.sentence(in: language)
        if sentence.contains(/(^|\D)0 m/) || sentence.contains("{") { faults.append(sentence) }
      }
    }
    return faults
  }
}
