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
