import SkiBase
import SkiGraph
import Testing

struct BuilderCheckTests {
  /// A change that makes a valid builder invalid, and the message and subject of the error it must cause.
  struct Breakage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: String
    var subject: String?
    var apply: @Sendable (inout RoutingGraphBuilder) -> Void

    init(
      _ name: String, says: String, subject: String? = "way/7",
      _ apply: @escaping @Sendable (inout RoutingGraphBuilder) -> Void
    ) {
      testDescription = name
      self.says = says
      self.subject = subject
      self.apply = apply
    }
  }

  static let far = GraphPoint(
    position: FixedCoordinate(latitudeE7: 900_000_001, longitudeE7: 0), elevationCentimetres: nil)

  static let ring = GraphRing(
    places: [(0, 0), (5, 0), (0, 5)].map { FixedCoordinate(latitudeE7: $0.0, longitudeE7: $0.1) })

  static let breakages: [Breakage] = [
    Breakage("no points", says: "link 0 has 0 points") { $0.links[0].points = [] },
    Breakage("one point", says: "link 0 has 1 points") { $0.links[0].points.removeLast() },
    Breakage("too few distances", says: "link 0 has 2 points and 1 distances") {
      $0.links[0].distancesCentimetres = [0]
    },
    Breakage("distances that don't start at 0", says: "link 0 has distances that fall") {
      $0.links[0].distancesCentimetres = [1, 2]
    },
    Breakage("falling distances", says: "link 1 has distances that fall") {
      $0.links[1].distancesCentimetres = [0, 5, 4]
    },
    Breakage("another first point", says: "link 0 does not start and end at its nodes") {
      $0.links[0].points[0].position.latitudeE7 += 1
    },
    Breakage("another last point", says: "link 0 does not start and end at its nodes") {
      $0.links[0].points[1].position.longitudeE7 += 1
    },
    Breakage("a point off the Earth", says: "link 1 has a point outside") { $0.links[1].points[1] = far },
    Breakage("a junk height", says: "link 1 has a point outside") {
      $0.links[1].points[1].elevationCentimetres = -800_000
    },
    Breakage("a tail out of range", says: "link 0 joins nodes 9 and 1 of 2") {
      $0.links[0].tail = BuilderNodeIndex(9)
    },
    Breakage("a head out of range", says: "link 0 joins nodes 0 and 2 of 2") {
      $0.links[0].head = BuilderNodeIndex(2)
    },
    Breakage("a confidence of 101", says: "confidence of 101 percent") {
      $0.links[0].confidencePercent = 101
    },
    Breakage("a feature out of range", says: "belongs to feature 1 of 1", subject: nil) {
      $0.links[0].feature = BuilderFeatureIndex(1)
    },
    Breakage("a start node out of range", says: "ends at node 2 of 2") {
      $0.features[0].startNode = BuilderNodeIndex(2)
    },
    Breakage("an end node out of range", says: "ends at node 3 of 2") {
      $0.features[0].endNode = BuilderNodeIndex(3)
    },
    Breakage("a parent out of range", says: "has parent 1 of 1") {
      $0.features[0].parent = BuilderFeatureIndex(1)
    },
    Breakage("facts read from a graph", says: "feature 0 holds indices of a frozen graph") {
      $0.features[0].startNode = BuilderNodeIndex(0)
      if let graph = try? $0.build() { $0.features[0].facts = graph.feature(FeatureIndex(0)) }
    },
    Breakage("an area out of range", says: "lies in area 1 of 1") {
      $0.features[0].facts.area = AreaIndex(1)
    },
    Breakage("an end off the Earth", says: "feature 0 has an end outside") { $0.features[0].facts.end = far },
    Breakage("a node off the Earth", says: "node 0 lies outside", subject: nil) { $0.nodes[0] = far },
    Breakage("an outline of no feature", says: "outline of feature 1 of 1", subject: nil) {
      $0.outlines[BuilderFeatureIndex(1)] = [ring]
    },
    Breakage("an outline of two corners", says: "ring 0 of an outline is none") {
      $0.outlines[BuilderFeatureIndex(0)] = [GraphRing(places: Array(ring.places.prefix(2)))]
    },
    Breakage("an outline that repeats its first corner", says: "ring 1 of an outline is none") {
      $0.outlines[BuilderFeatureIndex(0)] = [ring, GraphRing(places: ring.places + ring.places.prefix(1))]
    },
    Breakage("a hole in nothing", says: "ring 0 of an outline is none") {
      $0.outlines[BuilderFeatureIndex(0)] = [GraphRing(places: ring.places, isHole: true)]
    },
    Breakage("an outline off the Earth", says: "ring 0 of an outline is none") {
      $0.outlines[BuilderFeatureIndex(0)] = [GraphRing(places: ring.places + [far.position])]
    },
    Breakage("an area's box upside down", says: "area 0 has a box", subject: "area/1") {
      $0.areas[0].bounds.south = 50
    },
    Breakage("an area's box of NaN", says: "area 0 has a box", subject: "area/1") {
      $0.areas[0].bounds.east = .nan
    },
    Breakage("a negative count", says: "area 0 has a box or a count", subject: "area/1") {
      $0.areas[0].operatingLiftCount = -1
    },
  ]

  @Test(arguments: breakages)
  func `an inconsistent builder is an error that names the feature instead of a trap`(breakage: Breakage)
    throws
  {
    var builder = Self.good()
    _ = try builder.build()
    breakage.apply(&builder)
    let error = try #require(#expect(throws: SkiError.self) { try builder.build() })
    #expect(error.code == .internalInconsistency)
    #expect(error.message.contains(breakage.says), "\(error)")
    #expect(error.subject == breakage.subject, "\(error)")
  }

  /// A valid builder: one run of two links between two nodes, in one area.
  static func good() -> RoutingGraphBuilder {
    var builder = RoutingGraphBuilder()
    let places = [(465_000_000, 75_000_000), (465_010_000, 75_010_000)].map {
      GraphPoint(
        position: FixedCoordinate(latitudeE7: Int32($0.0), longitudeE7: Int32($0.1)),
        elevationCentimetres: 200_000)
    }
    let run = builder.addFeature(
      GraphFeature(kind: .run, id: SourceID("way/7"), start: places[0], end: places[1]))
    builder.areas = [
      GraphArea(
        name: "A", id: SourceID("area/1"), operatingLiftCount: 2,
        bounds: BoundingBox(south: 46, west: 7, north: 47, east: 8))
    ]
    let (a, b) = (builder.addNode(places[0]), builder.addNode(places[1]))
    builder.links = [
      BuilderLink(
        kind: .run, feature: run, tail: a, head: b, allowsForward: true, allowsBackward: false,
        points: places, distancesCentimetres: [0, 13_000]),
      BuilderLink(
        kind: .run, feature: run, tail: b, head: a, allowsForward: true, allowsBackward: false,
        points: [places[1], places[1], places[0]], distancesCentimetres: [0, 5, 5]),
    ]
    return builder
  }
}
