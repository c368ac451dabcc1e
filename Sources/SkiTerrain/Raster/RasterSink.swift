/// Where the pixels of a derived raster go: a file, or memory.
///
/// A sink is told the grid when it is made. Blocks come from several threads at once, each block once, and together they
/// cover the grid; a sink that needs them in order says so and gets them so, one at a time. A sink that can do with less
/// than a block says how many rows; then a block comes in parts, from the north, by one thread.
package protocol RasterSink: AnyObject, Sendable {
  /// What a pixel is.
  var pixel: RasterPixel { get }
  /// The size of the blocks the sink wants; those at the eastern and southern edge are smaller.
  var blockColumns: Int { get }
  /// See ``blockColumns``.
  var blockRows: Int { get }
  /// The rows of the parts blocks come in, the last of a block may have fewer; the fewer, the likelier they still are in
  /// the cache of a core when they are written.
  var partRows: Int { get }
  /// Whether blocks must come in order, from the north-west by rows, one at a time.
  var needsOrder: Bool { get }

  /// Takes the pixels of a part of one block, as wide as the block, rows from the north without gaps; the bytes are only
  /// valid during the call.
  /// - Throws: ``SkiError`` with code `.inputOutput` as on a full disk.
  func write(_ part: RasterWindow, _ bytes: UnsafeRawBufferPointer) throws
}

extension RasterSink {
  /// Blocks come whole where a sink says nothing of parts.
  package var partRows: Int { blockRows }
}

/// What one pixel of a derived raster is.
public enum RasterPixel: Sendable, Hashable {
  /// One byte; 0 means no data.
  case grey
  /// A 32-bit float; −9999 means no data.
  case float
  /// Red, green, blue and alpha, a byte each; alpha 0 means no data.
  case colour

  /// The bytes of one pixel.
  public var byteCount: Int { if case .grey = self { 1 } else { 4 } }
}
