import SkiGeo

/// The lowest and highest band seen so far; refuses rasters with more levels between them than could be meant.
struct ReliefBound {
  private(set) var bands: ClosedRange<Int32>?

  /// Takes in more bands.
  /// - Throws: ``SkiError`` with code `.limitExceeded`.
  mutating func widen(_ more: ClosedRange<Int32>?) throws {
    guard let more else { return }
    let low = min(more.lowerBound, bands?.lowerBound ?? .max)
    let high = max(more.upperBound, bands?.upperBound ?? .min)
    bands = low...high
    guard Int(high) - Int(low) <= ContourLevels.mostLevels else {
      throw SkiError(
        .limitExceeded,
        "contours would have \(Int(high) - Int(low)) levels or more, the limit is "
          + "\(ContourLevels.mostLevels); choose a larger interval, or mark what is no height as void")
    }
  }
}
