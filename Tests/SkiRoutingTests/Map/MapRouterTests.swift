import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

struct MapRouterTests {
  /// A map of random worlds two degrees apart.
  private struct Worlds {
    var worlds: [RandomWorld]
    let map: SkiMap
    let router: MapRouter

    init(seed: UInt64, count: Int) throws {
      worlds = try (0..<count).map { try RandomWorld(seed: seed * 10 + UInt64($0)) }
      let regions = worlds.enumerated().map { $1.builder.moved(eastDegrees: Double($0 * 2)) }
      map = try MapContents(regions: regions).map()
      router = MapRouter(map: map)
    }

    /// Moves a coordinate to the longitude of its world.
    func moved(_ end: RouteEndpoint, to world: Int) -> RouteEndpoint? {
      guard case .coordinate(let place) = end else { return nil }
      return .coordinate(
        Coordinate(latitude: place.latitude, longitude: place.longitude + Double(world * 2)))
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `routes within a region equal those of the region's own router`(seed: UInt64) throws {
    var worlds = try Worlds(seed: seed, count: 3)
    for number in worlds.worlds.indices {
      let own = try worlds.router.router(for: worlds.map.region(at: UInt32(number)))
      for question in 0..<6 {
        var profile = worlds.worlds[number].profile()
        let ends = (worlds.worlds[number].endpoint(), worlds.worlds[number].endpoint())
        guard let from = worlds.moved(ends.0, to: number), let to = worlds.moved(ends.1, to: number) else {
          continue
        }
        let closed = profile.closedFeatures.map { feature in
          let facts = own.graph.feature(feature)
          return Place(
            kind: facts.kind, name: facts.name, region: own.graph.region, feature: feature,
            features: [feature], point: facts.start, node: facts.startNode)
        }
        let expected = try own.route(RouteRequest.fastest(from: from, to: to, profile: profile))
        profile.closedFeatures = []
        let answer = try worlds.router.on(Schedule(), closing: closed).route(
          RouteRequest.fastest(from: from, to: to, profile: profile))
        #expect(answer == expected, "seed \(seed), world \(number), question \(question)")
        if case .answer(let route) = answer { #expect(route.region == own.graph.region) }
      }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a route between two regions is refused with the reason`(seed: UInt64) throws {
    var worlds = try Worlds(seed: seed, count: 2)
    guard let from = worlds.moved(worlds.worlds[0].endpoint(), to: 0),
      let to = worlds.moved(worlds.worlds[1].endpoint(), to: 1)
    else { return }
    guard case .noAnswer(let reason) = try worlds.router.route(RouteRequest.fastest(from: from, to: to))
    else {
      Issue.record("seed \(seed): a route between regions")
      return
    }
    #expect([.separateAreas, .notNearAnything].contains(reason.reason), "seed \(seed): \(reason)")
  }

  @Test func `places in two regions without streets are refused with the distance between them`() throws {
    let world = try DrawnWorld("A..B", heights: ["A": 1100], [.run("AB", .easy)])
    let map = try MapContents(regions: [world.builder, world.builder.moved(eastDegrees: 0.02)]).map()
    let from = world.place("A", "B", share: 0.5)
    let to = Coordinate(latitude: from.latitude, longitude: from.longitude + 0.02)
    let answer = try MapRouter(map: map).route(
      RouteRequest.fastest(from: .coordinate(from), to: .coordinate(to)))
    let reason = try #require(answer.reason)
    #expect(reason.reason == .separateAreas && reason.lacksStreets)
    #expect(abs((reason.straightMetres ?? 0) - from.distanceMetres(to: to)) < 0.1)
    #expect(
      reason.message().contains("it is 1.5 km in a straight line; the map has no streets to walk along"))
  }

  @Test func `a coordinate within two regions is snapped to the nearer one`() throws {
    let world = try RandomWorld(seed: 3)
    // Boxes that overlap: the second world lies 300 m east of the first and half as far from the place asked for.
    let map = try MapContents(regions: [world.builder, world.builder.moved(eastDegrees: 0.0039)]).map()
    let graph = try map.graph(at: 1)
    let place = RouteEndpoint.coordinate(graph.point(NodeIndex(0)).coordinate)
    let result = try MapRouter(map: map).route(RouteRequest.fastest(from: place, to: place))
    if case .answer(let route) = result { #expect(route.region == graph.region) }
  }

  @Test func `a coordinate far from every region is reported, with the distance to a region nearby`() throws {
    let worlds = try Worlds(seed: 5, count: 2)
    let far = RouteEndpoint.coordinate(Coordinate(latitude: 46.05, longitude: 9.01))
    let nowhere = RouteEndpoint.coordinate(Coordinate(latitude: -46, longitude: 100))
    for (place, isKnown) in [(far, true), (nowhere, false)] {
      let result = try worlds.router.route(RouteRequest.fastest(from: place, to: far))
      guard case .noAnswer(let reason) = result else {
        Issue.record("a route from nowhere")
        continue
      }
      #expect(reason.reason == .notNearAnything && reason.end == .start)
      #expect((reason.nearestMetres != nil) == isKnown, "\(String(describing: reason.nearestMetres))")
    }
  }

  @Test func `an altered region is refused, the other regions answer`() throws {
    let worlds = try Worlds(seed: 7, count: 2)
    var bytes = try MapContents(
      regions: worlds.worlds.enumerated().map { $1.builder.moved(eastDegrees: Double($0 * 2)) }
    ).encoded()
    let parts = MapForgery.parts(of: bytes)
    bytes[parts[0].range.upperBound - 1] ^= 1
    let router = MapRouter(map: try SkiMap(bytes: bytes))
    let place = try router.map.graph(at: 1).point(NodeIndex(0)).coordinate
    let good = RouteEndpoint.coordinate(place)
    let bad = RouteEndpoint.coordinate(
      Coordinate(latitude: place.latitude, longitude: place.longitude - 2))
    _ = try router.route(RouteRequest.fastest(from: good, to: good, snapLimitMetres: 5000))
    let error = #expect(throws: SkiError.self) {
      try router.route(RouteRequest.fastest(from: bad, to: good, snapLimitMetres: 5000))
    }
    #expect(error?.code == .malformedData)
  }

  @Test(arguments: [-1, 0, 1])
  func `a count of alternatives below 1 is refused`(count: Int) throws {
    let world = try DrawnWorld("A-B", heights: ["A": 1010], [.run("AB", .easy)])
    let router = MapRouter(map: try world.map())
    let request = RouteRequest(from: .node(world.node("A")), to: .node(world.node("B")))
    if count > 0 {
      let routes = try router.alternatives(request, departing: DayTime(hour: 10), count: count).value
      #expect(routes?.count == 1)
    } else {
      let error = #expect(throws: SkiError.self) {
        try router.alternatives(request, departing: DayTime(hour: 10), count: count)
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `nodes and regions of another map are refused`() throws {
    let worlds = try Worlds(seed: 9, count: 2)
    let node = RouteEndpoint.node(NodeIndex(0))
    #expect(throws: SkiError.self) { try worlds.router.route(RouteRequest.fastest(from: node, to: node)) }
    let point = try worlds.map.graph(at: 0).point(NodeIndex(0))
    let other = try Worlds(seed: 10, count: 2).map
    #expect(other.id != worlds.map.id)
    for region in [RegionIndex.first, other.regions[1], worlds.map.region(at: 9)] {
      let place = Place(
        kind: .hut, name: "Elsewhere", region: region, feature: FeatureIndex(0), features: [], point: point,
        node: nil)
      let questions: [() throws -> Void] = [
        { _ = try worlds.router.route(RouteRequest.fastest(from: .place(place), to: .place(place))) },
        {
          let router = worlds.router.on(Schedule(), closing: [place])
          _ = try router.nearest(to: point.coordinate)
        },
        { _ = try worlds.router.effect(ofClosing: [place], home: .coordinate(point.coordinate)) },
        { _ = try worlds.router.directions(Route(steps: [], region: region), destination: "x") },
      ]
      for ask in questions {
        let error = #expect(throws: SkiError.self) { try ask() }
        #expect(error?.code == .invalidArgument)
      }
    }
    let invalid = RouteEndpoint.coordinate(Coordinate(latitude: .nan, longitude: 0))
    #expect(throws: SkiError.self) {
      try worlds.router.route(RouteRequest.fastest(from: invalid, to: invalid))
    }
  }
}
