import SkiGeo
import SkiGraph
import SkiModel
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
