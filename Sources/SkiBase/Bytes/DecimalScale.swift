/// The scaling of numbers to whole units of their last decimal.
enum DecimalScale {
  /// Returns 10^`places`.
  @inline(__always)
  static func factor(_ places: Int) -> UInt64 {
    switch places {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    default: 1_000_000_000
    }
  }

  /// Returns a number in units of 10^−`places`, rounded to the nearest, halves away from zero; nil when it is not finite
  /// or the units are 2^53 or more.
  /// - Precondition: `0 <= places <= 9`
  @inline(__always)
  static func units(_ value: Double, places: Int) -> Int64? {
    precondition((0...9).contains(places), "places must be 0...9, got \(places)")
    let scaled = value * Double(Int64(bitPattern: factor(places)))
    guard abs(scaled) < 9_007_199_254_740_992 else { return nil }
    // Below 2^53 the whole part and the rest are exact.
    let whole = Int64(scaled)
    let rest = scaled - Double(whole)
    return whole &+ (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
  }
}
