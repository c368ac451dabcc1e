import SkiBase
import SkiSystem

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
