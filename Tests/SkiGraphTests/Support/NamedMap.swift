import SkiBase
import SkiGraph

/// A map of named features for tests of names, each with a link of its own.
struct NamedMap {
  var builder = RoutingGraphBuilder()

  /// Adds a feature that starts `north` metres north of the origin and ends 100 m farther north, or reversed.
  mutating func add(
    _ kind: FeatureKind, _ name: String?, id: String? = nil, ref: String? = nil, atMetres north: Double = 0,
    heights: (start: Double, end: Double)? = nil, isInNetwork: Bool = true, isTurned: Bool = false,
    _ change: (inout GraphFeature) -> Void = { _ in }
  ) {
    func point(_ metres: Double, _ height: Double?) -> GraphPoint {
      GraphPoint(
        position: FixedCoordinate(Coordinate(latitude: 46 + metres / 111_195, longitude: 7)),
        elevationCentimetres: height.map { Int32($0 * 100) })
    }
    var (start, end) = (point(north, heights?.start), point(north + 100, heights?.end))
    if isTurned { swap(&start, &end) }
    let number = builder.features.count
    var feature = GraphFeature(
      kind: kind, id: SourceID(id ?? "way/\(number)"), name: name, refs: ReferenceNumbers.list(ref),
      status: isInNetwork ? .operating : .construction, start: start, end: end)
    change(&feature)
    if isInNetwork {
      let (tail, head) = (builder.addNode(start), builder.addNode(end))
      let added = builder.addFeature(feature, from: tail, to: head)
      if kind == .lift || kind == .run {
        builder.links.append(
          BuilderLink(
            kind: kind == .lift ? .lift : .run, feature: added, tail: tail, head: head,
            allowsForward: true, allowsBackward: false, points: [start, end],
            distancesCentimetres: [0, 10_000]))
      }
    } else {
      builder.addFeature(feature)
    }
  }

  /// Adds a measured ski area.
  mutating func addArea(_ name: String) {
    builder.areas.append(
      GraphArea(
        name: name, id: SourceID(name), operatingLiftCount: 2,
        bounds: BoundingBox(south: 46, west: 7, north: 46, east: 7)))
  }

  /// The features added, as a map of one region.
  func map() throws -> SkiMap { try MapContents(regions: [builder]).map() }

  /// A finder of the features added.
  func finder() throws -> PlaceFinder { PlaceFinder(map: try map()) }
}
