import Foundation

/// The differences of two rasters of one grid, pixel by pixel.
struct PixelComparison: CustomStringConvertible {
  /// The number of pixels where both have data.
  private(set) var count = 0
  /// The number of pixels where only one has data.
  private(set) var oneSided = 0
  /// The absolute differences, ascending.
  private(set) var sorted: [Double] = []
  private(set) var worst = (column: 0, row: 0, ours: Double.nan, theirs: Double.nan)

  /// Compares the pixels at least `margin` pixels from the edges.
  ///
  /// - Parameters:
  ///   - period: The period of circular values, whose shorter difference counts: 360 for directions.
  ///   - counts: True if a pixel is compared; all by default.
  init(
    ours: [Double], theirs: ForeignRaster, margin: Int = 1, period: Double = .infinity,
    counts: (Int, Int) -> Bool = { _, _ in true }
  ) {
    precondition(ours.count == theirs.values.count, "rasters must be of one size")
    for row in margin..<theirs.rows - margin {
      for column in margin..<theirs.columns - margin where counts(column, row) {
        note(column, row, ours[row * theirs.columns + column], theirs[column, row], period)
      }
    }
    sorted.sort()
  }

  private mutating func note(_ column: Int, _ row: Int, _ ours: Double, _ theirs: Double, _ period: Double) {
    guard !ours.isNaN, !theirs.isNaN else {
      oneSided += ours.isNaN == theirs.isNaN ? 0 : 1
      return
    }
    count += 1
    let plain = abs(ours - theirs)
    let difference = period.isFinite ? min(plain, period - plain) : plain
    if difference > abs(worst.ours - worst.theirs) || worst.ours.isNaN { worst = (column, row, ours, theirs) }
    sorted.append(difference)
  }

  var largest: Double { sorted.last ?? 0 }
  var median: Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }
  var ninetyNinth: Double { sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100] }

  /// The share of pixels that differ by no more than this; 0 when there are none.
  func share(within limit: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return Double(low) / Double(sorted.count)
  }

  var description: String {
    let numbers = [median, ninetyNinth, largest].map { String(format: "%.5g", $0) }
    return "\(count) pixels, \(oneSided) one-sided; median \(numbers[0]), 99th \(numbers[1]), "
      + "largest \(numbers[2]) at \(worst.column), \(worst.row): \(worst.ours) for \(worst.theirs)"
  }
}
