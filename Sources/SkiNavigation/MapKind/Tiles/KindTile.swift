import SkiGeo

/// One tile worked out: the distance of each of its cells from the boundary, and the lines around it.
///
/// A class because it is made once and kept for all who ask; immutable.
final class KindTile: Sendable {
  let plane: LocalPlane
  let lines: NearSegments
  /// The regions its segments are numbered by.
  let regions: [RegionLines]
  /// Signed decimetres to the boundary at the middle of each cell, mountain positive; rows from the south.
  private let signed: [Int16]

  /// Cells along each side of what is kept: the tile and a cell all around.
  private static let side = 262
  /// Cells beyond that are worked out, so that what is kept knows its surroundings.
  ///
  /// Distances are followed so far, a gap may begin there, and the mountain around it must be known.
  private static let margin =
    Int(
      (MountainRule.farthestMetres + MountainRule.enclosedGapMetres + MountainRule.runReachUpHighMetres
        + 2 * MountainRule.gapRadiusMetres) / MountainRule.cellMetres) + 1
  /// Metres beyond the middle along each axis from which lines count.
  static let reachMetres =
    Double(side / 2 + margin) * MountainRule.cellMetres + MountainRule.baseRadiusMetres

  /// - Complexity: O(segments + cells); some 50 ms.
  init(plane: LocalPlane, regions: [RegionLines], segments: [TileSegment]) {
    self.plane = plane
    self.regions = regions
    let grid = CellGrid(side: Self.side + 2 * Self.margin, cellMetres: MountainRule.cellMetres)
    lines = NearSegments(segments, withinMetres: grid.halfMetres)
    let raster = KindRaster(
      grid: grid, segments: segments, bases: BaseHeights(segments, withinMetres: Self.reachMetres))
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

  /// The distance to the edge between two cells, from the distance between their middles.
  private static func decimetres(_ squaredCells: Int32) -> Int16 {
    let metres = (Double(squaredCells).squareRoot() - 0.5) * MountainRule.cellMetres
    return Int16(min(metres, MountainRule.farthestMetres) * 10)
  }

  /// Signed metres to the boundary at a place of the tile, interpolated between the cells' middles.
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
