import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

/// Reasons of missing tours: "too late" only where a path exists at some hour, otherwise a limit.
@Suite struct TourObstacleTests {
  private static func session(_ world: DrawnWorld) -> DaySession {
    var schedule = Schedule()
    schedule.hours.liftsClose = DayTime(hour: 16)
    return DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: schedule))
  }

  private func request(_ world: DrawnWorld, _ ceiling: DifficultyColour) -> TourRequest {
    TourRequest(
      home: .node(world.node("V")), from: DayTime(hour: 9), until: DayTime(hour: 16),
      profile: SkierProfile(ceiling: .colour(ceiling)))
  }

  private func text(_ tour: Tour, _ request: TourRequest, _ world: DrawnWorld) -> String {
    TourDocument(tour, request: request, home: "V", lunch: nil, graph: world.graph, sources: []).text().string
  }

  @Test func `a tour without a return within the ceiling reports that and not a late hour`() throws {
    let world = try MissingReturnTests.valleys()
    var request = request(world, .blue)
    guard case .answer(let tour) = try Self.session(world).tour(request) else {
      Issue.record("no tour")
      return
    }
    #expect(tour.score == 0 && tour.obstacle?.kind == .noWayBack)
    #expect(text(tour, request, world).contains("No route back from TW at all.\n"))
    request.lunch = TourLunch(
      place: .node(world.node("T")), earliest: DayTime(hour: 12), latest: DayTime(hour: 13))
    guard case .noAnswer(let reason) = try Self.session(world).tour(request) else {
      Issue.record("lunch without a way back")
      return
    }
    #expect(reason.reason == .overCeiling && reason.isReturnMissing && reason.leastCeilingColour == .red)
    #expect(
      reason.message().hasPrefix("There is a route there, but none back. There is only a route over harder"))
  }

  @Test func `requested runs that are not skied are reported with the reason`() throws {
    let world = try MissingReturnTests.valleys()
    var request = request(world, .blue)
    request.goal = .runs([try #require(world.feature("TW")), try #require(world.feature("TV"))])
    guard case .answer(let tour) = try Self.session(world).tour(request) else {
      Issue.record("no tour")
      return
    }
    #expect(tour.missing.count == 2 && Set(tour.obstacles.map { $0?.kind }) == [.noWayBack, .notAccepted])
    let words = text(tour, request, world)
    #expect(words.contains("No skiing TV within blue: the easiest is red.\n"), "\(words)")
    #expect(words.contains("No route back from TW at all.\n") && !words.contains("Not in time"), "\(words)")
  }

  @Test func `a tour after closing is too late, a tour of one minute has too little time`() throws {
    let world = try MissingReturnTests.valleys()
    var request = request(world, .red)
    (request.end, request.from) = (.node(world.node("W")), DayTime(hour: 17))
    request.until = DayTime(hour: 20)
    guard case .noAnswer(let late) = try Self.session(world).tour(request) else {
      Issue.record("a lift after hours")
      return
    }
    #expect(late.reason == .tooLate)
    (request.from, request.until) = (DayTime(hour: 10), DayTime(hour: 10, minute: 1))
    guard case .noAnswer(let short) = try Self.session(world).tour(request) else {
      Issue.record("a lift in a minute")
      return
    }
    #expect(short.reason == .tooLittleTime)
  }

  @Test(arguments: DayOracleTests.batches.prefix(6))
  func `a tour fails because of time exactly where a path exists at some hour`(first: UInt64) throws {
    var (late, limited) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x0B57)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      var profile = world.profile()
      let count = world.graph.nodeCount
      let place = { RouteEndpoint.node(NodeIndex(Int.random(in: 0..<count, using: &random))) }
      var request = TourRequest(
        home: place(), end: random.happens(0.5) ? place() : nil, from: random.moment(),
        until: DayTime(hour: 5), profile: profile)
      request.limits.tableCellCount = 10_000
      if random.happens(0.7) {
        request.lunch = TourLunch(
          place: place(), earliest: DayTime(hour: 1), latest: DayTime(hour: 4), milliseconds: 1000)
      }
      guard case .noAnswer(let reason) = try session.tour(request),
        ![.notNearAnything, .placeNotInNetwork].contains(reason.reason)
      else { continue }
      profile.closedFeatures.formUnion(timetable.closedFeatures)
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let places = [request.home, request.lunch?.place, request.end ?? request.home].compactMap(\.self)
      let hasWay = zip(places, places.dropFirst()).allSatisfy { plain.milliseconds(from: $0, to: $1) != nil }
      let isOfTime = reason.reason == .tooLate || reason.reason == .tooLittleTime
      #expect(isOfTime == hasWay, "seed \(seed): \(reason.reason)")
      if isOfTime { late += 1 } else { limited += 1 }
    }
    #expect(late > 20 && limited > 20)
    print("seeds from \(first): \(late) of time, \(limited) of limits")
  }
}
