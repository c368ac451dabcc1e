import Foundation
import SkiGeo
package import SkiTerrain

/// The contours of a raster, traced by marching squares and handed out line by line.
///
/// A value; `Sendable`. Lines run between the centres of samples, linear along the edges of their grid, and end at the
/// last known samples: at a void and at the raster's edge they are up to half a sample shorter than those of GDAL, which
/// takes the outermost samples for constant. The higher ground is on the right of a line.
///
/// The raster is read in bands of rows on several threads, and lines are joined over the borders of bands. Lines come in
/// the order of their last point, as a reader's eye finds it: by row, then by column, then by level. Lines, points and
/// order depend on the heights and the levels alone.
///
/// Memory holds a few bands and the lines that are not finished; one line may run through the whole raster.
/// **Source:** marching squares, Lorensen and Cline 1987 in two dimensions.
package struct ContourTracing: Sendable {
  /// The heights.
  package let raster: any ElevationRaster
  /// Which lines there are.
  package let levels: ContourLevels
  /// How far a line may be moved to spare points, metres on the ground; nil keeps all points.
  package let toleranceMetres: Double?
  /// Threads at work, besides the caller's.
  package let workerCount: Int
  /// Rows of cells in a band.
  let bandRows: Int

  /// Plans contours; nothing is read yet.
  ///
  /// - Parameters:
  ///   - toleranceMetres: Lines are simplified within it; see ``ContourSimplification``.
  ///   - workerCount: Threads; nil takes as many as there are processors.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the tolerance is no positive length, `.limitExceeded` when
  ///   the raster has more than 2³⁰ columns or rows.
  package init(
    raster: any ElevationRaster, levels: ContourLevels, toleranceMetres: Double? = nil,
    workerCount: Int? = nil
  ) throws {
    try self.init(
      raster: raster, levels: levels, toleranceMetres: toleranceMetres, workerCount: workerCount,
      bandRows: Self.usualBandRows(raster))
  }

  init(
    raster: any ElevationRaster, levels: ContourLevels, toleranceMetres: Double? = nil,
    workerCount: Int? = nil, bandRows: Int
  ) throws {
    if let toleranceMetres, !(toleranceMetres > 0 && toleranceMetres < .infinity) {
      throw SkiError(
        .invalidArgument, "contour tolerance must be a positive number of metres, got \(toleranceMetres)")
    }
    guard raster.grid.columns < 1 << 30, raster.grid.rows < 1 << 30 else {
      throw SkiError(
        .limitExceeded,
        "raster of \(raster.grid.columns) × \(raster.grid.rows) samples is too large for contours; "
          + "take a part of it")
    }
    self.raster = raster
    self.levels = levels
    self.toleranceMetres = toleranceMetres
    self.workerCount = max(1, workerCount ?? ProcessInfo.processInfo.activeProcessorCount)
    self.bandRows = max(1, bandRows)
  }

  /// Calls a body with each line, in order, on the caller's thread.
  ///
  /// - Parameters:
  ///   - body: Takes a line; what it throws ends the work.
  ///   - progress: Called with the share that is done, rising to 1; what it throws ends the work.
  /// - Throws: What the body, `progress` or reading throws; ``SkiError`` with code `.cancelled` when the task is
  ///   cancelled, `.limitExceeded` when the interval is tiny against the relief, `.invalidArgument` when a point can't be
  ///   placed on the Earth.
  /// - Complexity: O(*n*) in the samples and the points.
  package func forEachLine(
    _ body: (ContourLine) throws -> Void, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let makeLines = try ContourPlacement(grid: raster.grid, levels: levels, toleranceMetres: toleranceMetres)
    try run(
      progress: progress, encode: { try makeLines.contourLines($0) },
      consume: { lines in
        for line in lines { try body(line) }
      })
  }

  /// Returns all lines, in order; see ``forEachLine(_:progress:)``.
  package func lines() throws -> [ContourLine] {
    var lines: [ContourLine] = []
    try forEachLine { lines.append($0) }
    return lines
  }

  /// Rows for bands of some million samples that begin where stored blocks do, if blocks are small enough.
  private static func usualBandRows(_ raster: any ElevationRaster) -> Int {
    let rows = max(16, min(1 << 14, (1 << 22) / raster.grid.columns))
    let block = raster.blockRows
    return block > 1 && block <= 2 * rows ? max(1, rows / block) * block : rows
  }
}
