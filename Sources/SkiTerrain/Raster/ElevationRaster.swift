/// Heights on one grid, read a window at a time and never as a whole.
///
/// Elevations are metres, NaN for a void; their zero level is ``verticalDatum``. Implementations are `Sendable`, and
/// windows may be read by many threads at once; what is decoded for one window and needed for the next is kept within
/// a bound.
public protocol ElevationRaster: Sendable {
  /// Where the samples lie.
  var grid: RasterGrid { get }
  /// What the heights count from.
  var verticalDatum: VerticalDatum { get }
  /// The names of what the heights are read from, finest first.
  var names: [String] { get }
  /// The size of the pieces the heights are stored in: windows of that size, starting at its multiples, are cheapest.
  var blockColumns: Int { get }
  /// See ``blockColumns``.
  var blockRows: Int { get }

  /// Returns the raster for a pass over it in blocks, each with the samples around it, that may keep less of what it
  /// decodes than a raster read anyhow.
  /// - Parameters:
  ///   - columns: Samples of a block; blocks begin at multiples of this.
  ///   - rows: See `columns`.
  ///   - taskCount: How many tasks read blocks at a time, each going from west to east.
  func forBlocks(columns: Int, rows: Int, taskCount: Int) -> any ElevationRaster

  /// Fills memory with the heights of a window, metres; NaN for voids and for samples beyond the raster.
  ///
  /// - Parameters:
  ///   - window: May reach beyond the raster.
  ///   - heightsMetres: As many elements as the window has samples, rows from the north.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when a file can't be read.
  /// - Complexity: O(*n*) in the samples of the window, and decoding of what is not kept.
  /// - Precondition: `heightsMetres.count == window.count`
  func read(_ window: RasterWindow, into heightsMetres: UnsafeMutableBufferPointer<Float>) throws
}

extension ElevationRaster {
  /// The raster as it is.
  public func forBlocks(columns: Int, rows: Int, taskCount: Int) -> any ElevationRaster { self }
}
