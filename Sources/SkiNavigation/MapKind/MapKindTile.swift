import SkiBase
import SkiGraph
import SkiTracks

/// A classified tile: the distance of each cell to the boundary, and the lines around it.
///
/// A class because the cache shares it; immutable.
final class MapKindTile: Sendable {
  let plane: LocalPlane
  let lines: NearSegments
  /// The regions of its segments.
  let regions: [RegionLines]
  /// The places within reach of the tile where lifts are boarded.
  let boardings: [SIMD2<Float>]
  /// The signed distance to the boundary at each cell centre in decimetres, positive on the mountain; rows from the
  /// south.
  private let signed: [Int16]

  /// The number of cells along each side of the result: the tile and one cell around it.
  private static let side = 262
  /// The number of cells beyond the result that are classified, for distances, gaps and buffers that reach across its
  /// edge.
  private static let margin =
    Int(
      (MountainRule.farthestMetres + MountainRule.enclosedGapMetres + MountainRule.runReachUpHighMetres
        + 2 * MountainRule.gapRadiusMetres) / MountainRule.cellMetres) + 1
  /// The distance from the centre along each axis within which lines are used, in metres.
  static let reachMetres =
    Double(side / 2 + margin) * MountainRule.cellMetres + MountainRule.baseRadiusMetres

  /// The memory in bytes, besides that of ``regions``, whose graphs the map counts.
  var byteCount: Int { lines.byteCount + 8 * boardings.count + 2 * signed.count }

  /// Classifies a tile. Complexity: O(segments + cells); some 50 ms.
  init(plane: LocalPlane, regions: [RegionLines], segments: [TileSegment]) {
    self.plane = plane
    self.regions = regions
    let reach = Float(Double(Self.side / 2) * MountainRule.cellMetres + MountainRule.farthestMetres)
    boardings = regions.flatMap(\.boardings).map { SIMD2<Float>(plane.metres($0)) }
      .filter { abs($0.x) <= reach && abs($0.y) <= reach }
    let grid = CellGrid(side: Self.side + 2 * Self.margin, cellMetres: MountainRule.cellMetres)
    lines = NearSegments(segments, withinMetres: grid.halfMetres)
    let raster = MapKindRaster(
      grid: grid, segments: segments, bases: BaseElevations(segments, withinMetres: Self.reachMetres))
    let rows = Self.margin..<Self.margin + Self.side
    let fromMountain = CellDistances(side: grid.side, marks: raster.classes, equalTo: 1, rows: rows)
    let fromStreet = CellDistances(side: grid.side, marks: raster.classes, equalTo: 0, rows: rows)
    var signed: [Int16] = []
    signed.reserveCapacity(Self.side * Self.side)
    for row in rows {
      for cell in row * grid.side + Self.margin..<row * grid.side + Self.margin + Self.side {
        let isMountain = raster.classes[cell] == 1
        let distance = Self.decimetres(isMountain ? fromStreet.squared[cell] : fromMountain.squared[cell])
        signed.append(isMountain ? distance : -distance)
      }
    }
    self.signed = signed
  }

  /// Returns the distance to the edge between two cells, from the distance between their centres.
  private static func decimetres(_ squaredCells: Int32) -> Int16 {
    let metres = (Double(squaredCells).squareRoot() - 0.5) * MountainRule.cellMetres
    return Int16(min(metres, MountainRule.farthestMetres) * 10)
  }

  /// Returns the signed distance to the boundary in metres, by bilinear interpolation between cell centres.
  /// - Complexity: O(1).
  func signedMetres(at place: SIMD2<Double>) -> Double {
    let at = place / MountainRule.cellMetres + Double(Self.side) / 2 - 0.5
    let last = Double(Self.side - 2)
    let (x, y) = (max(0, min(last, at.x.rounded(.down))), max(0, min(last, at.y.rounded(.down))))
    let (shareX, shareY) = (max(0, min(1, at.x - x)), max(0, min(1, at.y - y)))
    let cell = Int(y) * Self.side + Int(x)
    let south = Double(signed[cell]) * (1 - shareX) + Double(signed[cell + 1]) * shareX
    let north =
      Double(signed[cell + Self.side]) * (1 - shareX) + Double(signed[cell + Self.side + 1]) * shareX
    return (south * (1 - shareY) + north * shareY) / 10
  }
}

