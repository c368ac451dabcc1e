import Foundation
public import SkiBase

/// The hours of a user's local clock in which nothing is sent; they may span midnight.
public struct QuietHours: Sendable, Hashable, Codable {
  /// The first minute of the local day, 0 to 1,439.
  public var fromMinute: Int
  /// The minute of the local day at which they end, 0 to 1,439; another than the first.
  public var untilMinute: Int

  /// Creates quiet hours; the service checks them.
  public init(fromMinute: Int, untilMinute: Int) {
    (self.fromMinute, self.untilMinute) = (fromMinute, untilMinute)
  }

  /// Returns the quiet hours when they are allowed.
  /// - Throws: `SkiError` with code `.invalidArgument`, naming the minutes.
  package func checked() throws -> QuietHours {
    try SkiError.require(
      (0..<1440).contains(fromMinute) && (0..<1440).contains(untilMinute) && fromMinute != untilMinute,
      "quiet hours are from minute \(fromMinute) to \(untilMinute); give two different ones of 0 to 1439")
    return self
  }

  /// Returns whether a moment is within the quiet hours of a zone's clock.
  public func contains(_ time: UniversalTime, zone: TimeZoneName) -> Bool {
    let minute = Int(LocalClock(zone).local(time).secondsOfDay) / 60
    return fromMinute < untilMinute
      ? (fromMinute..<untilMinute).contains(minute) : minute >= fromMinute || minute < untilMinute
  }

  /// Returns the first moment after the quiet hours that contain a moment; nil for a moment outside of them.
  ///
  /// The end is by the local clock, also when that is changed within them: an end that the clock skips or shows twice gives a
  /// moment near, which is after the given one.
  public func end(after time: UniversalTime, zone: TimeZoneName) -> UniversalTime? {
    guard contains(time, zone: zone) else { return nil }
    let clock = LocalClock(zone)
    let (day, seconds) = clock.local(time)
    let isTomorrow = fromMinute > untilMinute && Int(seconds) / 60 >= fromMinute
    let candidates = clock.moments(
      day: isTomorrow ? day + 1 : day, secondsOfDay: Double(untilMinute) * 60)
    return candidates.first { $0 > time && !contains($0, zone: zone) }
      ?? time.advanced(bySeconds: Double(1800 - Int(seconds) % 1800))
  }
}

/// The local clock of a zone.
package struct LocalClock {
  private let zone: TimeZone?

  /// Creates the clock; that of UTC for a name that the system's database no longer has.
  package init(_ name: TimeZoneName) { zone = TimeZone(identifier: name.rawValue) }

  /// Returns the local day, counted from 1970-01-01, and the seconds since local midnight.
  package func local(_ time: UniversalTime) -> (day: Int, secondsOfDay: Double) {
    let (day, seconds) = time.advanced(bySeconds: offset(at: time)).clock()
    return (day.daysSince1970, seconds)
  }

  /// Returns the moments that a local day and time may be: one, or two near a change of the clock.
  package func moments(day: Int, secondsOfDay: Double) -> [UniversalTime] {
    let local = UniversalTime(secondsSince1970: Double(day) * 86_400 + secondsOfDay)
    // The offset of any moment of the zone differs by at most a day from UTC.
    let offsets = [-86_400.0, 86_400.0].map { offset(at: local.advanced(bySeconds: $0)) }
    return Set(offsets.map { local.advanced(bySeconds: -$0) }).sorted()
  }

  /// Returns the offset of the clock from UTC, in seconds.
  package func offset(at time: UniversalTime) -> Double { Double(zone?.secondsFromGMT(for: time.date) ?? 0) }
}
