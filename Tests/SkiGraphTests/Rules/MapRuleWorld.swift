import SkiBase
import SkiGraph

/// A small map of two regions with at least one element for each rule.
struct MapRuleWorld {
  private var builder = RoutingGraphBuilder()
  private let unit: Int32 = 10_000

  /// The map: nodes 0 to 5 of region 0 are a network of two runs, two lifts, a street and a connector, node 6 is a
  /// cabin, node 7 has no link.
  static func contents() -> MapContents {
    var world = MapRuleWorld()
    world.draw()
    var far = MapRuleWorld()
    far.drawOverAntimeridian()
    return MapContents(
      regions: [world.builder, far.builder],
      sources: [DataSource(name: "runs.geojson", licence: "ODbL", attribution: "© a mapper")],
      reportJSON: "{\"version\":1,\"entries\":[]}")
  }

  private func point(_ north: Int32, _ east: Int32, _ metres: Int32? = 2000) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: 465_000_000 + north * unit, longitudeE7: 75_000_000 + east * unit),
      elevationCentimetres: metres.map { $0 * 100 })
  }

  private mutating func draw() {
    let places: [(Int32, Int32)] = [(0, 0), (10, 0), (20, 0), (20, 10), (0, 10), (0, 20), (10, 1)]
    let nodes = places.map { builder.addNode(point($0.0, $0.1)) }
    _ = builder.addNode(point(900, 0))  // Without links; the northernmost place.
    builder.junctions[nodes[1]] = Junction(cause: .crossing, confidencePercent: 60)
    builder.areas = [
      GraphArea(
        name: "Area", id: SourceID("area/1"), operatingLiftCount: 2,
        bounds: BoundingBox(south: 46, west: 7, north: 47, east: 8))
    ]
    let upper = feature(.run, "Upper Run", nodes[2], nodes[1])
    let lower = feature(.run, "Lower Run", nodes[1], nodes[0])
    let first = feature(.lift, "Chair", nodes[0], nodes[1])
    let second = feature(.lift, "Gondola", nodes[1], nodes[2])
    let street = feature(.street, "Main Street", nodes[4], nodes[5])
    link(.run, upper, nodes[2], nodes[1], through: [(19, 1), (18, 2), (17, 1), (16, 2), (15, 1), (12, 1)])
    link(.run, lower, nodes[1], nodes[0], through: [(8, 1), (7, 2), (6, 1), (5, 2), (4, 1), (2, 1)], nil)
    // The southernmost place is a point of the street.
    link(.walk, street, nodes[4], nodes[5], through: [(-900, 12), (0, 14)], isTwoWay: true)
    link(.connector, nil, nodes[2], nodes[3], through: [], isTwoWay: true)
    link(.connector, nil, nodes[3], nodes[4], through: [(10, 11)], isTwoWay: true)
    link(.lift, first, nodes[0], nodes[1], through: [], isTwoWay: true)
    link(.lift, second, nodes[1], nodes[2], through: [], isTwoWay: true)
    link(.lift, first, nodes[0], nodes[6], through: [], flags: .goesOn)
    link(.lift, second, nodes[6], nodes[2], through: [], flags: .staysOn)
    link(.lift, second, nodes[6], nodes[3], through: [], flags: .staysOn)
    addSpots(lift: first, at: nodes[0])
    builder.features[upper.position].facts.isArea = true
    let ring = [(20, 0), (18, 3), (14, 2), (12, -2)].map { point($0.0, $0.1).position }
    let hole = [(17, 0), (16, 1), (15, 0)].map { point($0.0, $0.1).position }
    let far = [(20, 0), (21, 900), (22, 0)].map { point($0.0, $0.1).position }  // The easternmost place.
    builder.outlines[upper] = [
      GraphRing(places: ring), GraphRing(places: hole, isHole: true), GraphRing(places: far),
    ]
    builder.outlines[lower] = [GraphRing(places: hole)]
    builder.heightGrid = DrawnHeights.grid(seed: 0, tiles: 3).grid
  }

  private mutating func addSpots(lift: BuilderFeatureIndex, at node: BuilderNodeIndex) {
    let station = GraphFeature(
      kind: .station, id: SourceID("node/1"), name: "Valley Station", start: builder.nodes[node.position],
      end: builder.nodes[node.position])
    builder.addFeature(station, from: node, to: node, parent: lift)
    let place = point(0, -900)  // The westernmost place.
    builder.addFeature(
      GraphFeature(kind: .hut, id: SourceID("node/2"), name: "Chair", start: place, end: place))
  }

  private mutating func feature(
    _ kind: FeatureKind, _ name: String, _ start: BuilderNodeIndex, _ end: BuilderNodeIndex
  ) -> BuilderFeatureIndex {
    let number = builder.features.count
    var feature = GraphFeature(
      kind: kind, id: SourceID("way/\(number)"), name: name, refs: ["\(number)a"],
      start: builder.nodes[start.position], end: builder.nodes[end.position])
    feature.area = AreaIndex(0)
    feature.alternativeNames = [AlternativeName(.translated, language: "de", "Weg \(number)")]
    feature.openingHours = "Mo-Su 09:00-16:00"
    return builder.addFeature(feature, from: start, to: end)
  }

  private mutating func link(
    _ kind: LinkKind, _ feature: BuilderFeatureIndex?, _ tail: BuilderNodeIndex, _ head: BuilderNodeIndex,
    through inner: [(Int32, Int32)], _ metres: Int32? = 2000, isTwoWay: Bool = false, flags: LinkFlags = []
  ) {
    var points = inner.map { point($0.0, $0.1, metres) }
    points.insert(builder.nodes[tail.position], at: 0)
    points.append(builder.nodes[head.position])
    if metres == nil { for index in points.indices { points[index].elevationCentimetres = nil } }
    var link = BuilderLink(
      kind: kind, feature: feature, tail: tail, head: head, allowsForward: true, allowsBackward: isTwoWay,
      flags: metres == nil ? flags : flags.union(.hasElevation), points: points,
      distancesCentimetres: points.indices.map { UInt32($0) * 1000 })
    if metres == nil { link.inferredElevationsCentimetres = points.indices.map { Int32($0) * 100 } }
    builder.links.append(link)
  }

  private mutating func drawOverAntimeridian() {
    let places = [1_799_999_000, -1_799_999_000].map {
      GraphPoint(
        position: FixedCoordinate(latitudeE7: 660_000_000, longitudeE7: $0), elevationCentimetres: 100)
    }
    let nodes = places.map { builder.addNode($0) }
    let run = builder.addFeature(
      GraphFeature(kind: .run, id: SourceID("way/90"), name: "Date Line", start: places[0], end: places[1]))
    builder.links.append(
      BuilderLink(
        kind: .run, feature: run, tail: nodes[0], head: nodes[1], allowsForward: true,
        allowsBackward: true, points: places, distancesCentimetres: [0, 900]))
  }
}
