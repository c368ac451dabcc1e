import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import Testing

/// The wrong lift with new routes that are answered about the time of boarding, and with noise.
struct WrongBoardingTests {
  /// A traveller at the station of two lifts, whose route takes the east one; they take the west one.
  private struct Boarding {
    var journey: Journey
    var skier: RouteSkier
    /// The ride on the west lift as a route.
    let west: Route

    init(seed: UInt64, noiseMetres: Double = 6) throws {
      let world = try LiftJourneyTests.fork()
      func edge(_ name: String) throws -> EdgeIndex {
        try #require(world.liftEdges.first { world.graph.riddenLift(on: $0)?.name == name })
      }
      let (east, wrong) = (try edge("East"), try edge("West"))
      let end = world.graph.head(east)
      let route = try #require(try world.route(.node(world.graph.tail(east)), end))
      west = LiftJourneyTests.ride(wrong, world.graph)
      journey = try Journey(world, route, to: end)
      journey.isOnline = false
      skier = RouteSkier(seed: seed)
      skier.noiseMetres = noiseMetres
      try stand(20)
    }

    mutating func stand(_ seconds: Int) throws {
      let line = TruthLine(west)
      var fixes: [SkiedFix] = []
      skier.stand(Double(seconds), line, 0, 0, &fixes)
      try journey.take(fixes.map(\.fix))
    }

    mutating func ride(fromMetres start: Double = 0, toMetres end: Double) throws {
      try journey.take(skier.follow(west, fromMetres: start, untilMetres: end).map(\.fix))
    }

    var isReported: Bool { journey.announcements.contains { $0.announcement.kind == .wrongLift } }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a ride is judged by the route at boarding, not by one that was answered on it`(seed: UInt64) throws {
    for metres in [0.0, 15, 40] {
      var boarding = try Boarding(seed: seed)
      if metres > 0 { try boarding.ride(toMetres: metres) }
      try boarding.journey.reduce(.rerouteAnswered(boarding.west))
      try boarding.ride(fromMetres: metres, toMetres: 200)
      #expect(boarding.isReported, "seed \(seed), answered after \(metres) m")
      #expect(boarding.journey.requests.contains { $0.reason == .wrongLift }, "seed \(seed)")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a lift that is boarded because of a new route is not the wrong one`(seed: UInt64) throws {
    var boarding = try Boarding(seed: seed)
    try boarding.journey.reduce(.rerouteAnswered(boarding.west))
    try boarding.stand(30)
    try boarding.ride(toMetres: 300)
    #expect(!boarding.isReported, "seed \(seed)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a route chosen on a lift makes it the right one`(seed: UInt64) throws {
    var boarding = try Boarding(seed: seed)
    try boarding.ride(toMetres: 40)
    try boarding.journey.reduce(.routeSet(boarding.west))
    try boarding.ride(fromMetres: 40, toMetres: 300)
    #expect(!boarding.isReported, "seed \(seed)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `with noise of 25 m the wrong lift is announced once, before its end`(seed: UInt64) throws {
    var boarding = try Boarding(seed: seed, noiseMetres: 25)
    try boarding.ride(toMetres: 700)
    #expect(boarding.journey.announcements.count { $0.announcement.kind == .wrongLift } == 1, "seed \(seed)")
  }
}
