/// The decoded heights of one tile: rows from north to south, columns from west to east.
///
/// Immutable and shared; `count == columns * columns`. Voids read as NaN.
final class ElevationTile: Sendable {
  /// The heights as they are kept: `.hgt` tiles stay 16-bit, which halves the cache.
  enum Samples: Sendable {
    /// Metres, NaN for a void.
    case metres([Float])
    /// Whole metres, `Int16.min` for a void.
    case wholeMetres([Int16])
  }

  /// Samples along each side.
  let columns: Int
  private let samples: Samples

  /// - Precondition: there are `columns * columns` samples.
  init(columns: Int, samples: Samples) {
    let count =
      switch samples {
      case .metres(let heights): heights.count
      case .wholeMetres(let heights): heights.count
      }
    precondition(
      count == columns * columns, "tile must be square, got \(count) samples for \(columns) columns")
    self.columns = columns
    self.samples = samples
  }

  /// The memory the samples take, bytes.
  var byteCount: Int {
    switch samples {
    case .metres: columns * columns * 4
    case .wholeMetres: columns * columns * 2
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
