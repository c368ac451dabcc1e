import SkiBase

/// The forms of times in tables and properties: ISO 8601, dates as people write them, or a number since 1970.
enum WrittenTime {
  /// Returns a time from text or from a number since 1970; nil for anything else.
  ///
  /// The unit of a number is guessed by its size: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17,
  /// nanoseconds above. Text is ISO 8601 with dashes or slashes, `01.02.2026 09:30:00`, or `Feb 1, 2026, 9:30:00 AM`.
  static func read(_ text: ArraySlice<UInt8>, number: Double? = nil, _ offset: UTCOffset) -> ParsedTime? {
    if let number = number ?? DecimalNumber.read(text) {
      let seconds =
        switch abs(number) {
        case ..<1e11: number
        case ..<1e14: number / 1e3
        case ..<1e17: number / 1e6
        default: number / 1e9
        }
      return ParsedTime(time: UniversalTime(secondsSince1970: seconds), hasZone: true)
    }
    guard let first = text.first, text.count <= 64 else { return nil }
    if first &- 0x30 > 9 { return american(text, offset) }
    // 2026/02/01 is unambiguous too.
    let slashed = text.count > 7 && text[text.startIndex + 4] == UInt8(ascii: "/")
    let plain = slashed ? text.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }[...] : text
    return ParsedTime(iso8601: plain, offsetWithoutZone: offset) ?? dotted(text, offset)
  }

  /// Returns a time from `1.2.2026 9:30:00`, with the day first.
  private static func dotted(_ text: ArraySlice<UInt8>, _ offset: UTCOffset) -> ParsedTime? {
    let parts = text.split(whereSeparator: { !($0 &- 0x30 < 10) }).map { String(decoding: $0, as: UTF8.self) }
    guard text.prefix(3).contains(UInt8(ascii: ".")),
      text.allSatisfy({ $0 &- 0x30 < 10 || ".: ".utf8.contains($0) }),
      parts.count >= 5, parts[2].utf8.count == 4
    else { return nil }
    return iso([parts[2], parts[1], parts[0]], Array(parts[3...].prefix(3)), offset)
  }

  /// Returns a time from `Feb 1, 2026, 9:30:00 AM`, as Strava writes it.
  private static func american(_ text: ArraySlice<UInt8>, _ offset: UTCOffset) -> ParsedTime? {
    // A narrow blank stands before AM and PM in some exports.
    let plain = String(decoding: text, as: UTF8.self).replacing("\u{202F}", with: " ")
    let words = plain.split(whereSeparator: { " ,".contains($0) })
    guard words.count >= 4, let month = months.firstIndex(of: words[0].prefix(3).lowercased()) else {
      return nil
    }
    var clock = words[3].split(separator: ":").map(String.init)
    guard let hour = clock.first.flatMap({ Int($0) }), (0..<24).contains(hour) else { return nil }
    if words.count > 4 {
      guard (1...12).contains(hour), ["AM", "PM"].contains(words[4].uppercased()) else { return nil }
      clock[0] = "\(hour % 12 + (words[4].uppercased() == "PM" ? 12 : 0))"
    }
    return iso([String(words[2]), "\(month + 1)", String(words[1])], clock, offset)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the time of a year, month and day, and of an hour, a minute and a second.
  private static func iso(_ date: [String], _ clock: [String], _ offset: UTCOffset) -> ParsedTime? {
    let padded = [date, clock].map { $0.map { $0.utf8.count == 1 ? "0" + $0 : $0 } }
    let text = padded[0].joined(separator: "-") + "T" + padded[1].joined(separator: ":")
    return ParsedTime(iso8601: Array(text.utf8), offsetWithoutZone: offset)
  }
}
