import SkiBase
import SkiSystem

/// The simplification of contours within a tolerance, without changes of topology.
///
/// A simplified line crosses the same edges between samples in the same order, each within the tolerance of the
/// original crossing, within half the distance to the next level on that edge, and within half the distance to either
/// sample. Therefore contours never cross each other or themselves, no sample changes sides, and the Fréchet distance
/// of a line and its simplification is at most the tolerance. A tolerance of more than half the sample spacing has no
/// further effect; coarser lines need a coarser raster.
///
/// From each kept point the longest straight segment that crosses all its edges within their bounds is taken, in
/// O(*n*).
package struct ContourSimplification: Sendable {
  /// The greatest displacement of a line, in metres on the ground.
  package let toleranceMetres: Double
  private let grid: RasterGrid

  init(grid: RasterGrid, toleranceMetres: Double) {
    self.grid = grid
    self.toleranceMetres = toleranceMetres
  }

  /// Simplifies a line; the first point stays, and the last one of an open line.
  ///
  /// Points at samples that are exactly on the level stay too.
  /// - Complexity: O(*n*).
  func simplify(_ points: inout [ContourPoint], isClosed: Bool) {
    guard points.count > 2 else { return }
    if isClosed { points.append(points[0]) }
    var scale = CachedSampleSpacing(grid)
    var kept = 1
    var anchor = points[0]
    var sight = DirectionSector()
    for index in 1..<points.count {
      let point = points[index]
      if !sight.contains(point, from: anchor) {
        anchor = points[index - 1]
        points[kept] = anchor
        kept += 1
        sight = DirectionSector()
      }
      if point.fraction == 0 || point.fraction == 1 || index == points.count - 1 {
        anchor = point
        points[kept] = point
        kept += 1
        sight = DirectionSector()
      } else {
        sight.narrow(to: point, by: gate(point, &scale), from: anchor)
      }
    }
    points.removeSubrange(kept...)
    if isClosed { points.removeLast() }
  }

  /// Returns the bounds of a point's displacement along its edge, in samples, eastwards or southwards positive.
  private func gate(_ point: ContourPoint, _ scale: inout CachedSampleSpacing) -> ClosedRange<Double> {
    let metres = scale.metresPerStep(row: point.row)
    let most = min(
      toleranceMetres / (point.isVertical ? metres.southwards : metres.eastwards), 0.9 * Double(point.slack))
    let fraction = Double(point.fraction)
    return -min(most, 0.45 * fraction)...min(most, 0.45 * (1 - fraction))
  }
}

/// The sector of directions in which a straight line from a point crosses all edges within their bounds.
private struct DirectionSector {
  private var leftX = 0.0
  private var leftY = 0.0
  private var rightX = 0.0
  private var rightY = 0.0
  private var isOpen = true

  /// Returns whether a line to a point lies in the sector.
  func contains(_ point: ContourPoint, from anchor: ContourPoint) -> Bool {
    if isOpen { return true }
    let (x, y) = (point.x - anchor.x, point.y - anchor.y)
    return leftX * y - leftY * x >= 0 && rightX * y - rightY * x <= 0
  }

  /// Intersects the sector with the bounds of an edge.
  mutating func narrow(to point: ContourPoint, by gate: ClosedRange<Double>, from anchor: ContourPoint) {
    let (x, y) = (point.x - anchor.x, point.y - anchor.y)
    let (acrossX, acrossY) = point.isVertical ? (0.0, 1.0) : (1.0, 0.0)
    var (ax, ay) = (x + gate.lowerBound * acrossX, y + gate.lowerBound * acrossY)
    var (bx, by) = (x + gate.upperBound * acrossX, y + gate.upperBound * acrossY)
    // Orders the bounds so that the turn from `a` to `b` is that from the x to the y axis.
    if ax * by - ay * bx < 0 {
      swap(&ax, &bx)
      swap(&ay, &by)
    }
    if isOpen || leftX * ay - leftY * ax > 0 { (leftX, leftY) = (ax, ay) }
    if isOpen || rightX * by - rightY * bx < 0 { (rightX, rightY) = (bx, by) }
    isOpen = false
  }
}

/// The sample spacing of a grid on the ground, in metres, row by row.
struct CachedSampleSpacing {
  private let grid: RasterGrid
  private var row: Int32?
  private var metres = (eastwards: 0.0, southwards: 0.0)

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Returns the spacing at a row; the last result is cached.
  mutating func metresPerStep(row: Int32) -> (eastwards: Double, southwards: Double) {
    if row == self.row { return metres }
    self.row = row
    let y = grid.y(ofRow: Double(row))
    switch grid.reference.kind {
    case .geographic:
      let scale = LocalScale(latitude: max(-90, min(90, y)))
      metres = (grid.stepX * scale.metresPerDegreeLongitude, grid.stepY * scale.metresPerDegreeLatitude)
    case .webMercator:
      let perUnit = 1 / cosh(y / 6_378_137)
      metres = (grid.stepX * perUnit, grid.stepY * perUnit)
    case .projected(let metresPerUnit):
      metres = (grid.stepX * metresPerUnit, grid.stepY * metresPerUnit)
    }
    return metres
  }
}
