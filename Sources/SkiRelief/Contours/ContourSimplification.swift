import Glibc
import SkiTerrain

/// Leaves out points of a contour so that it moves by no more than a tolerance and stays on its own ground.
///
/// A simplified line still crosses the same edges between samples in the same order, each within the tolerance of where
/// it crossed before, within half the way to the next level on that edge, and within half the way to either sample.
/// Therefore contours never cross each other or themselves, no sample changes sides, and a line and what became of it
/// are nowhere farther apart than the tolerance, along their whole way (their Fréchet distance). A tolerance beyond half
/// a sample's distance has no more effect; coarser lines need a coarser raster.
///
/// From each kept point the longest straight run is taken that passes all gates on its way.
package struct ContourSimplification: Sendable {
  /// How far a line may move, metres on the ground.
  package let toleranceMetres: Double
  private let grid: RasterGrid

  init(grid: RasterGrid, toleranceMetres: Double) {
    self.grid = grid
    self.toleranceMetres = toleranceMetres
  }

  /// Leaves out points; the first one stays, and the last one of an open line.
  ///
  /// Points at samples that are exactly on the level stay too.
  /// - Complexity: O(*n*).
  func simplify(_ points: inout [ContourPoint], isClosed: Bool) {
    guard points.count > 2 else { return }
    if isClosed { points.append(points[0]) }
    var scale = GridScale(grid)
    var kept = 1
    var anchor = points[0]
    var sight = Sight()
    for index in 1..<points.count {
      let point = points[index]
      if !sight.sees(point, from: anchor) {
        anchor = points[index - 1]
        points[kept] = anchor
        kept += 1
        sight = Sight()
      }
      if point.fraction == 0 || point.fraction == 1 || index == points.count - 1 {
        anchor = point
        points[kept] = point
        kept += 1
        sight = Sight()
      } else {
        sight.narrow(to: point, by: gate(point, &scale), from: anchor)
      }
    }
    points.removeSubrange(kept...)
    if isClosed { points.removeLast() }
  }

  /// Returns how far a point may move towards its western or northern sample, and towards the other one, in samples.
  private func gate(_ point: ContourPoint, _ scale: inout GridScale) -> ClosedRange<Double> {
    let metres = scale.metresPerStep(row: point.row)
    let most = min(
      toleranceMetres / (point.isVertical ? metres.southwards : metres.eastwards), 0.9 * Double(point.slack))
    let fraction = Double(point.fraction)
    return -min(most, 0.45 * fraction)...min(most, 0.45 * (1 - fraction))
  }
}

/// The directions in which a straight line from a point passes all gates.
private struct Sight {
  private var leftX = 0.0
  private var leftY = 0.0
  private var rightX = 0.0
  private var rightY = 0.0
  private var isOpen = true

  /// Whether a line to a point passes the gates.
  func sees(_ point: ContourPoint, from anchor: ContourPoint) -> Bool {
    if isOpen { return true }
    let (x, y) = (point.x - anchor.x, point.y - anchor.y)
    return leftX * y - leftY * x >= 0 && rightX * y - rightY * x <= 0
  }

  /// Adds a gate.
  mutating func narrow(to point: ContourPoint, by gate: ClosedRange<Double>, from anchor: ContourPoint) {
    let (x, y) = (point.x - anchor.x, point.y - anchor.y)
    let (acrossX, acrossY) = point.isVertical ? (0.0, 1.0) : (1.0, 0.0)
    var (ax, ay) = (x + gate.lowerBound * acrossX, y + gate.lowerBound * acrossY)
    var (bx, by) = (x + gate.upperBound * acrossX, y + gate.upperBound * acrossY)
    // From `a` to `b` is the turn from the x towards the y axis.
    if ax * by - ay * bx < 0 {
      swap(&ax, &bx)
      swap(&ay, &by)
    }
    if isOpen || leftX * ay - leftY * ax > 0 { (leftX, leftY) = (ax, ay) }
    if isOpen || rightX * by - rightY * bx < 0 { (rightX, rightY) = (bx, by) }
    isOpen = false
  }
}
