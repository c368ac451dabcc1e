/// Grid positions and the buffer of their heights; borrowed memory of equal counts.
struct SamplingRun {
  let xs: UnsafePointer<Double>
  let ys: UnsafePointer<Double>
  /// The heights in metres, NaN for none.
  let metres: UnsafeMutablePointer<Double>
  let count: Int
}

extension ElevationTile {
  /// Writes heights from a position on, as long as all samples they need are in this tile and none is void.
  ///
  /// - Parameters:
  ///   - column, row: The grid position of the tile's first sample.
  /// - Returns: The first position that was not written.
  /// - Complexity: O(*n*) in the positions written; without allocation, locks or reference counting.
  func fill(
    _ run: SamplingRun, from start: Int, column: Int, row: Int, _ sampling: Sampling
  ) -> Int {
    switch samples {
    case .metres(let heights):
      return heights.withUnsafeBufferPointer { fill(run, start, column, row, sampling, $0.baseAddress) }
    case .wholeMetres(let heights):
      return heights.withUnsafeBufferPointer { fill(run, start, column, row, sampling, $0.baseAddress) }
    }
  }

  @inline(__always)
  private func fill<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ column: Int, _ row: Int, _ sampling: Sampling,
    _ heights: UnsafePointer<Stored>?
  ) -> Int {
    guard let heights else { return start }
    let (x, y) = (Double(column), Double(row))
    switch sampling {
    case .nearest: return fillNearest(run, start, x, y, heights)
    case .bilinear: return fillBilinear(run, start, x, y, heights)
    case .bicubic: return fillBicubic(run, start, x, y, heights)
    }
  }

  @inline(__always)
  private func fillNearest<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    let (width, endX, endY) = (columns, Double(columns), Double(rows))
    var index = start
    while index < run.count {
      let (u, v) = (run.xs[index] - x + 0.5, run.ys[index] - y + 0.5)
      guard u >= 0, u < endX, v >= 0, v < endY else { return index }
      let height = heights[Int(v) &* width &+ Int(u)].heightMetres
      guard !height.isNaN else { return index }
      run.metres[index] = height
      index &+= 1
    }
    return index
  }

  /// Writes bilinear heights, sixteen at a time: positions first, then all their samples, so that the processor waits for
  /// the memory of many at once, then the heights.
  @inline(__always)
  private func fillBilinear<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    withUnsafeTemporaryAllocation(of: Stored.self, capacity: 4 * Self.batch) { samples in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.batch) { shares in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.batch) { cells in
          guard let samples = samples.baseAddress, let shares = shares.baseAddress,
            let cells = cells.baseAddress
          else { return start }
          let batch = SampleBatch(samples: samples, shares: shares, cells: cells)
          var index = start
          while index < run.count {
            let wanted = min(Self.batch, run.count &- index)
            let inside = locate(run, index, wanted, x, y, margin: 0, batch)
            // Each cell lies in the tile, with one column and one row of samples beyond its first.
            for place in 0..<inside {
              let cell = heights + cells[place]
              (samples[place], samples[Self.batch &+ place]) = (cell[0], cell[1])
              let below = cell + columns
              (samples[2 &* Self.batch &+ place], samples[3 &* Self.batch &+ place]) = (below[0], below[1])
            }
            let written = batch.blend(inside, into: run.metres + index)
            index &+= written
            if written < wanted { return index }
          }
          return index
        }
      }
    }
  }

  /// The number of heights computed together.
  fileprivate static let batch = 16

  /// Finds the cells of successive positions; returns the number before the first outside the tile or in a margin of a
  /// number of samples.
  @inline(__always)
  private func locate<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ count: Int, _ x: Double, _ y: Double, margin: Int,
    _ batch: SampleBatch<Stored>
  ) -> Int {
    let (least, width) = (Double(margin), columns)
    let (endX, endY) = (Double(columns - 1 - margin), Double(rows - 1 - margin))
    for place in 0..<count {
      let (u, v) = (run.xs[start &+ place] - x, run.ys[start &+ place] - y)
      guard u >= least, u < endX, v >= least, v < endY else { return place }
      let (column, row) = (Int(u), Int(v))
      batch.cells[place] = row &* width &+ column
      batch.shares[place] = u - Double(column)
      batch.shares[Self.batch &+ place] = v - Double(row)
    }
    return count
  }

  /// Writes bicubic heights, sixteen at a time as the bilinear ones.
  @inline(__always)
  private func fillBicubic<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    withUnsafeTemporaryAllocation(of: Stored.self, capacity: 16 * Self.batch) { samples in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.batch) { shares in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.batch) { cells in
          guard let samples = samples.baseAddress, let shares = shares.baseAddress,
            let cells = cells.baseAddress
          else { return start }
          let batch = SampleBatch(samples: samples, shares: shares, cells: cells)
          var index = start
          while index < run.count {
            let wanted = min(Self.batch, run.count &- index)
            let inside = locate(run, index, wanted, x, y, margin: 1, batch)
            // Each cell lies in the tile with one column and row of samples before it and two beyond its first.
            for place in 0..<inside {
              var row = heights + (cells[place] &- columns &- 1)
              for line in 0..<4 {
                let four = samples + (16 &* place &+ 4 &* line)
                (four[0], four[1], four[2], four[3]) = (row[0], row[1], row[2], row[3])
                row += columns
              }
            }
            let written = blendCubic(batch, inside, into: run.metres + index)
            index &+= written
            if written < wanted { return index }
          }
          return index
        }
      }
    }
  }

  /// Writes the bicubic heights of the first positions; returns the number before the first void.
  @inline(__always)
  private func blendCubic<Stored: TileElevation>(
    _ batch: SampleBatch<Stored>, _ count: Int, into metres: UnsafeMutablePointer<Double>
  ) -> Int {
    for place in 0..<count {
      let first = batch.samples + 16 &* place
      let height = Cubic.blend(
        four(first), four(first + 4), four(first + 8), four(first + 12), fx: batch.shares[place],
        fy: batch.shares[Self.batch &+ place])
      guard !height.isNaN else { return place }
      metres[place] = height
    }
    return count
  }

  @inline(__always)
  private func four<Stored: TileElevation>(_ row: UnsafePointer<Stored>) -> SIMD4<Double> {
    SIMD4(row[0].heightMetres, row[1].heightMetres, row[2].heightMetres, row[3].heightMetres)
  }
}

