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
