import Foundation
package import SkiBase

/// The contours of a raster, traced by marching squares.
///
/// A value; `Sendable`. Lines run between the centres of samples, linear along the edges of their grid, and end at the
/// last known samples: at voids and at the raster's edge they are up to half a sample shorter than those of GDAL, which
/// extends the outermost samples. The higher ground is on the right of a line.
///
/// The raster is read in bands of rows on several threads, and lines are joined across bands. Lines are ordered by the
/// row, column and level of their last point in reading order. Lines, points and order depend on elevations and levels
/// alone.
///
/// Memory holds a few bands and the unfinished lines; a single line may extend over the whole raster.
/// **Source:** marching squares, Lorensen and Cline 1987, "Marching cubes", in two dimensions.
package struct ContourTracing: Sendable {
  /// The elevations.
  package let raster: any ElevationRaster
  /// The levels of the contours.
  package let levels: ContourLevels
  /// The tolerance of simplification in metres on the ground; nil keeps all points.
  package let toleranceMetres: Double?
  /// The number of threads besides the caller's.
  package let workerCount: Int
  /// The number of rows of cells in a band.
  let bandRows: Int

  /// Creates a tracing; nothing is read yet.
  ///
  /// - Parameters:
  ///   - raster: The elevations.
  ///   - levels: The levels of the contours.
  ///   - toleranceMetres: The tolerance of simplification in metres, positive; see ``ContourSimplification``.
  ///   - workerCount: The number of threads; nil for one per active processor.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the tolerance is not positive and finite,
  ///   `.limitExceeded` when the raster has 2³⁰ columns or rows or more.
  package init(
    raster: any ElevationRaster, levels: ContourLevels, toleranceMetres: Double? = nil,
    workerCount: Int? = nil
  ) throws {
    try self.init(
      raster: raster, levels: levels, toleranceMetres: toleranceMetres, workerCount: workerCount,
      bandRows: Self.typicalBandRows(raster))
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
  ///   - body: A closure called with each line; an error it throws ends the work.
  ///   - progress: A closure called with the share done, rising to 1; an error it throws ends the work.
  /// - Throws: The errors of the closures and of reading; ``SkiError`` with code `.cancelled` when the task is
  ///   cancelled, `.limitExceeded` when the relief spans too many levels, `.invalidArgument` when a point is not on the
  ///   Earth.
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

  /// Returns the rows of a band of some million samples, aligned with the raster's blocks if these are small enough.
  private static func typicalBandRows(_ raster: any ElevationRaster) -> Int {
    let rows = max(16, min(1 << 14, (1 << 22) / raster.grid.columns))
    let block = raster.blockRows
    return block > 1 && block <= 2 * rows ? max(1, rows / block) * block : rows
  }
}

/// A contour, with the higher ground on the right of its direction.
///
/// A value; `Sendable`. No two neighbouring points are equal; a closed line ends with its first point. An open line
/// ends at the raster's edge, at a void, or at the antimeridian, where lines are cut.
package struct ContourLine: Sendable, Hashable {
  /// The elevation in metres above the raster's datum.
  package let levelMetres: Double
  /// Indicates whether the line is an index contour; see ``ContourLevels/indexEvery``.
  package let isIndex: Bool
  /// Indicates whether the line ends with its first point.
  package let isClosed: Bool
  /// The points in WGS 84; at least two.
  package let points: [Coordinate]
}
