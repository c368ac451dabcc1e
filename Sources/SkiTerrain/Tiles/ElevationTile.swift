/// The decoded heights of one tile: rows from north to south, columns from west to east.
///
/// It is immutable and shared; `count == columns * rows`. Voids are NaN.
final class ElevationTile: Sendable {
  /// The storage of heights: `.hgt` tiles stay 16-bit, which halves the cache.
  enum Samples: Sendable {
    /// Metres, NaN for a void.
    case metres([Float])
    /// Whole metres, `Int16.min` for a void.
    case wholeMetres([Int16])
  }

  /// The number of samples from west to east.
  let columns: Int
  /// The number of samples from north to south.
  let rows: Int
  let samples: Samples
  /// The pool that receives the memory when the tile is released.
  private let buffers: SampleBufferPool?

  /// Creates a square tile, as in pyramids and `.hgt` files.
  convenience init(columns: Int, samples: Samples) {
    self.init(columns: columns, rows: columns, samples: samples)
  }

  /// Creates a tile.
  /// - Precondition: There are `columns * rows` samples.
  init(columns: Int, rows: Int, samples: Samples, buffers: SampleBufferPool? = nil) {
    let count =
      switch samples {
      case .metres(let heights): heights.count
      case .wholeMetres(let heights): heights.count
      }
    precondition(
      count == columns * rows, "tile must be full, got \(count) samples for \(columns) × \(rows)")
    self.columns = columns
    self.rows = rows
    self.samples = samples
    self.buffers = buffers
  }

  deinit { buffers?.give(samples) }

  /// The memory of the samples in bytes.
  var byteCount: Int {
    switch samples {
    case .metres: columns * rows * 4
    case .wholeMetres: columns * rows * 2
    }
  }

  /// The height of one sample in metres, NaN for a void.
  subscript(column: Int, row: Int) -> Float {
    switch samples {
    case .metres(let heights): heights[row * columns + column]
    case .wholeMetres(let heights): Float(heights[row * columns + column].heightMetres)
    }
  }
}
