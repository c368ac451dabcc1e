import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport

/// A random mountain for tiles: nodes in a field, runs and lifts of several links over them, connectors, areas.
struct TileWorld {
  let seed: UInt64
  var builder = RoutingGraphBuilder()
  private var random: SeededGenerator
  private let centre: Coordinate
  private let degrees: Double
  private let hasOutlines: Bool

  /// Creates a world of a seed around a place; a quarter of its runs are areas if `hasOutlines` is true.
  init(seed: UInt64, centre: Coordinate, degrees: Double = 0.05, features: Int = 40, hasOutlines: Bool = true)
  {
    self.seed = seed
    self.centre = centre
    self.degrees = degrees
    self.hasOutlines = hasOutlines
    random = SeededGenerator(seed: seed)
    for _ in 0..<(features * 2) {
      let point = point()
      _ = builder.addNode(point)
    }
    addArea()
    for number in 0..<features { addFeature(number) }
    for _ in 0..<(features / 4) { addLink(kind: .connector, feature: nil, from: node(), to: node()) }
  }

  /// Creates a map of worlds, each of which is a region.
  static func map(_ worlds: [TileWorld]) throws -> SkiMap {
    try MapContents(
      regions: worlds.map(\.builder),
      sources: [
        DataSource(name: "one", licence: "ODbL", attribution: "© someone"),
        DataSource(name: "two", licence: nil, attribution: "© someone"),
        DataSource(name: "three", licence: nil, attribution: nil),
      ]
    ).map()
  }

  private mutating func place() -> FixedCoordinate {
    let latitude = centre.latitude + Double.random(in: -1...1, using: &random) * degrees / 2
    let longitude = centre.longitude + Double.random(in: -1...1, using: &random) * degrees
    return FixedCoordinate(
      Coordinate(
        latitude: max(-90, min(90, latitude)),
        longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude))
  }

  private mutating func point() -> GraphPoint {
    GraphPoint(
      position: place(), elevationCentimetres: Bool.random(using: &random) ? 150_000 : nil)
  }

  private mutating func node() -> BuilderNodeIndex {
    BuilderNodeIndex(Int.random(in: 0..<builder.nodes.count, using: &random))
  }

  private mutating func addArea() {
    let (low, high) = (place().coordinate, place().coordinate)
    builder.areas.append(
      GraphArea(
        name: "area \(seed)", id: SourceID("area/\(seed)"), operatingLiftCount: 12,
        bounds: BoundingBox(
          south: min(low.latitude, high.latitude), west: min(low.longitude, high.longitude),
          north: max(low.latitude, high.latitude), east: max(low.longitude, high.longitude))))
  }

  private mutating func addFeature(_ number: Int) {
    let kind: FeatureKind = [.run, .run, .lift, .street].randomElement(using: &random) ?? .run
    var nodes = (0..<Int.random(in: 2...5, using: &random)).map { _ in node() }
    if Bool.random(using: &random) { nodes[1] = nodes[0] }
    var feature = GraphFeature(
      kind: kind, id: SourceID("way/\(seed)/\(number)"),
      name: Bool.random(using: &random) ? "\(kind.rawValue) \(number % 7)" : nil,
      start: builder.nodes[nodes[0].position], end: builder.nodes[nodes[nodes.count - 1].position])
    feature.difficulty = Difficulty.allCases.randomElement(using: &random)
    feature.convention = DifficultyConvention.allCases.randomElement(using: &random) ?? .europe
    feature.terrain.grooming = [.classic, .mogul, .ungroomed, nil].randomElement(using: &random) ?? nil
    feature.liftKind = LiftKind.allCases.randomElement(using: &random) ?? .unknown
    feature.uses = kind == .run ? .downhill : []
    feature.streetKind = kind == .street ? .path : nil
    feature.area = Bool.random(using: &random) ? AreaIndex(0) : nil
    feature.isArea = kind == .run && number % 4 == 0 && hasOutlines
    let index = builder.addFeature(feature)
    if feature.isArea { addOutline(of: index, around: nodes[0]) }
    // Some lifts are not part of the network.
    if kind == .lift, number % 9 == 0 { return }
    let linkKind: LinkKind = kind == .run ? .run : kind == .lift ? .lift : .walk
    for (tail, head) in zip(nodes, nodes.dropFirst()) {
      addLink(kind: linkKind, feature: index, from: tail, to: head)
    }
  }

  /// Adds an irregular ring around a node, sometimes with a hole; it may intersect itself.
  private mutating func addOutline(of feature: BuilderFeatureIndex, around node: BuilderNodeIndex) {
    let middle = builder.nodes[node.position].position
    func ring(_ reach: Double, isHole: Bool) -> GraphRing {
      let count = Int.random(in: 3...40, using: &random)
      var places: [FixedCoordinate] = []
      for corner in 0..<count {
        let angle = (Double(corner) + Double.random(in: -0.8...0.8, using: &random)) / Double(count) * 2 * .pi
        let away = reach * Double.random(in: 0.4...1, using: &random) * 1e7
        let latitude = Double(middle.latitudeE7) + away * sin(angle)
        let longitude = Double(middle.longitudeE7) + away * cos(angle)
        let wrapped =
          longitude > 1.8e9 ? longitude - 3.6e9 : longitude < -1.8e9 ? longitude + 3.6e9 : longitude
        places.append(
          FixedCoordinate(latitudeE7: Int32(max(-9e8, min(9e8, latitude))), longitudeE7: Int32(wrapped)))
      }
      return GraphRing(places: places, isHole: isHole)
    }
    var rings = [ring(degrees / 20, isHole: false)]
    if Bool.random(using: &random) { rings.append(ring(degrees / 60, isHole: true)) }
    builder.outlines[feature] = rings.filter { $0.places.first != $0.places.last }
    if builder.outlines[feature]?.first?.isHole != false { builder.outlines[feature] = nil }
  }

  private mutating func addLink(
    kind: LinkKind, feature: BuilderFeatureIndex?, from tail: BuilderNodeIndex, to head: BuilderNodeIndex
  ) {
    var points = [builder.nodes[tail.position]]
    for _ in 0..<Int.random(in: 0...6, using: &random) { points.append(point()) }
    points.append(builder.nodes[head.position])
    let start = builder.links.last { $0.feature == feature }?.endOffsetCentimetres ?? 0
    builder.links.append(
      BuilderLink(
        kind: kind, feature: feature, tail: tail, head: head,
        allowsForward: true, allowsBackward: Bool.random(using: &random), startOffsetCentimetres: start,
        endOffsetCentimetres: start + 1000, points: points,
        distancesCentimetres: points.indices.map { UInt32($0 * 1000 / (points.count - 1)) }))
  }
}
