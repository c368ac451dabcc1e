import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct NoRouteTests {
  static func reason(
    _ world: DrawnWorld, _ from: RouteEndpoint, _ to: RouteEndpoint, _ profile: SkierProfile = .anyGrade
  ) throws -> NoAnswer? {
    guard
      case .noAnswer(let reason) = try world.router.route(
        RouteRequest.fastest(from: from, to: to, profile: profile))
    else { return nil }
    return reason
  }

  static func steps(_ difficulties: [Difficulty?], convention: DifficultyConvention = .europe) throws
    -> DrawnWorld
  {
    try DrawnWorld(
      "T...M...B", heights: ["T": 1400, "M": 1200], convention: convention,
      [.run("TMB", .easy, links: difficulties)])
  }

  @Test func `a route over the ceiling is refused with the least ceiling that suffices`() throws {
    let blue = SkierProfile(ceiling: .colour(.blue))
    let world = try Self.steps([.intermediate, .advanced])
    let (top, bottom) = (RouteEndpoint.node(world.node("T")), RouteEndpoint.node(world.node("B")))
    let reason = try #require(try Self.reason(world, top, bottom, blue))
    #expect(
      reason.reason == .overCeiling && reason.leastCeiling == .advanced && reason.leastCeilingColour == .black
    )
    #expect(reason.message().contains("black"))
    let america = try Self.steps([.intermediate, .advanced], convention: .northAmerica)
    let other = try #require(
      try Self.reason(
        america, .node(america.node("T")), .node(america.node("B")), SkierProfile(ceiling: .colour(.green))))
    #expect(other.leastCeiling == .advanced && other.leastCeilingColour == .black)
  }

  @Test func `a start on a run over the ceiling gives no route and the least ceiling that suffices`() throws {
    let world = try Self.steps([.intermediate, .easy])
    let standing = RouteEndpoint.coordinate(world.place("T", "M", share: 0.5))
    let profile = SkierProfile(ceiling: .colour(.blue))
    let reason = try #require(try Self.reason(world, standing, .node(world.node("B")), profile))
    #expect(
      reason.reason == .overCeiling && reason.leastCeiling == .intermediate
        && reason.leastCeilingColour == .red)
  }

  @Test func `a place that no path leads to is cut off, and no other reason is given`() throws {
    let world = try Self.steps([.easy, .easy])
    let reason = try #require(try Self.reason(world, .node(world.node("B")), .node(world.node("T"))))
    #expect(reason.reason == .cutOff && reason.reasons == [.cutOff])
  }

  @Test func `an end far from the network is reported with its distance`() throws {
    let world = try Self.steps([.easy, .easy])
    let away = RouteEndpoint.coordinate(world.place("T", "M", share: 0.5, northMetres: 600))
    let reason = try #require(try Self.reason(world, .node(world.node("T")), away))
    #expect(reason.reason == .notNearAnything && reason.end == .destination)
    #expect(abs((reason.nearestMetres ?? 0) - 600) < 3)
    let lost = try #require(
      try Self.reason(world, .coordinate(Coordinate(latitude: 0, longitude: 0)), .node(world.node("T"))))
    #expect(lost.end == .start && lost.nearestMetres == nil && !lost.message().isEmpty)
  }

  @Test func `closures, avoided lifts, missing grades and missing opt-ins are given as reasons`() throws {
    let world = try DrawnWorld(
      "T..M..B..E", heights: ["T": 1400, "M": 1300, "B": 1200],
      [.run("TM", .easy, name: "Upper"), .run("MB", nil), .run("BE", .freeride), .lift("BM", .tBar)])
    let (top, middle, bottom, end) = (world.node("T"), world.node("M"), world.node("B"), world.node("E"))
    let closed = try #require(world.feature("TM"))
    var reason = try #require(
      try Self.reason(world, .node(top), .node(middle), SkierProfile(closedFeatures: [closed])))
    #expect(reason.reason == .closed && reason.closedNames == ["Upper"] && reason.closedFeatures == [closed])
    reason = try #require(
      try Self.reason(world, .node(middle), .node(bottom), SkierProfile(ceiling: .colour(.black))))
    #expect(reason.reason == .onlyUngraded)
    reason = try #require(try Self.reason(world, .node(bottom), .node(end)))
    #expect(reason.reason == .onlyOffScale)
    reason = try #require(
      try Self.reason(world, .node(bottom), .node(middle), SkierProfile(avoidedLiftKinds: [.tBar])))
    #expect(reason.reason == .onlyAvoidedLifts)
    reason = try #require(
      try Self.reason(
        world, .node(top), .node(end),
        SkierProfile(ceiling: .colour(.green), closedFeatures: [closed])))
    #expect(Set(reason.reasons) == [.overCeiling, .closed, .onlyUngraded, .onlyOffScale])
    #expect(reason.leastCeiling == .easy)
  }

  @Test(arguments: [
    ("access", "private", "Combe, which is private"),
    ("access", "no", "Combe, which is barred to the public"),
    ("access", "permit", "Combe, which requires a permit"),
    ("seasonal", "summer", "Combe, which does not run in winter"),
    ("operational_status", "closed", "Combe, which is out of service"),
  ])
  func `a lift that is not open to skiers is named with why, instead of no way at all`(
    key: String, word: String, name: String
  ) throws {
    var tags = AccessTags()
    tags[try #require(AccessTags.Key(rawValue: key))] = word
    let world = try DrawnWorld(
      "B..T..U", heights: ["T": 1400, "U": 1300],
      [.lift("BT", .chairLift, name: "Combe", change: { [tags] in $0.access = tags }), .run("TU", .advanced)])
    let (bottom, end) = (world.node("B"), world.node("U"))
    let profile = SkierProfile(ceiling: .colour(.blue))
    let reason = try #require(try Self.reason(world, .node(bottom), .node(end), profile))
    #expect(reason.reasons == [.barred] && reason.barredNames == [name])
    #expect(reason.barredFeatures == [try #require(world.feature("BT"))])
    #expect(reason.message() == "There is no route that skiers may use: it needs \(name).")
    let back = try #require(try Self.reason(world, .node(end), .node(bottom)))
    #expect(back.reasons == [.cutOff])
  }

  @Test func `a route along snow-covered paths only is reported with its length and what would open it`()
    throws
  {
    let world = try DrawnWorld(
      "A....B..C", heights: ["A": 1010, "B": 1000],
      [.walk("AB", name: "Alpweg", flags: .snowCovered), .walk("BC", name: "Dorf")])
    let (a, c) = (RouteEndpoint.node(world.node("A")), RouteEndpoint.node(world.node("C")))
    let reason = try #require(try Self.reason(world, a, c))
    #expect(reason.reasons == [.onlySnowCovered])
    #expect(abs((reason.snowCoveredMetres ?? 0) - 500) < 1)
    #expect(
      reason.message()
        == "There is only a route that leads 500 m along snow-covered tracks and paths; allow walking there (allow walk) to get it."
    )
    var walker = SkierProfile.anyGrade
    walker.allowsSnowCovered = true
    #expect(try Self.reason(world, a, c, walker) == nil)
  }

  @Test func `two short passages that are too long in all are not both taken`() throws {
    // 300 m and 300 m under snow, or a detour over the street.
    let drawing = """
      A..B..C..D
      ..........
      ..........
      E........F
      """
    let paths: [DrawnFeature] = [
      .walk("AB", flags: .shortSnowPassage), .walk("BC"), .walk("CD", flags: .shortSnowPassage),
    ]
    let world = try DrawnWorld(drawing, paths + [.walk("AEFD", name: "Street")])
    let router = MapRouter(map: try world.map())
    let request = RouteRequest.fastest(from: .node(world.node("A")), to: .node(world.node("D")))
    let route = try #require(try router.route(request).value)
    #expect(route.steps.map(\.name) == ["Street"] && route.snowCoveredMetres == 0)
    let timed = try #require(try router.route(request, departing: DayTime(hour: 10)).value)
    #expect(timed.steps.map(\.name) == ["Street"])
    let only = try MapRouter(map: DrawnWorld(drawing, paths).map())
    let reason = try #require(try only.route(request).reason)
    #expect(reason.reasons == [.onlySnowCovered])
    #expect(abs((reason.snowCoveredMetres ?? 0) - 600) < 1)
    let half = RouteRequest.fastest(from: .node(world.node("A")), to: .node(world.node("C")))
    #expect(try only.route(half).value?.steps.isEmpty == false)
  }

  @Test
  func `where a harder run or a snow-covered path would do, the run is the reason and the path is named`()
    throws
  {
    let world = try DrawnWorld(
      "A....B", heights: ["A": 1150], [.run("AB", .advanced), .walk("AB", flags: .snowCovered)])
    let reason = try #require(
      try Self.reason(
        world, .node(world.node("A")), .node(world.node("B")), SkierProfile(ceiling: .colour(.blue))))
    #expect(reason.reasons == [.overCeiling] && reason.leastCeiling == .advanced)
    #expect(
      reason.message().hasSuffix(
        "There is one that leads 500 m along snow-covered tracks and paths (allow walk)."))
  }

  @Test func `a coordinate beside a snow-covered path alone is not called far from everything`() throws {
    let world = try DrawnWorld(
      "A..B....................C..D", heights: ["A": 1010],
      [.walk("AB"), .walk("BC", flags: .snowCovered), .run("CD", .easy)])
    let router = MapRouter(map: try world.map())
    let place = RouteEndpoint.coordinate(world.place("B", "C", share: 0.5))
    let start = RouteEndpoint.coordinate(world.place("A", "B", share: 0.5))
    let reason = try #require(try router.route(RouteRequest.fastest(from: start, to: place)).reason)
    #expect(reason.reasons == [.onlySnowCovered] && reason.end == .destination)
    #expect(reason.message().hasPrefix("The destination is near snow-covered tracks and paths only"))
    var walker = SkierProfile()
    walker.allowsSnowCovered = true
    #expect(try router.route(RouteRequest.fastest(from: start, to: place, profile: walker)).value != nil)
  }

  @Test func `without streets, places that nothing joins are refused with the straight line and the remedy`()
    throws
  {
    let elements: [DrawnFeature] = [.lift("BT", .chairLift), .run("TB", .easy), .lift("CU", .chairLift)]
    let drawing = """
      T...........U
      .............
      B...........C
      """
    let heights: [Character: Double] = ["T": 1200, "U": 1200]
    let plain = try DrawnWorld(drawing, heights: heights, elements)
    let (from, to) = (RouteEndpoint.node(plain.node("B")), RouteEndpoint.node(plain.node("C")))
    let reason = try #require(try Self.reason(plain, from, to))
    #expect(abs((reason.straightMetres ?? 0) - 1200) < 5 && reason.lacksStreets)
    #expect(
      reason.message()
        == "There is no route at all: no runs or lifts on this map lead there; it is 1.2 km in a straight line; the map has no streets to walk along."
    )
    let streets = try DrawnWorld(
      drawing + "\nD", heights: heights, elements + [.walk("BD")])
    let other = try #require(
      try Self.reason(streets, .node(streets.node("B")), .node(streets.node("C"))))
    #expect(!other.lacksStreets && !other.message().contains("--streets"))
  }

  @Test func `a lift under construction is reported with its status and the features nearby`() throws {
    let world = try DrawnWorld(
      """
      T..M
      B..C
      """, heights: ["T": 1400, "M": 1400],
      [
        .lift("BT", .gondola, name: "New", change: { $0.status = .construction }),
        .lift("CM", .chairLift, name: "Old"), .run("MC", .easy, name: "Home"),
      ])
    let feature = try #require(world.feature("BT"))
    let place = Place(
      kind: .lift, name: "New", feature: feature, features: [], point: world.graph.feature(feature).start,
      node: nil)
    let reason = try #require(try Self.reason(world, .node(world.node("M")), .place(place)))
    #expect(reason.reason == .placeNotInNetwork && reason.placeStatus == .construction)
    #expect(reason.placeName == "New" && reason.end == .destination)
    #expect(reason.nearby.map(\.name) == ["Old", "Home"])
    #expect(reason.message().contains("under construction") && reason.message().contains("Old (lift, "))
  }
}
