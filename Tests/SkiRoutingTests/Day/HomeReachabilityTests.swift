import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The outlook of home along a route, against the latest departures of all places on it.
@Suite struct HomeReachabilityTests {
  /// A place on a route with its arrival and its latest departure home.
  private struct PassedPlace {
    var place: GraphPoint
    var time: Int
    var latest: LatestDeparture?
    /// The index of the step that leaves the place.
    var step: Int

    var isInTime: Bool {
      latest.map { $0.time.map { time <= $0.milliseconds } ?? true } ?? false
    }
  }

  @Test(arguments: DayOracleTests.batches.prefix(4))
  func `home is lost at the last place of a route from which it is reached in time`(first: UInt64) throws {
    var (kept, lost, late) = (0, 0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x40E)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let request = RouteRequest.fastest(from: world.endpoint(), to: world.endpoint(), profile: profile)
      let departure = random.moment()
      let place = random.happens(0.3) ? request.from : world.endpoint()
      guard let home = try session.latestDepartures(to: place, profile: profile).value,
        case .answer(let route) = try session.route(request, departing: departure, home: home)
      else { continue }
      let passedPlaces = try Self.passedPlaces(session, request, route, departing: departure, home)
      let note: Comment = "seed \(seed)"
      switch route.homeReachability {
      case .noWayFromStart:
        #expect(passedPlaces[0].latest == nil && passedPlaces.last?.isInTime == false, note)
      case .lostFromStart:
        #expect(passedPlaces[0].latest != nil && !passedPlaces[0].isInTime, note)
        #expect(passedPlaces.last?.isInTime == false, note)
        late += 1
      case .reachable(let latest):
        #expect(passedPlaces.last?.isInTime == true && latest == passedPlaces.last?.latest, note)
        kept += 1
      case .lost(let point):
        let last = try #require(passedPlaces.last { $0.isInTime }, note)
        #expect(passedPlaces.last?.isInTime == false, note)
        #expect(point.place == last.place && point.latest == last.latest, note)
        #expect(point.passedAt.milliseconds == last.time && point.step == last.step, note)
        lost += 1
      case nil: Issue.record(note)
      }
    }
    // A start after the latest departure rarely has a route.
    #expect(kept > 30 && lost > 2, "\(kept), \(lost), \(late)")
    print("seeds from \(first): \(kept) routes keep home, \(lost) lose it, \(late) start too late")
  }

  /// The start, the nodes of the route and the end.
  private static func passedPlaces(
    _ session: DaySession, _ request: RouteRequest, _ route: Route, departing departure: DayTime,
    _ home: LatestDepartures
  ) throws -> [PassedPlace] {
    let profile = request.profile
    let latest = { try session.latestDeparture(from: $0, in: home, profile: profile) }
    guard case .answer(let ends) = try session.resolve(request) else { return [] }
    let start = route.steps.first?.points.first ?? session.router.graph.point(NodeIndex(0))
    var passedPlaces = [
      PassedPlace(place: start, time: departure.milliseconds, latest: try latest(request.from), step: 0)
    ]
    if request.from == request.to { return passedPlaces }
    let pieces = try #require(
      try session.pieces(
        from: ends.0, to: ends.1, departing: UInt32(departure.milliseconds), session.prepare(profile), .aStar)
    )
    var time = departure.milliseconds
    for (index, piece) in pieces.enumerated() {
      time += Int(piece.milliseconds)
      if index == pieces.count - 1 {
        let end = session.router.graph.point(NodeIndex(0))
        passedPlaces.append(PassedPlace(place: end, time: time, latest: try latest(request.to), step: 0))
      } else if let edge = piece.edge, piece.endCentimetres == .max {
        let node = session.router.graph.head(edge)
        passedPlaces.append(
          PassedPlace(
            place: session.router.graph.point(node), time: time, latest: try latest(.node(node)),
            step: step(of: pieces[index + 1], on: route)))
      }
    }
    return passedPlaces
  }

  /// The index of the step of a piece; a walk off the network belongs to the last step.
  private static func step(of piece: RoutePiece, on route: Route) -> Int {
    piece.edge.flatMap { edge in route.steps.firstIndex { $0.edges.contains(edge) } } ?? route.steps.count - 1
  }
}
