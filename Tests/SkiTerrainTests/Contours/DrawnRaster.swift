import SkiTestSupport

@testable import SkiTerrain

/// Small rasters for contours, given or random.
struct DrawnRaster {
  let columns: Int
  let rows: Int
  let heights: [Float]

  init(_ rows: [[Float]]) {
    columns = rows[0].count
    self.rows = rows.count
    heights = rows.flatMap { $0 }
  }

  /// Creates random elevations: whole numbers with plateaus, or any; some of them void.
  init(columns: Int, rows: Int, voids: Double, steps: [Float], _ generator: inout SeededGenerator) {
    self.columns = columns
    self.rows = rows
    heights = (0..<columns * rows).map { _ in
      if Double.random(in: 0..<1, using: &generator) < voids { return .nan }
      return steps.randomElement(using: &generator) ?? Float.random(in: -50...50, using: &generator)
    }
  }

  /// The raster with its first sample at a place, and a hundredth of a degree from one to the next.
  func raster(west: Double = 10, north: Double = 47, reference: ReferenceSystem = .wgs84, step: Double = 0.01)
    -> MemoryRaster
  {
    MemoryRaster(
      grid: RasterGrid(
        columns: columns, rows: rows, reference: reference, originX: west, originY: north, stepX: step,
        stepY: step),
      elevationsMetres: heights)
  }

  /// The lines as positions, column and row, before they are placed on the Earth.
  func lines(
    _ levels: ContourLevels, toleranceMetres: Double? = nil, bandRows: Int = 64, workerCount: Int = 1
  ) throws -> [ReferenceContours.Line] {
    let tracing = try ContourTracing(
      raster: raster(), levels: levels, toleranceMetres: toleranceMetres, workerCount: workerCount,
      bandRows: bandRows)
    let simplification = toleranceMetres.map {
      ContourSimplification(grid: tracing.raster.grid, toleranceMetres: $0)
    }
    var lines: [ReferenceContours.Line] = []
    func consume(_ finished: FinishedLines) {
      for line in finished.lines {
        var points: [ContourPoint] = []
        finished.collect(line, into: &points)
        simplification?.simplify(&points, isClosed: line.isClosed)
        ContourPlacement.dropRepeated(&points, isClosed: line.isClosed)
        guard points.count > 1 else { continue }
        lines.append(
          .init(
            levelMetres: levels.levelMetres(line.level), isClosed: line.isClosed,
            points: points.map { [$0.x, $0.y] }))
      }
    }
    try tracing.run(progress: { _ in }, encode: { $0 }, consume: consume)
    return lines
  }
}
