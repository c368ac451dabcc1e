import Glibc
package import SkiTerrain

/// Derived pixels in memory.
///
/// A class that may be shared. `@unchecked Sendable`: threads write to disjoint parts of its memory, as the promise of
/// ``RasterSink`` is that each block comes once, and what was written is only to be read after the run has ended.
package final class MemorySink: RasterSink, @unchecked Sendable {
  /// The part of the raster that is kept.
  package let window: RasterWindow
  package let pixel: RasterPixel
  package let blockColumns: Int
  package let blockRows: Int
  package let needsOrder = false
  private let memory: UnsafeMutableRawBufferPointer

  /// Makes room for a part of a raster; what nobody writes is zero.
  package init(window: RasterWindow, pixel: RasterPixel) {
    self.window = window
    self.pixel = pixel
    blockColumns = max(1, window.columns)
    blockRows = max(1, min(window.rows, 1 << 18 / blockColumns))
    // The system's zero pages, so that each thread takes those it writes to.
    let byteCount = window.count * pixel.byteCount
    let start = calloc(max(1, byteCount), 1)
    precondition(start != nil, "there is no memory for \(byteCount) bytes")
    memory = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  /// Makes room for all of a raster.
  package convenience init(grid: RasterGrid, pixel: RasterPixel) {
    self.init(window: grid.window, pixel: pixel)
  }

  deinit { free(memory.baseAddress) }

  /// Keeps a block.
  /// - Precondition: it lies within the window and the bytes fill it.
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

  /// The pixels as bytes, rows from the north: grey levels, floats, or red, green, blue and alpha.
  ///
  /// Only to be asked for when nothing is being written.
  /// - Complexity: O(*n*) in the pixels; they are copied.
  package func bytes() -> [UInt8] { [UInt8](memory) }

  /// The pixels as numbers, rows from the north; NaN where there is no data.
  ///
  /// Only to be asked for when nothing is being written.
  /// - Complexity: O(*n*) in the pixels.
  /// - Precondition: pixels are grey levels or floats.
  package func values() -> [Float] {
    switch pixel {
    case .grey: return memory.map { $0 == 0 ? .nan : Float($0) }
    case .float:
      return memory.bindMemory(to: Float.self).map { $0 == TerrainProduct.noData ? .nan : $0 }
    case .colour: preconditionFailure("colours are no numbers, got a sink of colours; ask for its bytes")
    }
  }
}
