import SkiBase
import SkiGraph

/// The lines of one region, to be divided into tiles.
///
/// The graph's spatial index does not contain the spans of lifts, which are few and searched sequentially.
struct RegionLines: Sendable {
  let graph: RoutingGraph
  /// The links of lifts with their bounding boxes.
  private let lifts: [(link: UInt32, box: BoundingBox, spansAntimeridian: Bool)]
  /// The places where lifts are boarded.
  let boardings: [Coordinate]
  /// The name of each measured area.
  let areas: [SkiAreaName]

  /// The memory in bytes, the graph that is kept alive included.
  var byteCount: Int {
    graph.storage.byteCount + MemoryLayout<(UInt32, BoundingBox, Bool)>.stride * lifts.count
      + MemoryLayout<Coordinate>.stride * boardings.count + MemoryLayout<SkiAreaName>.stride * areas.count
  }

  /// Creates the lines of a graph. Complexity: O(links).
  init(_ graph: RoutingGraph) {
    self.graph = graph
    lifts = (0..<graph.linkCount).compactMap { link in
      guard graph.segmentRole(of: link) == .lift else { return nil }
      let places = graph.pointRange(LinkIndex(link)).map { graph.linkPoint($0).coordinate }
      guard let box = BoundingBox(places) else { return nil }
      return (UInt32(link), box, box.east - box.west > 180)
    }
    boardings = Set(
      lifts.flatMap { lift in
        [false, true].compactMap { graph.edge(of: LinkIndex(lift.link), reversed: $0).map(graph.tail) }
      }
    ).sorted().map { graph.point($0).coordinate }
    areas = (0..<graph.areaCount).map { number in
      let area = graph.area(AreaIndex(number))
      return SkiAreaName(region: graph.region, area: AreaIndex(number), name: area.name, id: area.id)
    }
  }

  /// Appends all segments within some metres of a tile's centre along each axis.
  /// - Complexity: O(lifts + segments found).
  func addSegments(within metres: Double, of plane: LocalPlane, to segments: inout [TileSegment]) {
    // The plane's scale is that of its centre; nearer to the poles the same metres are more degrees.
    let boxes = BoundingBox(plane.origin).grown(
      north: metres / plane.scale.metresPerDegreeLatitude,
      east: min(180, metres / plane.scale.metresPerDegreeLongitude * 1.1))
    var links = Set<UInt32>()
    for box in boxes { links.formUnion(graph.links(intersecting: box).lazy.map(\.rawValue)) }
    for lift in lifts where lift.spansAntimeridian || boxes.contains(where: { $0.touches(lift.box) }) {
      links.insert(lift.link)
    }
    for link in links.sorted() { add(link, metres, plane, &segments) }
  }

  private func add(_ link: UInt32, _ metres: Double, _ plane: LocalPlane, _ segments: inout [TileSegment]) {
    guard let role = graph.segmentRole(of: Int(link)) else { return }
    let points = graph.pointRange(LinkIndex(Int(link)))
    var (before, beforeElevation) = place(points.lowerBound, plane)
    for point in points.dropFirst() {
      let (place, elevation) = place(point, plane)
      let (low, high) = (pointwiseMin(before, place), pointwiseMax(before, place))
      if low.x <= metres, low.y <= metres, high.x >= -metres, high.y >= -metres {
        segments.append(
          TileSegment(
            line: Segment(SIMD2<Float>(before), SIMD2<Float>(place)), startElevation: beforeElevation,
            endElevation: elevation, link: link, point: UInt32(point - 1), region: graph.region.rawValue,
            role: role))
      }
      (before, beforeElevation) = (place, elevation)
    }
  }

  private func place(_ point: Int, _ plane: LocalPlane) -> (SIMD2<Double>, Float) {
    let known = graph.linkPoint(point)
    return (plane.metres(known.coordinate), known.elevationMetres.map(Float.init) ?? .nan)
  }
}
