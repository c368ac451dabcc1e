import Foundation
public import SkiBase

/// The name of a time zone in the IANA database, such as `Europe/Zurich`.
public struct TimeZoneName: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  /// - Throws: `SkiError` with code `.invalidArgument` for a name that the system's database does not have.
  public init(_ rawValue: String) throws {
    try UTCOffset.requireZone(rawValue)
    self.rawValue = rawValue
  }

  /// Creates a name that was checked before it was stored.
  package init(stored rawValue: String) { self.rawValue = rawValue }

  /// The name.
  public var description: String { rawValue }

  /// Creates a name from one string.
  /// - Throws: `DecodingError` for another type, `SkiError` as ``init(_:)``.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension TimeZoneName {
  /// Returns the day of a moment by the zone's clocks.
  package func day(of time: UniversalTime) -> CalendarDay {
    let local = time.secondsSince1970 + Double(zone.secondsFromGMT(for: time.date))
    return CalendarDay(daysSince1970: Int((local / 86_400).rounded(.down)))
  }

  /// Returns the span of a day by the zone's clocks, of 23 to 25 hours where they are changed.
  package func window(of day: CalendarDay) -> TimeWindow {
    TimeWindow(
      fromMilliseconds: start(of: day.daysSince1970), untilMilliseconds: start(of: day.daysSince1970 + 1))
  }

  /// Returns the moment at which the zone's clocks show a time.
  ///
  /// Of two moments, where clocks are set back, it is the later one; a time that clocks leave out counts from before.
  /// - Parameter clock: The time of the clocks, taken as if it were Universal Time.
  package func time(ofClock clock: UniversalTime) -> UniversalTime {
    func offset(_ time: UniversalTime) -> Double { Double(zone.secondsFromGMT(for: time.date)) }
    // The offset at the time itself, which may differ from that at the first guess.
    let guess = clock.advanced(bySeconds: -offset(clock))
    return clock.advanced(bySeconds: -offset(guess))
  }

  private func start(of day: Int) -> Int64 {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let noon = Double(day) * 86_400 + 43_200
    let offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: noon)))
    let start = calendar.startOfDay(for: Date(timeIntervalSince1970: noon - offset))
    return Int64((start.timeIntervalSince1970 * 1000).rounded())
  }

  /// The system's zone; UTC for a name that its database has lost.
  private var zone: TimeZone { TimeZone(identifier: rawValue) ?? .gmt }
}

/// A span of time in whole milliseconds, from a first moment to an end that does not belong to it.
public struct TimeWindow: Sendable, Hashable {
  /// The first moment.
  public let from: UniversalTime
  /// The end.
  public let until: UniversalTime

  /// Creates a span.
  /// - Parameters:
  ///   - from: The first moment; milliseconds are rounded down.
  ///   - until: The end; milliseconds are rounded down.
  ///   - field: The name of the span for messages, such as "time of the trip".
  ///   - greatestSeconds: The greatest length in seconds.
  /// - Throws: `SkiError` with code `.invalidArgument` for times outside of the years 1970 to 9999 or an end that is not after
  ///   the beginning, `.limitExceeded` for a longer span.
  public init(from: UniversalTime, until: UniversalTime, field: String, greatestSeconds: Double)
    throws(SkiError)
  {
    for time in [from, until] {
      try SkiError.require(
        (0..<Self.greatestSecondsSince1970).contains(time.secondsSince1970),
        "\(field) is outside of the years 1970 to 9999; give times within")
    }
    let (first, end) = (from.milliseconds, until.milliseconds)
    let seconds = Double(end - first) / 1000
    try SkiError.require(
      end > first, "\(field) ends \(-seconds) s before it begins; give an end after the beginning")
    guard seconds <= greatestSeconds else {
      throw SkiError(
        .limitExceeded, "\(field) has \(seconds) s; give at most \(greatestSeconds)")
    }
    self.from = UniversalTime(milliseconds: first)
    self.until = UniversalTime(milliseconds: end)
  }

  /// Creates a stored span.
  package init(fromMilliseconds: Int64, untilMilliseconds: Int64) {
    from = UniversalTime(milliseconds: fromMilliseconds)
    until = UniversalTime(milliseconds: untilMilliseconds)
  }

  /// Returns whether a moment is within the span.
  public func contains(_ time: UniversalTime) -> Bool { from <= time && time < until }

  /// The beginning of the year 10000.
  private static let greatestSecondsSince1970 = 253_402_300_800.0
}
