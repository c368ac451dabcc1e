import SkiSystem

/// A sink of derived pixels in memory.
///
/// A class that may be shared. `@unchecked Sendable`: threads write to disjoint parts of its memory, since
/// ``RasterSink`` gets each block once; the content is read only after the run.
package final class MemorySink: RasterSink, @unchecked Sendable {
  /// The window of the raster that is stored.
  package let window: RasterWindow
  package let pixel: RasterPixel
  package let blockColumns: Int
  package let blockRows: Int
  package let needsOrder = false
  private let memory: UnsafeMutableRawBufferPointer

  /// Creates a sink for a window of a raster; pixels that are never written are zero.
  package init(window: RasterWindow, pixel: RasterPixel) {
    self.window = window
    self.pixel = pixel
    blockColumns = max(1, window.columns)
    blockRows = max(1, min(window.rows, 1 << 18 / blockColumns))
    // Uses zero pages of the system, so that each thread touches only the memory it writes.
    let byteCount = window.count * pixel.byteCount
    let start = calloc(max(1, byteCount), 1)
    precondition(start != nil, "there is no memory for \(byteCount) bytes")
    memory = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  /// Creates a sink for a whole raster.
  package convenience init(grid: RasterGrid, pixel: RasterPixel) {
    self.init(window: grid.window, pixel: pixel)
  }

  deinit { free(memory.baseAddress) }

  /// Stores a block.
  /// - Precondition: The block lies within the window and the bytes fill it.
  package func write(_ block: RasterWindow, _ bytes: UnsafeRawBufferPointer) {
    let (column, row) = (block.column - window.column, block.row - window.row)
    precondition(
      column >= 0 && row >= 0 && column + block.columns <= window.columns && row + block.rows <= window.rows,
      "block must lie within \(window), got \(block)")
    let size = pixel.byteCount
    precondition(
      bytes.count == block.count * size, "block must be filled, got \(bytes.count) bytes for \(block)")
    let line = block.columns * size
    for index in 0..<block.rows {
      let start = ((row + index) * window.columns + column) * size
      UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + line])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[index * line..<(index + 1) * line]))
    }
  }

  /// Returns the pixels as bytes, rows from the north: grey levels, floats, or red, green, blue and alpha.
  ///
  /// Must not be called while blocks are written.
  /// - Complexity: O(*n*) in the pixels, which are copied.
  package func bytes() -> [UInt8] { [UInt8](memory) }

  /// Returns the pixels as numbers, rows from the north; NaN for no data.
  ///
  /// Must not be called while blocks are written.
  /// - Complexity: O(*n*) in the pixels.
  /// - Precondition: The pixels are grey levels or floats.
  package func values() -> [Float] {
    switch pixel {
    case .grey: return memory.map { $0 == 0 ? .nan : Float($0) }
    case .float:
      return memory.bindMemory(to: Float.self).map { $0 == TerrainProduct.noData ? .nan : $0 }
    case .colour: preconditionFailure("colours are no numbers, got a sink of colours; ask for its bytes")
    }
  }
}
