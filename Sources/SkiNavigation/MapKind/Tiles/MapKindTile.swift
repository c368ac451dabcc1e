import SkiBase

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
