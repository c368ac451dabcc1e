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

  /// Makes a square tile, as pyramids and `.hgt` files have.
  convenience init(columns: Int, samples: Samples) {
    self.init(columns: columns, rows: columns, samples: samples)
  }

  /// - Precondition: there are `columns * rows` samples.
  init(columns: Int, rows: Int, samples: Samples) {
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
  }

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
    case .metres(let heights): return heights[row * columns + column]
    case .wholeMetres(let heights):
      let height = heights[row * columns + column]
      return height == .min ? .nan : Float(height)
    }
  }

  /// Returns the bilinear height within the cell whose north-west sample is given; NaN when a corner is a void.
  ///
  /// `fx` and `fy` run from 0 to 1, east and south.
  func blend(column: Int, row: Int, fx: Double, fy: Double) -> Double {
    let at = row * columns + column
    switch samples {
    case .metres(let heights):
      let north = Double(heights[at]) * (1 - fx) + Double(heights[at + 1]) * fx
      let south = Double(heights[at + columns]) * (1 - fx) + Double(heights[at + columns + 1]) * fx
      return north * (1 - fy) + south * fy
    case .wholeMetres(let heights):
      let (a, b) = (heights[at], heights[at + 1])
      let (c, d) = (heights[at + columns], heights[at + columns + 1])
      if a == .min || b == .min || c == .min || d == .min { return .nan }
      let north = Double(a) * (1 - fx) + Double(b) * fx
      let south = Double(c) * (1 - fx) + Double(d) * fx
      return north * (1 - fy) + south * fy
    }
  }
}
