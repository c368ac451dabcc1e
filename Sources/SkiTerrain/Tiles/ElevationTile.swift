/// The decoded heights of one tile: rows from north to south, columns from west to east.
///
/// Immutable and shared; `count == columns * rows`. Voids read as NaN.
final class ElevationTile: Sendable {
  /// The heights as they are kept: `.hgt` tiles stay 16-bit, which halves the cache.
  enum Samples: Sendable {
    /// Metres, NaN for a void.
    case metres([Float])
    /// Whole metres, `Int16.min` for a void.
    case wholeMetres([Int16])
  }

  /// Samples from west to east.
  let columns: Int
  /// Samples from north to south.
  let rows: Int
  let samples: Samples
  /// Where the memory goes when nobody needs the tile any more.
  private let spares: SpareSamples?

  /// Makes a square tile, as pyramids and `.hgt` files have.
  convenience init(columns: Int, samples: Samples) {
    self.init(columns: columns, rows: columns, samples: samples)
  }

  /// - Precondition: there are `columns * rows` samples.
  init(columns: Int, rows: Int, samples: Samples, spares: SpareSamples? = nil) {
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
    self.spares = spares
  }

  deinit { spares?.give(samples) }

  /// The memory the samples take, bytes.
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
