import Foundation
public import SkiBase

/// The kinds of notices; raw values are those of every output format.
@nonexhaustive
public enum NoticeKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A word of the hosts to all members of a trip.
  case hostWord
  /// An invitation to an event.
  case invitation
  /// A change of an event.
  case eventChanged
  /// An event that does not take place.
  case eventCancelled
  /// A meeting point that the renewed map does not have.
  case placeGone
  /// A guest's answer to an invitation.
  case rsvp
  /// A message in a chat.
  case message
  /// A lift that closed.
  case liftClosed
  /// A person who arrived at a meeting point.
  case arrived
  /// A person who left the route that was agreed.
  case offRoute
  /// A request for friendship.
  case friendRequest

  /// Indicates that the notice tells a place: where its actor is, or was.
  public var tellsPlace: Bool {
    switch self {
    case .arrived, .offRoute: true
    case .hostWord, .invitation, .eventChanged, .eventCancelled, .placeGone, .rsvp, .message, .liftClosed,
      .friendRequest:
      false
    }
  }

  /// Indicates that the notice is of use at its time only, so that it does not wait for a digest.
  public var isMomentary: Bool {
    switch self {
    case .liftClosed, .arrived, .offRoute, .eventCancelled: true
    case .hostWord, .invitation, .eventChanged, .placeGone, .rsvp, .message, .friendRequest: false
    }
  }
}

/// The preferences of a user for notices that are sent; all are in the user's list whatever the preferences.
public struct NoticePreferences: Sendable, Hashable {
  /// The kinds that are not sent.
  public var muted: Set<NoticeKind>
  /// The hours in which nothing is sent; nil for none.
  public var quiet: QuietHours?
  /// The zone of the user's clock.
  public var zone: TimeZoneName
  /// The interval in minutes at which notices that can wait are sent together; nil for each at once.
  public var digestMinutes: Int?

  /// The range of intervals, in minutes.
  public static let digestRange = 5...1440
  /// The preferences of a user who stored none: everything is sent at once.
  public static let standard = NoticePreferences(zone: TimeZoneName(stored: "UTC"))

  /// Creates preferences; the service checks them.
  public init(
    muted: Set<NoticeKind> = [], quiet: QuietHours? = nil, zone: TimeZoneName, digestMinutes: Int? = nil
  ) {
    (self.muted, self.quiet, self.zone, self.digestMinutes) = (muted, quiet, zone, digestMinutes)
  }

  /// Returns the preferences when they are allowed.
  /// - Throws: `SkiError` with code `.invalidArgument`, naming the field.
  package func checked() throws -> NoticePreferences {
    _ = try quiet?.checked()
    if let digestMinutes {
      try SkiError.require(
        Self.digestRange.contains(digestMinutes),
        "interval of the digest is \(digestMinutes) min; give \(Self.digestRange.lowerBound) to \(Self.digestRange.upperBound)"
      )
    }
    return self
  }

  /// The muted kinds in ascending order of their words.
  package var mutedWords: [String] { muted.map(\.rawValue).sorted() }
}

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
