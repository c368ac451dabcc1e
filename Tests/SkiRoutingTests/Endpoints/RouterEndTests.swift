import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct RouterEndTests {
  static let world = Result {
    try DrawnWorld(
      """
      T-----M-----B
      .............
      S-----------U
      """, heights: ["T": 1400, "M": 1200, "B": 1000, "S": 1400, "U": 1000],
      [.run("TMB", .easy), .lift("BT", .chairLift), .run("SU", .advanced)])
  }

  @Test func `the costs of two halves of a run add up to the cost of the whole run`() throws {
    let world = try Self.world.get()
    let middle = RouteEndpoint.coordinate(world.place("T", "M", share: 0.5))
    let (top, bottom) = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("B")))
    let whole = try #require(try world.route(top, bottom))
    let first = try #require(try world.route(top, middle))
    let second = try #require(try world.route(middle, bottom))
    #expect(first.totalMilliseconds() + second.totalMilliseconds() == whole.totalMilliseconds())
    #expect(first.steps.count == 1 && second.steps.count == 1 && second.steps[0].name == "TMB")
    #expect(first.steps[0].points.last == second.steps[0].points.first)
    #expect(abs(first.steps[0].lengthMetres + second.steps[0].lengthMetres - whole.lengthMetres()) < 0.1)
  }

  @Test func `a route down one run is direct, a route up the run takes the lift`() throws {
    let world = try Self.world.get()
    let upper = RouteEndpoint.coordinate(world.place("T", "M", share: 0.25))
    let lower = RouteEndpoint.coordinate(world.place("T", "M", share: 0.75))
    let down = try #require(try world.route(upper, lower))
    #expect(down.steps.count == 1 && abs(down.lengthMetres() - 316.2) < 1)
    let around = try #require(try world.route(lower, upper))
    #expect(around.steps.map(\.kind) == [.run, .lift, .run])
  }

  @Test func `a coordinate 40 m beside a run is connected to it by a walk`() throws {
    let world = try Self.world.get()
    let away = RouteEndpoint.coordinate(world.place("T", "M", share: 0.5, northMetres: 40))
    let route = try #require(try world.route(away, .node(world.node("B"))))
    #expect(route.steps.map(\.kind) == [.walk, .run])
    #expect(abs(route.steps[0].milliseconds - 40_000) < 100 && route.steps[0].id == nil)
    #expect(route.steps[0].points.last == route.steps[1].points.first)
    let back = try #require(try world.route(.node(world.node("T")), away))
    #expect(back.steps.map(\.kind) == [.run, .walk])
    let near = RouteEndpoint.coordinate(world.place("T", "M", share: 0.5, northMetres: 0.4))
    #expect(try world.route(near, .node(world.node("B")))?.steps.map(\.kind) == [.run])
  }

  @Test func `a lift is not boarded between its stations`() throws {
    let world = try DrawnWorld(
      """
      T......B
      """, heights: ["T": 1400], [.lift("BT", .chairLift)])
    let answer = try world.router.route(
      RouteRequest.fastest(from: .coordinate(world.place("T", "B", share: 0.5)), to: .node(world.node("T"))))
    guard case .noAnswer(let reason) = answer else {
      Issue.record("boarded in mid-span")
      return
    }
    #expect(reason.reason == .notNearAnything && abs((reason.nearestMetres ?? 0) - 350) < 5)
  }

  @Test func `a route from a place to itself has no steps`() throws {
    let world = try Self.world.get()
    for end in [RouteEndpoint.node(world.node("M")), .coordinate(world.place("T", "M", share: 0.3))] {
      #expect(try world.route(end, end) == Route(steps: []))
    }
  }

  @Test func `a place without a node starts at the node of one of its features`() throws {
    let world = try Self.world.get()
    let feature = try #require(world.feature("TMB"))
    let facts = world.graph.feature(feature)
    let place = Place(
      kind: .run, name: "TMB", feature: feature, features: [feature], point: facts.start, node: nil)
    let route = try #require(try world.route(.place(place), .node(world.node("B"))))
    #expect(route.steps.map(world.spelling) == ["TMB"])
  }

  @Test func `a hut 30 m beside a run is reached by a walk, one 500 m away is near nothing`() throws {
    let world = try Self.world.get()
    let feature = try #require(world.feature("TMB"))
    for (north, kinds) in [(30.0, [LinkKind.run, .walk]), (500, [])] {
      let spot = FixedCoordinate(world.place("T", "M", share: 0.5, northMetres: north))
      let hut = Place(
        kind: .hut, name: "Hut", feature: feature, features: [],
        point: GraphPoint(position: spot, elevationCentimetres: nil), node: nil)
      switch try world.router.route(RouteRequest.fastest(from: .node(world.node("T")), to: .place(hut))) {
      case .answer(let route): #expect(route.steps.map(\.kind) == kinds)
      case .noAnswer(let reason):
        #expect(
          kinds.isEmpty && reason.reason == .notNearAnything && reason.message().hasPrefix("Hut is not near"))
      }
    }
  }

  @Test func `invalid coordinates, nodes outside the graph and invalid snap limits are errors`() throws {
    let world = try Self.world.get()
    let good = RouteEndpoint.node(world.node("T"))
    let bad: [RouteEndpoint] = [
      .coordinate(Coordinate(latitude: 360, longitude: 360)), .node(NodeIndex(UInt32.max)),
      .coordinate(Coordinate(latitude: .nan, longitude: 0)),
    ]
    for end in bad {
      #expect(throws: SkiError.self) { try world.router.route(RouteRequest.fastest(from: end, to: good)) }
      #expect(throws: SkiError.self) { try world.router.route(RouteRequest.fastest(from: good, to: end)) }
    }
    for limit in [-1, Double.nan, .infinity] {
      #expect(throws: SkiError.self) {
        try world.router.route(RouteRequest.fastest(from: good, to: good, snapLimitMetres: limit))
      }
    }
  }
}