extension MapKindTile {
  /// Returns the answer for a place in the tile. Complexity: O(1) expected.
  func answer(at place: Coordinate, accuracyMetres: Double) -> MapKindAnswer {
    let metres = plane.metres(place)
    let signed = signedMetres(at: metres)
    let found = lines.nearest(
      to: SIMD2<Float>(metres), withinMetres: Float(MountainRule.farthestMetres))
    var answer = MapKindAnswer(
      kind: signed > 0 ? .mountain : .street,
      confidence: MapKindIndex.confidence(boundaryMetres: abs(signed), accuracyMetres: accuracyMetres),
      boundaryMetres: abs(signed) < MountainRule.farthestMetres ? abs(signed) : nil)
    answer.area = found.skied.flatMap(area)
    answer.nearest = found.any.flatMap(edge)
    answer.boardingMetres = boardingMetres(to: SIMD2<Float>(metres))
    return answer
  }

  /// Returns the distance to the nearest boarding place; nil beyond the greatest distance. Complexity: O(lifts near).
  private func boardingMetres(to place: SIMD2<Float>) -> Double? {
    let limit = Float(MountainRule.farthestMetres)
    var least = limit * limit
    for boarding in boardings {
      let way = boarding - place
      least = min(least, (way * way).sum())
    }
    return least < limit * limit ? Double(least).squareRoot() : nil
  }

  private func graph(of segment: TileSegment) -> RegionLines? {
    regions.first { $0.graph.region.rawValue == segment.region }
  }

  private func area(_ found: NearSegments.NearestSegment) -> SkiAreaName? {
    let segment = lines.segments[found.segment]
    guard let region = graph(of: segment) else { return nil }
    let feature = region.graph.storage.linkFeature[Int(segment.link)]
    guard feature != .max else { return nil }
    let area = region.graph.areaPosition(of: Int(feature))
    return area == .max ? nil : region.areas[Int(area)]
  }

  private func edge(_ found: NearSegments.NearestSegment) -> NearestEdge? {
    let segment = lines.segments[found.segment]
    guard let graph = graph(of: segment)?.graph else { return nil }
    let link = LinkIndex(segment.link)
    let feature = graph.storage.linkFeature[link.position]
    let isReversed = graph.edge(of: link, reversed: false) == nil
    guard feature != .max, let edge = graph.edge(of: link, reversed: isReversed),
      let kind = FeatureKind(code: graph.kindCode(of: Int(feature)))
    else { return nil }
    let distances = graph.storage.pointDistance
    let (from, to) = (distances[Int(segment.point)], distances[Int(segment.point) + 1])
    let fromTail = Double(from) + Double(to - from) * Double(found.share)
    let length = Double(distances[graph.pointRange(link).upperBound - 1])
    return NearestEdge(
      kind: kind, feature: FeatureIndex(feature),
      place: EdgePlace(
        region: graph.region, edge: edge, metresAlong: (isReversed ? length - fromTail : fromTail) / 100),
      distanceMetres: Double(found.squared).squareRoot())
  }
}

/// The role of a line in the choice of the map.
enum SegmentRole: UInt8, Sendable {
  /// A downhill run.
  case run
  /// A lift.
  case lift
  /// A ski tour or hike.
  case tour
  /// A road for cars or a pedestrian street.
  case road
  /// A track or a path, part of the slopes in winter.
  case path

  /// Indicates whether the line counts as mountain.
  @inline(__always)
  var isSkied: Bool { rawValue <= SegmentRole.tour.rawValue }
}

/// A straight segment of a line in the plane of a tile, in metres.
struct TileSegment: BitwiseCopyable, Sendable {
  var line: Segment<Float>
  /// The elevation of the start in metres above mean sea level; NaN when unknown.
  var startElevation: Float
  /// The elevation of the end in metres above mean sea level; NaN when unknown.
  var endElevation: Float
  var link: UInt32
  /// The position of its first point.
  var point: UInt32
  var region: UInt32
  var role: SegmentRole

  /// Returns the squared distance from a position, and the parameter of the nearest point, 0...1.
  @inline(__always)
  func nearest(to place: SIMD2<Float>) -> (squared: Float, share: Float) {
    let share = line.fractionNearest(to: place)
    let off = line.place(at: share) - place
    return ((off * off).sum(), share)
  }
}

extension RoutingGraph {
  /// Returns the role of a link; nil for connectors.
  func segmentRole(of link: Int) -> SegmentRole? {
    switch storage.linkKind[link] {
    case LinkKind.lift.code: return .lift
    case LinkKind.run.code:
      return storage.linkFlags[link] & LinkFlags.optIn.rawValue != 0 ? .tour : .run
    case LinkKind.walk.code:
      let feature = storage.linkFeature[link]
      guard feature != .max else { return .path }
      let code = streetCode(of: Int(feature))
      guard code > 0, let kind = StreetKind(code: code - 1) else { return .road }
      return kind.isForCars || kind == .pedestrian ? .road : .path
    default: return nil
    }
  }
}

extension StreetKind {
  /// Indicates whether cars use the street in winter.
  var isForCars: Bool {
    switch self {
    case .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet, .service, .road:
      true
    default: false
    }
  }
}
