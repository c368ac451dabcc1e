/// A moment in UTC, without leap seconds.
///
/// Local clocks are converted by a ``UTCOffset`` where data enters or leaves.
public struct UniversalTime: Sendable, Hashable, Comparable, Codable {
  /// The number of seconds since 1970-01-01 00:00 UTC, with 86,400 a day.
  public var secondsSince1970: Double

  /// Creates a moment from seconds since 1970-01-01 00:00 UTC.
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// Creates the moment of a local clock's day and time.
  /// - Parameters:
  ///   - day: The local calendar day.
  ///   - secondsOfDay: The seconds since local midnight; values outside the day are valid.
  ///   - offset: The offset of the clock from UTC.
  public init(_ day: CalendarDay, secondsOfDay: Double, offset: UTCOffset = .zero) {
    secondsSince1970 = Double(day.daysSince1970) * 86_400 + secondsOfDay - Double(offset.seconds)
  }

  /// Returns the moment advanced by a number of seconds, negative for an earlier one.
  public func advanced(bySeconds seconds: Double) -> UniversalTime {
    UniversalTime(secondsSince1970: secondsSince1970 + seconds)
  }

  /// Returns the calendar day and the seconds since midnight, 0..<86,400, of a local clock.
  ///
  /// Days are limited to a million before and after 1970-01-01.
  /// - Parameter offset: The offset of the clock from UTC.
  public func clock(offset: UTCOffset = .zero) -> (day: CalendarDay, secondsOfDay: Double) {
    let local = secondsSince1970 + Double(offset.seconds)
    let days = (local / 86_400).rounded(.down)
    return (CalendarDay(daysSince1970: Int(max(-1e6, min(1e6, days)))), local - days * 86_400)
  }

  /// Returns whether the first moment is the earlier one.
  public static func < (a: UniversalTime, b: UniversalTime) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

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
  package var utcText: String { iso8601() ?? "\(secondsSince1970) s" }
}

/// A moment parsed from text, with the presence of a time zone.
package struct ParsedTime: Sendable, Hashable {
  /// The moment.
  package var time: UniversalTime
  /// Indicates whether the text had `Z` or an offset; without either the caller's offset was used.
  package var hasZone: Bool
  /// The offset that the text states, other than zero; nil where it has none.
  ///
  /// Zero is how recorders write Universal Time, wherever they are.
  package var localOffset: UTCOffset?

  /// Creates a parsed time from its parts.
  package init(time: UniversalTime, hasZone: Bool, localOffset: UTCOffset? = nil) {
    self.time = time
    self.hasZone = hasZone
    self.localOffset = localOffset
  }
}

extension UniversalTime {
  /// Creates a moment from text in the form `2026-02-01T09:30:00Z` (ISO 8601, RFC 3339).
  ///
  /// The day and the time are separated by `T` or a space; seconds and their fraction (`.` or `,`) are optional; a zone
  /// is `Z`, `+01:00`, `+0100` or `+01`. 24:00:00 and a leap second are the start of the following minute. Years are
  /// ``CalendarDay/years``.
  /// - Parameters:
  ///   - text: The text in that form.
  ///   - offset: The offset from UTC of text without a zone.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text has another form or there is no such moment.
  /// - Complexity: O(*n*) in the length of the text.
  public init(iso8601 text: String, offsetWithoutZone offset: UTCOffset = .zero) throws(SkiError) {
    guard let read = ParsedTime(iso8601: Array(text.utf8), offsetWithoutZone: offset) else {
      throw SkiError(
        .invalidArgument,
        "time \(text.shortened(toScalars: 60)) can't be read; write it as 2026-02-01T09:30:00Z")
    }
    self = read.time
  }

