import SkiGeo

extension UniversalTime {
  /// The time as whole milliseconds since 1970, rounded down; the greatest or least number beyond the range.
  ///
  /// A time within a thousandth of a millisecond before a whole one is that one, so that the milliseconds of
  /// ``init(milliseconds:)`` come back, whose seconds as a double may be less.
  package var milliseconds: Int64 {
    let value = (secondsSince1970 * 1000 + 0.001).rounded(.down)
    return value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : value.isNaN ? 0 : Int64(value)
  }

  /// Creates a time from whole milliseconds since 1970.
  package init(milliseconds: Int64) { self.init(secondsSince1970: Double(milliseconds) / 1000) }

  /// The time as text in UTC, for messages.
  var utcText: String { iso8601() ?? "\(secondsSince1970) s" }
}
