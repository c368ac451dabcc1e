import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Ends that are coordinates: every run, street and station within reach, each at its cost on foot.
@Suite struct MovedEndTests {
  static let batches = Array(stride(from: UInt64(1), to: 601, by: 100))

  @Test func `the farther of two runs is walked to where only it leads to the destination`() throws {
    let world = try DrawnWorld(
      """
      A-------B
      S-------T
      """, heights: ["A": 1300, "B": 1200, "S": 1300, "T": 1200],
      [.run("AB", .easy), .run("ST", .easy)])
    let from = RouteEndpoint.coordinate(world.place("S", "T", share: 0.5, northMetres: 20))
    for (end, metres) in [("B", 80.0), ("T", 20)] as [(Character, Double)] {
      let route = try #require(try world.route(from, .node(world.node(end))))
      #expect(route.steps.map(\.kind) == [.walk, .run])
      #expect(abs(route.steps[0].lengthMetres - metres) < 1)
    }
  }

  @Test func `a walk to a higher place takes the climb on top`() throws {
    for (height, climb) in [(1200.0, 0.0), (1240, 40)] {
      let world = try DrawnWorld(
        """
        A..B
        """, cellMetres: 40, heights: ["A": 1200, "B": height],
        [.lift("AB", .chairLift, isTwoWay: false)])
      let from = RouteEndpoint.coordinate(world.place("A", "A", share: 0))
      let route = try #require(
        try world.route(from, .node(world.node("B"))), "\(height)")
      // The walk of 120 m competes with the lift, whose wait alone takes three minutes.
      #expect(route.steps.map(\.kind) == (climb == 0 ? [.walk] : [.lift]))
    }
  }

  @Test func `someone on a run above the ceiling gets no route, someone beside it walks to an easier one`()
    throws
  {
    let world = try DrawnWorld(
      """
      A-------B
      S-------T
      """, heights: ["A": 1300, "B": 1200, "S": 1300, "T": 1200],
      [.run("AB", .easy), .run("ST", .expert)])
    let profile = SkierProfile(ceiling: .colour(.blue))
    for (north, isRefused) in [(0.0, true), (9, true), (11, false), (40, false)] {
      let from = RouteEndpoint.coordinate(world.place("S", "T", share: 0.5, northMetres: north))
      for ends in [(from, RouteEndpoint.node(world.node("B"))), (.node(world.node("A")), from)] {
        for objective in RouteObjective.allCases {
          let request = RouteRequest(from: ends.0, to: ends.1, profile: profile, objective: objective)
          switch try world.router.route(request) {
          case .answer(let route):
            #expect(!isRefused && Set(route.steps.map(\.kind)) == [.walk, .run], "\(north) m")
          case .noAnswer(let reason):
            #expect(
              isRefused && reason.reason == .overCeiling && reason.leastCeiling == .expert, "\(north) m")
          }
        }
      }
    }
  }

  @Test func `someone on a run above the ceiling and an easier one beside it skis the easier one`() throws {
    let world = try DrawnWorld(
      """
      A-------B
      S-------T
      """, cellMetres: 8, heights: ["A": 1010, "B": 1000, "S": 1010, "T": 1000],
      [.run("AB", .easy), .run("ST", .expert)])
    let from = RouteEndpoint.coordinate(world.place("S", "T", share: 0.5, northMetres: 1))
    let route = try world.route(from, .node(world.node("B")), SkierProfile(ceiling: .colour(.blue)))
    #expect(route?.steps.last?.name == "AB")
  }

  @Test(arguments: batches)
  func `an end moved by up to 12 m changes the cost by the walk and the way along the link at most`(
    first: UInt64
  ) throws {
    var compared = 0
    for seed in first..<first + 100 {
      let world = try GentleWorld(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      var random = world.random
      for question in 0..<10 {
        let profile = SkierProfile(
          ability: random.pick(SkierAbility.allCases), equipment: random.pick(SkierEquipment.allCases),
          ceiling: random.pick([.colour(.blue), .grade(.expert)]), ungraded: .allow)
        let objective = random.pick(Array(RouteObjective.allCases))
        let (one, far) = (world.place(&random), world.place(&random))
        let other = GentleWorld.moved(one, metres: Double.random(in: 1...12, using: &random), &random)
        for isStart in [true, false] {
          let move = Move(
            session: session, profile: profile, objective: objective, far: far, isStart: isStart)
          guard let change = try move.change(to: one, from: other) else { continue }
          let bound = move.bound(one, other)
          #expect(change <= bound, "seed \(seed), question \(question), \(objective), start \(isStart)")
          compared += 1
        }
      }
    }
    #expect(compared > 200)
    print("seeds from \(first): \(compared) moves of an end")
  }
}

/// A question asked from two places near each other.
private struct Move {
  let session: RouteSession
  let profile: SkierProfile
  let objective: RouteObjective
  let far: Coordinate
  let isStart: Bool

