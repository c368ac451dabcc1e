import SkiBase

/// The range of bands so far, limited to a plausible number of levels.
struct BandRange {
  private(set) var bands: ClosedRange<Int32>?

  /// Extends the range.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the range has more than ``ContourLevels/mostLevels``.
  mutating func widen(_ more: ClosedRange<Int32>?) throws {
    guard let more else { return }
    let low = min(more.lowerBound, bands?.lowerBound ?? .max)
    let high = max(more.upperBound, bands?.upperBound ?? .min)
    bands = low...high
    guard Int(high) - Int(low) <= ContourLevels.mostLevels else {
      throw SkiError(
        .limitExceeded,
        "contours would have \(Int(high) - Int(low)) levels or more, the limit is "
          + "\(ContourLevels.mostLevels); choose a larger interval, or mark samples that are not elevations as nodata"
      )
    }
  }
}
