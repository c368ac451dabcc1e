import SkiBase
import SkiGraph
import SkiNavigation
import SkiTestSupport

/// Lines drawn in metres around any place of the Earth, as a map.
struct KindWorld {
  enum Kind {
    case run, lift, tour
    case street(StreetKind?)
  }

  struct Line {
    var kind: Kind
    var points: [SIMD2<Double>]
    /// Metres above the sea at each point; empty for unknown.
    var heights: [Double] = []
  }

  let origin: Coordinate
  private(set) var builder = RoutingGraphBuilder()

  init(_ lines: [Line], origin: Coordinate = Coordinate(latitude: 46, longitude: 7), areas: [GraphArea] = [])
  {
    self.origin = origin
    builder.areas = areas
    for line in lines { add(line) }
  }

  func map() throws -> SkiMap { try MapContents(regions: [builder]).map() }
  func index() throws -> MapKindIndex { MapKindIndex(map: try map()) }

  /// The place so many metres east and north of the origin.
  func place(_ metres: SIMD2<Double>) -> Coordinate {
    let scale = LocalScale(latitude: origin.latitude)
    let longitude = origin.longitude + metres.x / scale.metresPerDegreeLongitude
    return Coordinate(
      latitude: origin.latitude + metres.y / scale.metresPerDegreeLatitude,
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  private mutating func add(_ line: Line) {
    let points = line.points.enumerated().map { number, point in
      GraphPoint(
        position: FixedCoordinate(place(point)),
        elevationCentimetres: line.heights.isEmpty ? nil : Int32(line.heights[number] * 100))
    }
    let (tail, head) = (builder.addNode(points[0]), builder.addNode(points[points.count - 1]))
    var distances: [UInt32] = [0]
    for (a, b) in zip(line.points, line.points.dropFirst()) {
      distances.append(
        distances[distances.count - 1] + UInt32((((b - a) * (b - a)).sum().squareRoot() * 100).rounded()))
    }
    var (kind, link, isRun, street) = (FeatureKind.run, LinkKind.run, true, StreetKind?.none)
    switch line.kind {
    case .run, .tour: break
    case .lift: (kind, link, isRun) = (.lift, .lift, false)
    case .street(let known): (kind, link, isRun, street) = (.street, .walk, false, known)
    }
    var feature = GraphFeature(
      kind: kind, id: SourceID("f\(builder.features.count)"), name: "F\(builder.features.count)",
      start: points[0], end: points[points.count - 1])
    feature.streetKind = street
    if street == nil, !builder.areas.isEmpty { feature.area = AreaIndex(0) }
    let added = builder.addFeature(feature, from: tail, to: head)
    var flags: LinkFlags = []
    if case .tour = line.kind { flags = .optIn }
    builder.links.append(
      BuilderLink(
        kind: link, feature: added, tail: tail, head: head,
        allowsForward: true, allowsBackward: !isRun && link != .lift, flags: flags,
        endOffsetCentimetres: distances[distances.count - 1], points: points, distancesCentimetres: distances)
    )
  }
}
