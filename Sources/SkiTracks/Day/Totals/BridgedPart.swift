public import SkiBase

/// A part of a lap without fixes, over which the network has only one way.
///
/// It counts in the length and the drop of the lap, but neither in speeds nor in achievements. Times within it are in
/// proportion to usual ones.
public struct BridgedPart: Hashable, Sendable, Codable {
  /// The start of the part within the gap.
  public var start: UniversalTime
  /// The end of the part within the gap.
  public var end: UniversalTime
  /// The length in metres along the surface or the rope; on the map where elevations are unknown.
  public var lengthMetres: Double
  /// The descent in metres along the map's line; nil where its elevations are unknown.
  public var descentMetres: Double?
  /// The points of the part, as positions in ``Lap/points``.
  public var points: Range<Int>

  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }
}
