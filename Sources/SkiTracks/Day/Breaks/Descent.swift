public import SkiBase

/// A descent as a skier counts it: all runs between two lift rides, with its breaks and the stretches off the map.
///
/// A gap in the fixes over which the way is unknown ends a descent; another one starts after it.
public struct Descent: Hashable, Sendable, Codable {
  /// The runs of the descent, as positions in ``SkiDay/laps``; at least one.
  public var laps: Range<Int>
  /// The start of the first run or stretch.
  public var start: UniversalTime
  /// The end of the last run or stretch.
  public var end: UniversalTime
  /// The drop on runs in metres; nil where a run has no elevations.
  public var descentMetres: Double?
  /// The length of the runs in metres, along the surface.
  public var lengthMetres = 0.0
  /// The length of the stretches off the map in metres, on the map.
  public var offMapMetres = 0.0
  /// The drop of the stretches off the map in metres, by the receiver; 0 when unknown.
  public var offMapDescentMetres = 0.0
  /// The time without movement in seconds, breaks included.
  public var stoppedSeconds = 0.0
  /// The number of stops of a minute or more, breaks included.
  public var stopCount = 0
  /// The length of bridged parts in metres, see ``Lap/bridged``; also part of ``lengthMetres``.
  public var bridgedMetres = 0.0
  /// Indicates whether it starts after a gap in the fixes and not after a lift.
  public var startsAfterGap: Bool
  /// Indicates whether it ends before a gap in the fixes and not before a lift.
  public var endsBeforeGap = false

  /// The time from start to end in seconds, breaks included.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }
}