  /// Returns the moment in the form `2026-02-01T09:30:00Z`; nil when it is not finite or its year is outside
  /// ``CalendarDay/years``.
  ///
  /// - Parameters:
  ///   - offset: The offset from UTC of the written clock: `Z` for zero, else `+01:00`.
  ///   - decimals: The number of decimals of the second, 0...6; the moment is rounded to the nearest.
  /// - Precondition: `decimals` is 0...6.
  public func iso8601(offset: UTCOffset = .zero, decimals: Int = 0) -> String? {
    precondition((0...6).contains(decimals), "decimals must be 0...6, got \(decimals)")
    guard abs(secondsSince1970) < 1e11 else { return nil }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let ticks = Int((secondsSince1970 * Double(scale)).rounded())
    let (second, fraction) = ticks.flooredQuotientAndRemainder(by: scale)
    let (number, secondOfDay) = (second + offset.seconds).flooredQuotientAndRemainder(by: 86_400)
    let day = CalendarDay(daysSince1970: number)
    guard CalendarDay.years.contains(day.date.year) else { return nil }
    var text = "\(day)T\(DecimalDigits.two(secondOfDay / 3600)):\(DecimalDigits.two(secondOfDay / 60 % 60)):"
    text += DecimalDigits.two(secondOfDay % 60)
    if decimals > 0 { text += "." + String(String(scale + fraction).dropFirst()) }
    return text + (offset == .zero ? "Z" : offset.text)
  }
}

extension ParsedTime {
  /// Creates a moment from the bytes of its text; see ``UniversalTime/init(iso8601:offsetWithoutZone:)``.
  /// - Complexity: O(*n*) in the bytes.
  package init?(iso8601 bytes: some Collection<UInt8>, offsetWithoutZone offset: UTCOffset = .zero) {
    var cursor = TimeCursor(bytes)
    guard let day = cursor.day(), cursor.takesOne(of: "Tt "), let seconds = cursor.secondsOfDay() else {
      return nil
    }
    let written = cursor.zone()
    guard cursor.isAtEnd, !cursor.hasFailed else { return nil }
    hasZone = written != nil
    localOffset = written == .zero ? nil : written
    time = UniversalTime(day, secondsOfDay: seconds, offset: written ?? offset)
  }
}

extension Int {
  fileprivate func flooredQuotientAndRemainder(by divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

#if canImport(Foundation)
  public import Foundation
#else
  public import FoundationEssentials
#endif

extension SkiError: LocalizedError {
  /// The error on one line; see ``description``.
  public var errorDescription: String? { description }
}

extension UniversalTime {
  /// Creates a moment from a date of Foundation.
  public init(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }

  /// The moment as a date of Foundation.
  public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}

extension UTCOffset {
  /// Creates the offset of a time zone at a time; nil for a name that the IANA database doesn't have.
  ///
  /// ```swift
  /// let winter = UTCOffset(zone: "Europe/Zurich", at: time)  // UTC+01:00
  /// ```
  /// - Complexity: O(log *n*) in the changes of the zone's clocks, besides reading the zone the first time.
  public init?(zone: String, at time: UniversalTime) {
    guard Self.isZoneName(zone), let rules = TimeZone(identifier: zone) else { return nil }
    let seconds = Double(rules.secondsFromGMT(for: time.date))
    // Offsets before about 1930 have seconds.
    try? self.init(minutes: Int((seconds / 60).rounded()))
  }

  /// Checks that the IANA database has a time zone.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package static func requireZone(_ name: String) throws(SkiError) {
    guard UTCOffset(zone: name, at: UniversalTime(secondsSince1970: 0)) != nil else {
      throw SkiError(
        .invalidArgument,
        "time zone \(name.shortened(toScalars: 64)) is unknown; give a name as Europe/Zurich")
    }
  }

  /// Returns whether a text has the form of a name: the system also takes abbreviations and offsets, which are no zones.
  private static func isZoneName(_ text: String) -> Bool {
    let others = "_/-+".utf8
    return text.utf8.count <= 64 && (text.contains("/") || text == "UTC")
      && text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || others.contains(byte)
      }
  }
}
