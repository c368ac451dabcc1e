import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct WeightOracleTests {
  @Test(arguments: RouterOracleTests.batches)
  func `the weight of a route is the least of all paths on random worlds`(first: UInt64) throws {
    var (found, other) = (0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      for question in 0..<4 {
        let profile = world.profile()
        let (from, to) = (world.endpoint(), world.endpoint())
        let reference = ReferenceRouting(graph: world.graph, profile: profile, objective: .skiing)
        let truth = reference.milliseconds(from: from, to: to)
        let fastest = ReferenceRouting(graph: world.graph, profile: profile).milliseconds(from: from, to: to)
        for algorithm in SearchAlgorithm.allCases {
          let request = RouteRequest(from: from, to: to, profile: profile, algorithm: algorithm)
          let note: Comment = "seed \(seed), question \(question), \(algorithm): \(from) to \(to)"
          let result = try Self.result(session, request)
          #expect(result?.weight == truth, note)
          #expect((result == nil) == (fastest == nil), note)
          guard let result, let fastest, let truth else { continue }
          let route = try RouterOracleTests.checkedRoute(session, request, note)
          #expect(route?.totalMilliseconds() == result.milliseconds, note)
          #expect(fastest <= result.milliseconds && result.milliseconds <= truth, note)
          found += 1
          if result.milliseconds > fastest { other += 1 }
        }
      }
    }
    #expect(found >= 200 && other > 0)
    print("seeds from \(first): \(found) weighed routes of 800, \(other) not the fastest")
  }

  /// The weight and the duration of the route of a request; nil without one.
  private static func result(
    _ session: RouteSession, _ request: RouteRequest
  ) throws -> (weight: Int, milliseconds: Int)? {
    if request.from == request.to { return (0, 0) }
    let resolver = EndResolver(graph: session.router.graph, request: request)
    guard case .answer(let start) = try resolver.resolve(.start),
      case .answer(let end) = try resolver.resolve(.destination)
    else { return nil }
    let costs = session.prepare(request.profile, .skiing)
    guard let pieces = try session.pieces(from: start, to: end, costs, request.algorithm) else { return nil }
    let model = CostModel(graph: session.router.graph, profile: request.profile)
    return (
      pieces.reduce(0) { $0 + Int(costs.model.cost($1) ?? 0) },
      pieces.reduce(0) { $0 + Int(model.cost($1) ?? $1.milliseconds) }
    )
  }

  @Test(arguments: DayOracleTests.batches)
  func `the weight of a time-dependent route is the least of all paths on random worlds`(first: UInt64) throws
  {
    var (found, simple, skipped) = (0, 0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x0E16)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      if from == to { continue }
      let departure = random.moment()
      let reference = ReferenceDay(graph: world.graph, profile: profile, timetable: timetable)
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let arcs = reference.arcs + reference.accessArcs(plain.places(from), plain.places(to))
      let seeming = ReferencePerceivedTimes(
        reference: reference, preferences: RoutePreferences(), arcs: arcs, isWeighted: true)
      guard let truth = seeming.shortest(departing: departure.milliseconds, attempts: 5000) else {
        skipped += 1
        continue
      }
      let request = RouteRequest(from: from, to: to, profile: profile)
      let note: Comment = "seed \(seed), at \(departure)"
      guard case .answer(let route) = try session.route(request, departing: departure),
        case .answer(let ends) = try session.resolve(request)
      else {
        #expect(truth == .infinity, note)
        continue
      }
      session.labelCount = 0
      let day = session.prepare(profile)
      let pieces = try session.weighedPieces(
        from: ends.0, to: ends.1, departing: departure.searchMilliseconds(), day, .aStar)
      let weights = session.weights(of: day)
      let result = (pieces ?? []).reduce(0) {
        $0 + Int(weights.weight($1)) + Int($1.edge == nil ? 0 : $1.waitMilliseconds ?? 0)
      }
      #expect(abs(Double(result) - truth) < 100, note)
      #expect(route.totalMilliseconds() == (pieces ?? []).reduce(0) { $0 + Int($1.milliseconds) }, note)
      found += 1
      if session.labelCount == 0 { simple += 1 }
    }
    #expect(found > 30 && simple > 10 && simple < found && skipped < 250, "\(found), \(simple), \(skipped)")
    print(
      "seeds from \(first): \(found) weighed ways by the clock, \(simple) of one search, \(skipped) skipped")
  }
}
