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

/// A rectangle of samples, which may extend beyond the raster.
///
/// The buffer of a window holds its rows from the north, each from the west: `count == columns * rows`.
package struct RasterWindow: Sendable, Hashable {
  /// The westernmost column; negative when the window starts outside.
  package var column: Int
  /// The northernmost row; negative when the window starts outside.
  package var row: Int
  /// The number of samples from west to east, not negative.
  package var columns: Int
  /// The number of samples from north to south, not negative.
  package var rows: Int

  /// Creates a window from its north-western sample and its size in samples.
  /// - Precondition: `columns` and `rows` are not negative.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    precondition(columns >= 0 && rows >= 0, "window must have a size, got \(columns) × \(rows)")
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// The number of samples in the window.
  package var count: Int { columns * rows }

  /// Returns the window extended by a number of samples on every side.
  /// - Precondition: A negative number, which shrinks the window, leaves no negative size.
  package func grown(by samples: Int) -> RasterWindow {
    RasterWindow(
      column: column - samples, row: row - samples, columns: columns + 2 * samples, rows: rows + 2 * samples)
  }
}

/// The destination of a derived raster's pixels: a file, or memory.
///
/// Blocks are written from several threads at once, each block once, and together they cover the grid; a sink that
/// needs them in order receives them in order, one at a time. A sink may receive blocks in parts of fewer rows, from
/// the north, by one thread.
package protocol RasterSink: AnyObject, Sendable {
  /// The format of a pixel.
  var pixel: RasterPixel { get }
  /// The number of columns of a block; blocks at the eastern edge are smaller.
  var blockColumns: Int { get }
  /// The number of rows of a block; blocks at the southern edge are smaller.
  var blockRows: Int { get }
  /// The number of rows of a block's parts, the last of which may have fewer; small parts are likelier to be in a
  /// core's cache when they are written.
  var partRows: Int { get }
  /// Indicates whether blocks must be written in order, by rows from the north-west, one at a time.
  var needsOrder: Bool { get }

  /// Writes a part of one block, as wide as the block, with contiguous rows from the north; the bytes are valid during
  /// the call only.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk.
  func write(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws
}

extension RasterSink {
  /// The default number of rows of a part, that of whole blocks.
  package var partRows: Int { blockRows }
}

/// The format of a pixel of a derived raster.
package enum RasterPixel: Sendable, Hashable {
  /// One byte; 0 is nodata.
  case grey
  /// A 32-bit float; −9999 is nodata.
  case float
  /// Red, green, blue and alpha of one byte each; alpha 0 is nodata.
  case colour

  /// The size of one pixel in bytes, 1 or 4.
  package var byteCount: Int { if case .grey = self { 1 } else { 4 } }
}

/// The grid of a raster's samples: columns from west to east, rows from north to south.
///
/// Sample (0, 0) is the north-western one. Positions are in samples, so that sample (c, r) is at position (c, r),
/// whether the file defines pixels as areas or points.
package struct RasterGrid: Sendable, Hashable {
  /// The number of samples from west to east, positive.
  package let columns: Int
  /// The number of samples from north to south, positive.
  package let rows: Int
  /// The reference system of x and y.
  package let reference: ReferenceSystem
  /// The x of column 0, in units of the reference system.
  package let originX: Double
  /// The y of row 0, in units of the reference system.
  package let originY: Double
  /// The distance between columns, in units of the reference system; positive.
  package let stepX: Double
  /// The distance between rows, southwards, in units of the reference system; positive.
  package let stepY: Double

  /// Creates a grid.
  /// - Precondition: There are at least one column and row, the origin is finite, steps are positive and finite.
  package init(
    columns: Int, rows: Int, reference: ReferenceSystem, originX: Double, originY: Double, stepX: Double,
    stepY: Double
  ) {
    precondition(columns > 0 && rows > 0, "grid must have samples, got \(columns) × \(rows)")
    precondition(originX.isFinite && originY.isFinite, "origin must be finite, got \(originX), \(originY)")
    precondition(
      stepX > 0 && stepY > 0 && stepX.isFinite && stepY.isFinite,
      "steps must be positive, got \(stepX), \(stepY)")
    self.columns = columns
    self.rows = rows
    self.reference = reference
    self.originX = originX
    self.originY = originY
    self.stepX = stepX
    self.stepY = stepY
  }

  /// Returns the x of a column in units of the reference system; columns may be fractional or outside the grid.
  package func x(ofColumn column: Double) -> Double { originX + column * stepX }

  /// Returns the y of a row in units of the reference system; rows may be fractional or outside the grid.
  package func y(ofRow row: Double) -> Double { originY - row * stepY }

  /// Returns the columns and rows of the grid within a window; both are empty when they do not intersect.
  func overlap(with window: RasterWindow) -> (columns: Range<Int>, rows: Range<Int>) {
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<self.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<self.rows)
    return columns.isEmpty || rows.isEmpty ? (0..<0, 0..<0) : (columns, rows)
  }

  /// The window of all samples.
  package var window: RasterWindow { RasterWindow(column: 0, row: 0, columns: columns, rows: rows) }
}
