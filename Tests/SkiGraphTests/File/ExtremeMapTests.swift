import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiGraph

/// Valid maps at the limits of the format.
struct ExtremeMapTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)),
      elevationCentimetres: 100_000)
  }

  /// A star of `count` two-way runs between one node and a ring of others.
  private static func star(_ count: Int) -> RoutingGraphBuilder {
    var builder = RoutingGraphBuilder()
    let middle = builder.addNode(place(46.5, 7.5))
    for number in 0..<count {
      let end = place(46.5 + Double(number % 100 + 1) / 10_000, 7.5 + Double(number / 100) / 10_000)
      let node = builder.addNode(end)
      let feature = builder.addFeature(
        GraphFeature(
          kind: .run, id: SourceID("way/\(number)"), start: builder.nodes[middle.position], end: end))
      builder.links.append(
        BuilderLink(
          kind: .run, feature: feature, tail: middle, head: node, allowsForward: true,
          allowsBackward: true, points: [builder.nodes[middle.position], end],
          distancesCentimetres: [0, 1000]))
    }
    return builder
  }

  @Test func `a node with the greatest number of edges is searched, snapped to and surveyed`() throws {
    let count = Int(MapLimits.mostEdges)
    let graph = try Self.star(count).build()
    #expect((0..<graph.nodeCount).map { graph.edges(from: NodeIndex($0)).count }.max() == count)
    #expect(Set(graph.stronglyConnectedComponents { _ in true }).count == 1)
    let middle = Coordinate(latitude: 46.5, longitude: 7.5)
    #expect(graph.snaps(near: middle, withinMetres: 1, limit: 7).count == 7)
    #expect(!MapSurvey(graph).text().isEmpty)
  }

  @Test func `a node with ten times the greatest number of edges is refused by the builder`() throws {
    let error = #expect(throws: SkiError.self) { try Self.star(100_000).build() }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("has 100000 edges out, more than 10000") == true)
  }

  @Test func `segments of up to 180 degrees are found only at places on them`() throws {
    var builder = RoutingGraphBuilder()
    for (number, ends) in [
      (Self.place(-90, 0), Self.place(90, 0)), (Self.place(0, -179), Self.place(0, 179)),
      (Self.place(10, -90), Self.place(10, 89.9)), (Self.place(60, 179.9), Self.place(60, -179.9)),
    ].enumerated() {
      let nodes = [builder.addNode(ends.0), builder.addNode(ends.1)]
      let feature = builder.addFeature(
        GraphFeature(kind: .run, id: SourceID("way/\(number)"), start: ends.0, end: ends.1))
      builder.links.append(
        BuilderLink(
          kind: .run, feature: feature, tail: nodes[0], head: nodes[1], allowsForward: true,
          allowsBackward: true, points: [ends.0, ends.1], distancesCentimetres: [0, .max]))
    }
    let map = try MapContents(regions: [builder]).map()
    try map.verify()
    let graph = try map.graph(at: 0)
    for (latitude, longitude, count) in [
      (45.0, 0.0, 1), (10, 0, 2), (60, 180, 1), (46.5, 7.5, 0), (0, 180, 1),
    ] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      #expect(graph.snaps(near: place, withinMetres: 1000, limit: 9).count == count, "\(place)")
      let (south, west) = (latitude - 0.01, longitude - 0.01)
      let box = BoundingBox(south: south, west: west, north: latitude + 0.01, east: longitude + 0.01)
      #expect(graph.links(intersecting: box).count == count, "\(place)")
    }
    #expect(exercise(map) != 0)
  }

  /// One of a million different names that share few words.
  private static func name(_ number: Int) -> String {
    "Hut a\(number / 10_000) b\(number / 100 % 100) c\(number % 100)"
  }

  @Test func `matches among a million names respect the limit and the error stays short`() throws {
    var builder = RoutingGraphBuilder()
    for number in 0..<1_000_000 {
      let place = Self.place(46 + Double(number / 1000) / 10_000, 7 + Double(number % 1000) / 10_000)
      builder.addFeature(
        GraphFeature(
          kind: .hut, id: SourceID("node/\(number)"), name: Self.name(number), start: place, end: place))
    }
    let map = try MapContents(regions: [builder]).map()
    try map.verify()
    let finder = PlaceFinder(map: map)
    #expect(try finder.place("Hut a12 b34 c56").name == "Hut a12 b34 c56")
    #expect(try finder.place("node/999999").name == "Hut a99 b99 c99")
    #expect(try finder.matches("hut", limit: 5).count == 5)
    let error = #expect(throws: SkiError.self) { try finder.place("hut") }
    #expect(error?.code == .ambiguousPlace)
    #expect((error?.message.count ?? .max) < 2000, "\(error?.message.count ?? 0) letters")
  }
}
