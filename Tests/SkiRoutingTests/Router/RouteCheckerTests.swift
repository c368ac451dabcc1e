import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// A small form of `Tools/check-routes`, and faults that it must find.
@Suite struct RouteCheckerTests {
  @Test(arguments: UInt64(1)...60)
  func `routes of random worlds equal those of a plain reference search`(seed: UInt64) throws {
    var checker = RouteChecker(map: try Self.map(seed), seed: seed)
    try checker.run(questions: 200)
    #expect(checker.tally.fault == nil)
    #expect(checker.tally.questions == 200)
  }

  @Test(arguments: SampleFormat.allCases)
  func `routes of the sample mountain equal those of a plain reference search`(form: SampleFormat)
    async throws
  {
    let map = try await MapMaking.sample(form).contents.map()
    var checker = RouteChecker(map: map, seed: 1)
    try checker.run(questions: 4000)
    let tally = checker.tally
    #expect(tally.fault == nil)
    #expect(
      tally.found > 1500 && tally.timed > 1000 && tally.closed > 1000 && tally.matrixTimes > 1000
        && tally.reasons > 20, "\(tally)")
  }

  @Test func `a group of questions is the same when it is asked again alone`() throws {
    let map = try Self.map(3)
    let (all, alone) = (Locked<[RouteRequest]>([]), Locked<[RouteRequest]>([]))
    for (requests, groups) in [(all, 0..<4), (alone, 2..<3)] {
      var checker = RouteChecker(map: map, seed: 9)
      checker.answer = { router, request, departure in
        requests.withLock { $0.append(request) }
        return try Self.answer(router, request, departure)
      }
      try checker.run(map.region(at: 0), groups: groups)
    }
    let (first, second) = (all.withLock { $0 }, alone.withLock { $0 })
    #expect(second.count == 20 && Array(first[40..<60]) == second)
  }

  /// Wrong answers, each made of a right one.
  static let faults: [@Sendable (SkiMap, MapRouter, RouteRequest, DayTime?) throws -> Answer<Route>] = [
    { map, router, request, departure in
      try answer(router, request, departure).map { route in
        var route = route
        if !route.steps.isEmpty { route.steps[0].milliseconds += 1 }
        return route
      }
    },
    { map, router, request, departure in
      try answer(router, request, departure).map { route in
        var route = route
        _ = route.steps.popLast()
        return route
      }
    },
    { map, router, request, departure in .noAnswer(NoAnswer(.cutOff)) },
    { map, router, request, departure in
      let answer = try answer(router, request, departure)
      return answer.reason == nil ? answer : .noAnswer(NoAnswer(.onlyUngraded))
    },
    { map, router, request, departure in try answer(MapRouter(map: map), request, nil) },
    { map, router, request, departure in
      var request = request
      request.profile = .anyGrade
      return try answer(router, request, departure)
    },
    { map, router, request, departure in
      var request = request
      request.objective = request.objective == .fastest ? .skiing : .fastest
      return try answer(router, request, departure)
    },
  ]

  @Test(arguments: faults.indices)
  func `a router that is wrong is found out on one of twenty worlds`(number: Int) throws {
    for seed in UInt64(1)...20 {
      let map = try Self.map(seed)
      var checker = RouteChecker(map: map, seed: seed)
      checker.answer = { try Self.faults[number](map, $0, $1, $2) }
      try checker.run(questions: 2000)
      guard let fault = checker.tally.fault else { continue }
      #expect(fault.contains("--seed \(seed) --group-size 20 --region 0 --group "))
      return
    }
    Issue.record("no fault was found")
  }

  private static func answer(
    _ router: MapRouter, _ request: RouteRequest, _ departure: DayTime?
  ) throws -> Answer<Route> {
    if let departure { try router.route(request, departing: departure) } else { try router.route(request) }
  }

  private static func map(_ seed: UInt64) throws -> SkiMap {
    try MapContents(regions: [RandomWorld.tagged(seed: seed).builder]).map()
  }
}
