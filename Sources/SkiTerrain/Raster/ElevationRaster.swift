/// The elevations on one grid, read by windows.
///
/// Elevations are metres above ``verticalDatum``, NaN for a void. Implementations are `Sendable`, and many threads may
/// read windows at once; decoded data is cached within a limit.
package protocol ElevationRaster: Sendable {
  /// The grid of samples, with its reference system.
  var grid: RasterGrid { get }
  /// The vertical datum of the elevations.
  var verticalDatum: VerticalDatum { get }
  /// The names of the data sets, finest first.
  var names: [String] { get }
  /// The number of columns of a stored block, positive; windows aligned with blocks are read fastest.
  var blockColumns: Int { get }
  /// The number of rows of a stored block, positive.
  var blockRows: Int { get }

  /// Returns a raster for one pass in blocks, each with the samples around it, which may cache less decoded data.
  /// - Parameters:
  ///   - columns: The number of columns of a block; blocks start at its multiples.
  ///   - rows: The number of rows of a block; blocks start at its multiples.
  ///   - taskCount: The number of tasks that read blocks concurrently, each from west to east.
  func forBlocks(columns: Int, rows: Int, taskCount: Int) -> any ElevationRaster

  /// Reads the elevations of a window in metres; NaN for voids and for samples beyond the raster.
  ///
  /// - Parameters:
  ///   - window: The window, which may extend beyond the raster.
  ///   - heightsMetres: Receives one elevation for each sample of the window, rows from the north, each from the west.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when a file can't be read.
  /// - Complexity: O(*n*) in the samples of the window, and the decoding of blocks that are not cached.
  /// - Precondition: `heightsMetres.count == window.count`
  func read(_ window: RasterWindow, into heightsMetres: UnsafeMutableBufferPointer<Float>) throws
}

extension ElevationRaster {
  /// Returns the raster unchanged, whatever the blocks.
  package func forBlocks(columns: Int, rows: Int, taskCount: Int) -> any ElevationRaster { self }
}