/// Sixteen positions between samples: borrowed memory.
private struct SampleBatch<Stored: TileElevation> {
  /// The samples in the north-west of all positions, then in the north-east, the south-west and the south-east; or the
  /// sixteen around each position, position by position.
  let samples: UnsafeMutablePointer<Stored>
  /// The shares of the eastern column, then those of the southern row.
  let shares: UnsafeMutablePointer<Double>
  /// The offset in the tile of the sample in the north-west.
  let cells: UnsafeMutablePointer<Int>

  /// Writes the bilinear heights of the first positions; returns the number before the first void.
  @inline(__always)
  func blend(_ count: Int, into metres: UnsafeMutablePointer<Double>) -> Int {
    let batch = ElevationTile.batch
    var areAll = true
    for place in 0..<count {
      let height = bilinear(
        samples[place].heightMetres, samples[batch &+ place].heightMetres,
        samples[2 &* batch &+ place].heightMetres, samples[3 &* batch &+ place].heightMetres,
        fx: shares[place], fy: shares[batch &+ place])
      metres[place] = height
      areAll = areAll && !height.isNaN
    }
    return areAll ? count : (0..<count).first { metres[$0].isNaN } ?? count
  }
}

/// The interpolation of elevations between samples.
@nonexhaustive
package enum Sampling: String, Sendable, Hashable, CaseIterable {
  /// The elevation of the nearest sample; nil where that is a void.
  case nearest
  /// Bilinear interpolation of the four samples around; nil where one with a non-zero weight is a void.
  case bilinear
  /// Cubic convolution of the sixteen samples around, which interpolates every sample; ``bilinear`` where one of the
  /// sixteen is missing.
  ///
  /// **Source:** Keys 1981, "Cubic convolution interpolation for digital image processing", with a = −0.5
  /// (Catmull–Rom), as in GDAL.
  case bicubic
}

/// The weights of cubic convolution.
enum Cubic {
  /// Returns the weights of four samples at −1, 0, 1 and 2 for a position 0...1 between the middle ones.
  @inline(__always)
  static func weights(_ t: Double) -> SIMD4<Double> {
    let (t2, t3) = (t * t, t * t * t)
    let first: Double = t2 - 0.5 * (t3 + t)
    let second: Double = 1.5 * t3 - 2.5 * t2 + 1
    let third: Double = 2 * t2 - 1.5 * t3 + 0.5 * t
    let fourth: Double = 0.5 * (t3 - t2)
    return SIMD4(first, second, third, fourth)
  }

  /// Returns the height between four rows of four samples.
  @inline(__always)
  static func blend(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>, fx: Double, fy: Double
  ) -> Double {
    let (across, down) = (weights(fx), weights(fy))
    var column: SIMD4<Double> = a * down[0]
    column += b * down[1]
    column += c * down[2]
    column += d * down[3]
    return (column * across).sum()
  }
}

/// Returns the bilinear interpolation of four samples.
@inline(__always)
func bilinear(_ nw: Double, _ ne: Double, _ sw: Double, _ se: Double, fx: Double, fy: Double) -> Double {
  let north = nw * (1 - fx) + ne * fx
  let south = sw * (1 - fx) + se * fx
  return north * (1 - fy) + south * fy
}
