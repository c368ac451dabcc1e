import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct RouteWeightTests {
  @Test func `weights are at least 1, never fall with the gradient and have no jump`() {
    for kind in [LinkKind.run, .connector, .walk] {
      var last = RouteWeights.weight(gradient: -2, on: kind)
      for step in -199...200 {
        let weight = RouteWeights.weight(gradient: Double(step) / 100, on: kind)
        #expect(weight >= 1 && weight >= last && weight - last < 0.5, "\(kind), \(step) %")
        last = weight
      }
      #expect(last == 3)
    }
  }

  @Test func `the weighted time per metre is the time multiplied by the weight of the gradient`() {
    for ability in SkierAbility.allCases {
      let time = Pace(ability: ability, equipment: .skis)
      let weighed = Pace(ability: ability, equipment: .skis, objective: .skiing)
      for (kind, percent) in [(LinkKind.run, -12), (.run, 0), (.run, 8), (.connector, -7), (.walk, 3)] {
        let gradient = Double(percent) / 100
        let expected =
          time.millisecondsPerMetre(gradient: gradient, on: kind)
          * RouteWeights.weight(gradient: gradient, on: kind)
        #expect(abs(weighed.millisecondsPerMetre(gradient: gradient, on: kind) - expected) < 1e-6)
      }
    }
  }

  /// A world with a lift from T down to B and a run over M that takes a little longer.
  static func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T.........
      ..........
      ..........
      ..........
      .........M
      ..........
      ..........
      ..........
      B.........
      """, heights: ["T": 1400, "M": 1250, "B": 1100],
      [.lift("BT", .gondola, isTwoWay: true), .run("TMB", .easy)])
  }

  @Test func `the skiing objective prefers a run down to a faster lift down, unless the run is closed`()
    throws
  {
    let world = try Self.world()
    let ends = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("B")))
    let fastest = RouteRequest.fastest(from: ends.0, to: ends.1, profile: .anyGrade)
    let skiing = RouteRequest(from: ends.0, to: ends.1, profile: .anyGrade)
    guard case .answer(let ridden) = try world.router.route(fastest),
      case .answer(let skied) = try world.router.route(skiing)
    else {
      Issue.record("no way")
      return
    }
    #expect(ridden.steps.map(\.kind) == [.lift] && skied.steps.map(\.kind) == [.run])
    #expect(ridden.totalMilliseconds() < skied.totalMilliseconds())
    var closed = skiing
    closed.profile.closedFeatures = [try #require(world.feature("TMB"))]
    guard case .answer(let last) = try world.router.route(closed) else {
      Issue.record("no way down but the lift")
      return
    }
    #expect(last == ridden)
  }

  /// A world with a lift from T down to B, and a run over M, some cells to the east, that is steep all the way.
  private static func world(runCells: Int, _ difficulty: Difficulty = .easy) throws -> DrawnWorld {
    let middle = String(repeating: ".", count: runCells) + "M"
    return try DrawnWorld(
      (["T"] + [String](repeating: ".", count: 3) + [middle] + [String](repeating: ".", count: 3) + ["B"])
        .joined(separator: "\n"), heights: ["T": 2000, "M": 1550, "B": 1100],
      [.lift("BT", .gondola, isTwoWay: true), .run("TMB", difficulty)])
  }

  @Test func `a lift is ridden down only where skiing takes three times as long, whatever the clock`() throws
  {
    var chosen: [(ratio: Double, kind: LinkKind)] = []
    for cells in 20...45 {
      let world = try Self.world(runCells: cells)
      let session = DaySession(
        world.router, timetable: Timetable(graph: world.graph, schedule: Schedule(hours: OperatingHours())))
      let (top, bottom) = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("B")))
      let time = { (closed: String) in
        var request = RouteRequest.fastest(from: top, to: bottom, profile: .anyGrade)
        request.profile.closedFeatures = [try #require(world.feature(closed))]
        return try #require(try world.router.route(request).value).totalMilliseconds()
      }
      let ratio = try Double(time("BT")) / Double(time("TMB"))
      let skiing = RouteRequest(from: top, to: bottom, profile: .anyGrade)
      let route = try #require(try world.router.route(skiing).value)
      let timed = try #require(try session.route(skiing, departing: DayTime(hour: 10)).value)
      #expect(route.steps.map(\.kind) == [ratio < 3 ? .run : .lift], "ratio \(ratio)")
      #expect(timed.steps.map(\.kind) == route.steps.map(\.kind), "ratio \(ratio) at 10:00")
      let fastest = try #require(
        try world.router.route(.fastest(from: top, to: bottom, profile: .anyGrade)).value)
      #expect(fastest.steps.map(\.kind) == [ratio < 1 ? .run : .lift])
      chosen.append((ratio, route.steps[0].kind))
    }
    #expect(chosen.contains { $0.ratio > 2.8 && $0.ratio < 3 && $0.kind == .run })
    #expect(chosen.contains { $0.ratio > 3 && $0.ratio < 3.2 && $0.kind == .lift })
  }

  @Test func `a beginner rides down where the run is above the ceiling`() throws {
    let world = try Self.world(runCells: 20, .advanced)
    let request = RouteRequest(
      from: .node(world.node("T")), to: .node(world.node("B")), profile: SkierProfile(ability: .beginner))
    #expect(try world.router.route(request).value?.steps.map(\.kind) == [.lift])
  }

  @Test func `legs of a journey are weighted, unless a later leg would then be too late`() throws {
    let world = try Self.world()
    let (top, bottom) = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("B")))
    let request = RouteRequest(from: top, to: top, profile: .anyGrade)
    guard let skied = try world.time(top, bottom, .skiing), let ridden = try world.time(top, bottom, .fastest)
    else {
      Issue.record("no way")
      return
    }
    // The lift up is boarded at the latest ten minutes before it stops, after a wait of three minutes.
    let departure = DayTime(hour: 10)
    let between = departure.advanced(byMilliseconds: (skied + ridden) / 2 + 780_000)
    for (closing, kind) in [(between, LinkKind.lift), (DayTime(hour: 16), .run)] {
      let schedule = Schedule(hours: OperatingHours(liftsClose: closing))
      let session = DaySession(
        world.router, timetable: Timetable(graph: world.graph, schedule: schedule))
      guard
        case .answer(let journey) = try session.journey(
          request, over: [RouteStop(bottom)], departing: departure)
      else {
        Issue.record("no journey before \(closing)")
        continue
      }
      #expect(journey.legs.map { $0.steps.map(\.kind) } == [[kind], [.lift]], "closing at \(closing)")
    }
  }

  @Test func `the first of several routes is the route of least weight, and all are different`() throws {
    var others = 0
    for seed in UInt64(1)...400 {
      var world = try RandomWorld(seed: seed)
      let session = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
      let request = RouteRequest(from: world.endpoint(), to: world.endpoint(), profile: .anyGrade)
      let departure = DayTime(hour: 1)
      guard case .answer(let best) = try session.route(request, departing: departure),
        case .answer(let routes) = try session.alternatives(request, departing: departure, count: 4)
      else { continue }
      #expect(routes.first == best && Set(routes).count == routes.count, "seed \(seed)")
      others += routes.count - 1
    }
    #expect(others > 10)
  }
}

extension DrawnWorld {
  /// The duration of the best route by an objective in milliseconds; nil without one.
  fileprivate func time(
    _ from: RouteEndpoint, _ to: RouteEndpoint, _ objective: RouteObjective
  ) throws -> Int? {
    let request = RouteRequest(from: from, to: to, profile: .anyGrade, objective: objective)
    guard case .answer(let route) = try router.route(request) else { return nil }
    return route.totalMilliseconds()
  }
}
