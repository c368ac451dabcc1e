import SkiBase

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
