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
