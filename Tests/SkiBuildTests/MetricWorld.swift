import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport

@testable import SkiBuild

/// A small invented mountain drawn in metres east and north of one place; the ground rises to the north.
struct MetricWorld {
  static let origin = Coordinate(latitude: 46, longitude: 7)
  static let scale = LocalScale(latitude: 46)
  /// Ground that rises 1 m for each 5 m to the north, 2000 m high at the origin.
  static let slope = FunctionElevation { 2000 + metres($0).y * 0.2 }

  var data = SkiData()
  var eastMetres = 0.0

  static func place(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + y / scale.metresPerDegreeLatitude,
      longitude: origin.longitude + x / scale.metresPerDegreeLongitude)
  }

  static func metres(_ place: Coordinate) -> (x: Double, y: Double) {
    (
      (place.longitude - origin.longitude) * scale.metresPerDegreeLongitude,
      (place.latitude - origin.latitude) * scale.metresPerDegreeLatitude
    )
  }

  private func line(_ points: [(Double, Double)], _ heights: [Double]?) -> Polyline {
    let places = points.map { Self.place($0.0 + eastMetres, $0.1) }
    return heights.map { Polyline(places, elevations: $0) } ?? Polyline(places)
  }

  /// Adds a run along points; heights at each where given.
  mutating func run(
    _ id: String, _ points: [(Double, Double)], heights: [Double]? = nil, _ difficulty: Difficulty? = .easy,
    uses: RunUses = .downhill, oneway: OnewayTag? = nil, level: Level = .ground,
    status: Lifecycle = .operating
  ) {
    data.runs.append(
      Run(
        id: SourceID(id), name: id, uses: uses, difficulty: difficulty, oneway: oneway, status: status,
        level: level,
        geometry: .lines([line(points, heights)])))
  }

  /// Adds an area with its corners; it is closed here.
  mutating func area(_ id: String, _ points: [(Double, Double)], _ difficulty: Difficulty? = .easy) {
    let ring = line(points + points.prefix(1), nil)
    data.runs.append(
      Run(id: SourceID(id), name: id, difficulty: difficulty, geometry: .areas([PolygonRings(outer: ring)])))
  }

  /// Adds one feature of several areas, each an outer edge and its holes; they are closed here.
  mutating func areas(_ id: String, _ areas: [[[(Double, Double)]]], _ difficulty: Difficulty? = .easy) {
    let rings = areas.map { rings in
      let closed = rings.map { line($0 + $0.prefix(1), nil) }
      return PolygonRings(outer: closed[0], holes: Array(closed.dropFirst()))
    }
    data.runs.append(
      Run(id: SourceID(id), name: id, difficulty: difficulty, geometry: .areas(rings)))
  }

  /// Adds a lift along points.
  mutating func lift(
    _ id: String, _ points: [(Double, Double)], _ kind: LiftKind = .chairLift, heights: [Double]? = nil,
    oneway: OnewayTag? = nil, status: Lifecycle = .operating, stations: [(Double, Double)] = [],
    seconds: Double? = nil
  ) {
    data.lifts.append(
      Lift(
        id: SourceID(id), name: id, kind: kind, durationSeconds: seconds, oneway: oneway, status: status,
        stations: stations.map {
          LiftStation(name: id + " middle", coordinate: Self.place($0.0 + eastMetres, $0.1))
        },
        parts: [line(points, heights)]))
  }

  /// Adds a street along points.
  mutating func street(
    _ id: String, _ points: [(Double, Double)], _ kind: StreetKind = .residential, level: Level = .ground,
    heights: [Double]? = nil
  ) {
    data.streets.append(
      Street(id: SourceID(id), name: id, kind: kind, level: level, lines: [line(points, heights)]))
  }

  func build(_ elevation: (any ElevationSource)? = slope) throws -> BuiltWorld {
    let (builder, report) = try MapMaking.builder(of: data, elevation: elevation)
    let graph = try builder.build()
    try graph.checkInvariants()
    return BuiltWorld(builder: builder, report: report)
  }
}

/// The build of a metric world, with queries by its names.
struct BuiltWorld {
  var builder: RoutingGraphBuilder
  var report: ImportReport

  func feature(_ id: String) -> Int? {
    builder.features.firstIndex { $0.facts.id.rawValue == id && $0.facts.kind != .station }
  }

  /// Returns the links of a feature in builder order.
  func links(_ id: String) -> [BuilderLink] {
    let index = feature(id)
    return builder.links.filter { $0.feature?.position == index }
  }

  /// The connectors that are slid down or pushed along.
  var connectors: [BuilderLink] { builder.links.filter { $0.kind == .connector && !$0.cause.isOnFoot } }

  /// The connectors on foot, with or without a mapped way.
  var walks: [BuilderLink] { builder.links.filter { $0.kind == .connector && $0.cause.isOnFoot } }

  /// Returns whether two features have a node in common.
  func meet(_ a: String, _ b: String) -> Bool {
    let nodes = Set(links(a).flatMap { [$0.tail, $0.head] })
    return links(b).contains { nodes.contains($0.tail) || nodes.contains($0.head) }
  }

  /// Returns whether one can go from the upper (or boarding) end of a feature to the lower (or far) end of another, or
  /// to the upper (or boarding) end, within a ceiling and without unmapped walks.
  func hasPath(_ from: String, _ to: String, toStart: Bool = false, within ceiling: Difficulty? = nil) -> Bool
  {
    guard let start = feature(from).flatMap({ builder.features[$0].startNode }),
      let end = feature(to).flatMap({
        toStart ? builder.features[$0].startNode : builder.features[$0].endNode
      })
    else { return false }
    var visited: Set<BuilderNodeIndex> = [start]
    var open = [start]
    while let node = open.popLast() {
      for link in builder.links where link.cause != .unmapped && link.isAllowed(within: ceiling) {
        for next in [
          link.allowsForward && link.tail == node ? link.head : nil,
          link.allowsBackward && link.head == node ? link.tail : nil,
        ].compactMap({ $0 }) where visited.insert(next).inserted { open.append(next) }
      }
    }
    return visited.contains(end)
  }
}

extension BuilderLink {
  /// Returns whether a ceiling admits the link; nil admits all.
  func isAllowed(within ceiling: Difficulty?) -> Bool {
    guard let ceiling, kind != .lift else { return true }
    return difficulty.map { $0 <= ceiling } ?? (kind != .run)
  }
}
