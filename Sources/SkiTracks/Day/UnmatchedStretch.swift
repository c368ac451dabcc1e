public import SkiGeo

/// Why a stretch of a day is on no lift and no run.
@nonexhaustive
public enum UnmatchedReason: String, Sendable, Hashable, CaseIterable {
  /// The fixes are near nothing the map knows, or nothing that fits: off-piste, a lift or run that is not mapped.
  case offMap = "off-map"
  /// Nothing was recorded, and the traveller was elsewhere afterwards.
  case unrecorded
}

/// A part of a day that fits nothing on the map.
///
/// A value. It is measured on the fixes themselves.
public struct UnmatchedStretch: Hashable, Sendable {
  /// Why it fits nothing.
  public var reason: UnmatchedReason
  /// The time of its first fix.
  public var start: UniversalTime
  /// The time of its last fix.
  public var end: UniversalTime
  /// Metres on the map along the fixes, their jitter left out; the straight line where nothing was recorded.
  public var lengthMetres: Double
  /// Metres climbed by the receiver's elevations; nil without.
  public var ascentMetres: Double?
  /// Metres descended by the receiver's elevations; nil without.
  public var descentMetres: Double?
  /// The fixes, as positions in the track.
  public var fixes: Range<Int>

  /// Seconds from start to end.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }

  /// Makes a stretch.
  public init(
    reason: UnmatchedReason, start: UniversalTime, end: UniversalTime, lengthMetres: Double,
    ascentMetres: Double? = nil, descentMetres: Double? = nil, fixes: Range<Int>
  ) {
    self.reason = reason
    self.start = start
    self.end = end
    self.lengthMetres = lengthMetres
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.fixes = fixes
  }
}
