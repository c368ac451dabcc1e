public import SkiBase

/// The reason a stretch of a day is on no lift and no run.
@nonexhaustive
public enum UnmatchedReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// The reason that no feature of the map fits the fixes: off-piste skiing, or a lift or run that is not mapped.
  case offMap = "off-map"
  /// The reason that nothing was recorded, and the traveller was elsewhere afterwards.
  case unrecorded
}

/// A part of a day that matches no feature of the map; it is measured on the fixes themselves.
public struct UnmatchedStretch: Hashable, Sendable {
  /// The reason it is unmatched.
  public var reason: UnmatchedReason
  /// The start of the stretch: the later of the fix and the end of the lap before it; after a gap its first fix.
  public var start: UniversalTime
  /// The end of the stretch: the earlier of the fix and the start of the lap after it; before a gap its last fix.
  public var end: UniversalTime
  /// The length along the fixes in metres on the map, without jitter; the straight line where nothing was recorded.
  public var mapLengthMetres: Double
  /// The ascent in metres from the receiver's elevations, without its jumps and changes below two standard deviations, at
  /// least 8 m; nil when unknown or not to be trusted, where they change by more than 1.2 m for each metre of the way,
  /// and where nothing was recorded.
  public var ascentMetres: Double?
  /// The descent in metres; nil as ``ascentMetres``.
  public var descentMetres: Double?
  /// The fixes, as positions in ``SkiDay/points``; empty where nothing was recorded.
  public var fixes: Range<Int>

  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }

  /// Creates a stretch from its members.
  public init(
    reason: UnmatchedReason, start: UniversalTime, end: UniversalTime, mapLengthMetres: Double,
    ascentMetres: Double? = nil, descentMetres: Double? = nil, fixes: Range<Int>
  ) {
    self.reason = reason
    self.start = start
    self.end = end
    self.mapLengthMetres = mapLengthMetres
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.fixes = fixes
  }
}
