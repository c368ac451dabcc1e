import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// Properties of guidance for every route and skier on random mountains.
struct NavigationPropertyTests {
  /// A random route of a random mountain, whose runs cross and touch.
  static func route(seed: UInt64) throws -> (route: Route, graph: RoutingGraph, random: SeededGenerator)? {
    var world = try RandomWorld(seed: seed)
    let router = Router(graph: world.graph)
    let (from, to) = (world.endpoint(), world.endpoint())
    let request = RouteRequest.fastest(
      from: from, to: to,
      profile: SkierProfile(
        allowedOffScale: [.freeride, .extreme], allowsOptIn: true, allowsItineraries: true))
    guard case .answer(let route) = try router.route(request), !route.steps.isEmpty else { return nil }
    return (route, world.graph, world.random)
  }

  @Test func `with any fixes progress is monotone, steps complete in order and lifts by rides only`()
    throws
  {
    var routes = 0
    for seed: UInt64 in 1...400 {
      guard let made = try Self.route(seed: seed) else { continue }
      let (route, graph) = (made.route, made.graph)
      var random = made.random
      routes += 1
      var skier = RouteSkier(seed: seed)
      skier.patience = 0.1
      var fixes = random.happens(0.5) ? skier.follow(route) : skier.leave(route, .offPiste, in: graph) ?? []
      fixes = fixes.filter { _ in random.happens(0.9) }
      let trial = NavigationTrial(route, fixes)
      #expect(trial.faults.isEmpty, "seed \(seed)")
      #expect(trial.completed == trial.completed.sorted(), "seed \(seed)")
      #expect(Set(trial.completed).isDisjoint(with: trial.missed), "seed \(seed)")
    }
    #expect(routes > 100)
  }

  @Test func `random fixes and events don't stop the reducer or lower the progress`() throws {
    for seed: UInt64 in 1...100 {
      guard let made = try Self.route(seed: seed) else { continue }
      var (route, random) = (made.route, made.random)
      let reducer = NavigationReducer()
      var state = NavigationState()
      var least = 0.0
      _ = reducer.reduce(&state, .routeSet(route))
      for second in 0..<500 {
        let fix = LocationFix(
          Coordinate(
            latitude: 46 + Double.random(in: -0.001...0.02, using: &random),
            longitude: 7 + Double.random(in: -0.001...0.03, using: &random)),
          time: UniversalTime(secondsSince1970: Double(second)))
        let event: NavigationEvent =
          switch Int.random(in: 0..<40, using: &random) {
          case 0: .paused
          case 1, 2: .resumed
          case 3: .rerouteFailed
          case 4: .liftStatusChanged(FeatureIndex(0), isOpen: random.happens(0.5))
          default: .fix(fix)
          }
        _ = reducer.reduce(&state, event)
        #expect(state.metresAlong >= least, "seed \(seed)")
        least = state.metresAlong
      }
      route.steps.reverse()
      _ = reducer.reduce(&state, .rerouteAnswered(route))
    }
  }
}