  /// Returns how much more an end at one place costs than at another, in milliseconds; nil without a route from the
  /// other, where one is on a run that may not be used, and where both ends lie on one link, whose order may change.
  ///
  /// The other sees 12 m less, so that all that it reaches is within reach of the first.
  func change(to one: Coordinate, from other: Coordinate) throws -> Int? {
    guard let near = try cost(other, limit: 138), let end = resolved(one, limit: 150),
      !end.isOnRefusedRun(session.prepare(profile, objective).edges, session.router.graph)
    else { return nil }
    let cost = try cost(one, limit: 150)
    if cost == nil, hasDirect(one) { return nil }
    #expect(cost != nil, "no route with \(one), one with \(other)")
    return cost.map { $0 - near }
  }

  /// The cost of the walk from one place to the other, and of as many metres along the slowest link at the gradient of
  /// the ground, with as much climb on foot; rounding included.
  func bound(_ one: Coordinate, _ other: Coordinate) -> Int {
    let metres = one.distanceMetres(to: other)
    let weight = objective == .skiing ? 3.0 : 1.0
    let (a, b) = (ground(one, limit: 150), ground(other, limit: 138))
    let rise = isStart ? b - a : a - b
    let pace = Pace(ability: profile.ability, equipment: profile.equipment, objective: objective)
    let steepest = GentleWorld.steepest
    let along =
      [LinkKind.run, .connector, .walk].flatMap { kind in
        [-steepest, 0, 0.02, 0.05, steepest].map { pace.millisecondsPerMetre(gradient: $0, on: kind) }
      }.max() ?? 0
    let climb = 6000 * (max(0, rise) + steepest * metres)
    return Int(weight * (1000 * metres + climb + 600) + 1.05 * along * metres) + 20
  }

  private func ground(_ place: Coordinate, limit: Double) -> Double {
    guard let candidate = resolved(place, limit: limit)?.candidates.first,
      let height = candidate.snap.point.elevationCentimetres
    else { return 0 }
    return Double(height) / 100 - candidate.riseMetres
  }

  private func resolved(_ place: Coordinate, limit: Double) -> ResolvedEnd? {
    EndResolver(graph: session.router.graph, request: request(place, limit)).resolve(place)
  }

  private func request(_ place: Coordinate, _ limit: Double) -> RouteRequest {
    RouteRequest(
      from: .coordinate(isStart ? place : far), to: .coordinate(isStart ? far : place), profile: profile,
      snapLimitMetres: limit, objective: objective)
  }

  private func hasDirect(_ place: Coordinate) -> Bool {
    guard let near = resolved(place, limit: 150), let other = resolved(far, limit: 150) else { return false }
    let (start, destination) = isStart ? (near, other) : (other, near)
    return !DirectPath.all(from: start, to: destination, costs: session.prepare(profile, objective)).isEmpty
  }

  private func cost(_ place: Coordinate, limit: Double) throws -> Int? {
    guard let near = resolved(place, limit: limit), let other = resolved(far, limit: 150) else { return nil }
    let costs = session.prepare(profile, objective)
    let (start, destination) = isStart ? (near, other) : (other, near)
    if hasDirect(place) { return nil }
    return try session.pieces(from: start, to: destination, costs, .aStar)?.reduce(0) {
      $0 + Int(costs.model.cost($1) ?? 0)
    }
  }
}

/// A random world on a plane that falls by a sixth, with runs and streets of many bends.
private struct GentleWorld {
  static let slope = 1.0 / 6
  /// The gradient in any direction at most, heights and lengths rounded.
  static let steepest = 0.18
  let graph: RoutingGraph
  let random: SeededGenerator

  init(seed: UInt64) throws {
    let world = try RandomWorld(seed: seed)
    var builder = world.builder
    for node in builder.nodes.indices { Self.lower(&builder.nodes[node]) }
    for link in builder.links.indices {
      for point in builder.links[link].points.indices { Self.lower(&builder.links[link].points[point]) }
      builder.links[link].inferredElevationsCentimetres = nil
    }
    graph = try builder.build()
    random = world.random
  }

  private static func lower(_ point: inout GraphPoint) {
    let metres = Double(point.position.latitudeE7 - 460_000_000) / 1e7 * 111_170
    point = GraphPoint(
      position: point.position, elevationCentimetres: Int32(100_000 + metres * slope * 100))
  }

  /// Returns a place beside the network, up to some 100 m from it.
  func place(_ random: inout SeededGenerator) -> Coordinate {
    let points = graph.link(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &random))).points
    let index = Int.random(in: 1..<points.count, using: &random)
    let (a, b) = (points[index - 1].coordinate, points[index].coordinate)
    let share = Double.random(in: 0...1, using: &random)
    let on = Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share,
      longitude: a.longitude + (b.longitude - a.longitude) * share)
    return Self.moved(on, metres: random.pick([0, 5, 30, 100]), &random)
  }

  /// Returns a place some metres from another.
  static func moved(_ place: Coordinate, metres: Double, _ random: inout SeededGenerator) -> Coordinate {
    var (north, east) = (1.0, 1.0)
    while north * north + east * east > 1 {
      (north, east) = (.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
    }
    let length = max(1e-9, (north * north + east * east).squareRoot())
    let scale = LocalScale(latitude: place.latitude)
    return Coordinate(
      latitude: place.latitude + metres * north / length / scale.metresPerDegreeLatitude,
      longitude: place.longitude + metres * east / length / scale.metresPerDegreeLongitude)
  }
}
