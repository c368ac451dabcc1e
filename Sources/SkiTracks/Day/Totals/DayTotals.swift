public import SkiGraph

/// The totals of a day; every second between the first and the last fix is counted in exactly one of the times.
///
/// The totals of several days are the sums of the members, except ``liftCount``, which counts different lifts, and
/// ``topSpeedMetresPerSecond``.
public struct DayTotals: Hashable, Sendable, Codable {
  /// The number of lift rides.
  public var liftRideCount = 0
  /// The number of different lifts ridden.
  public var liftCount = 0
  /// The number of runs skied; successive pieces of one name count once.
  public var runCount = 0
  /// The number of runs skied by colour, as ``runCount`` counts them; colours not skied are missing.
  public var runsByColour: [DifficultyColour: Int] = [:]
  /// The length of runs by colour, in metres along the surface; colours not skied are missing.
  public var runMetresByColour: [DifficultyColour: Double] = [:]
  /// The ascent on lifts in metres, where elevations are known.
  public var liftAscentMetres = 0.0
  /// The descent on lifts in metres, where elevations are known.
  public var liftDescentMetres = 0.0
  /// The descent on runs in metres, where elevations are known.
  public var runDescentMetres = 0.0
  /// The descent in unmatched stretches in metres, from the receiver's elevations; 0 without.
  public var unmatchedDescentMetres = 0.0
  /// The ascent in unmatched stretches in metres, from the receiver's elevations; 0 without.
  public var unmatchedAscentMetres = 0.0
  /// The length of lift rides, in metres along the rope.
  public var liftMetres = 0.0
  /// The length of runs, in metres along the surface.
  public var runMetres = 0.0
  /// The length of unmatched stretches with fixes, in metres on the map.
  public var unmatchedMetres = 0.0
  /// The time on lifts in seconds, stops and gaps in the fixes included.
  public var rideSeconds = 0.0
  /// The time in motion on runs, in seconds.
  public var skiSeconds = 0.0
  /// The time of waiting for lifts, in seconds.
  public var waitSeconds = 0.0
  /// The time without movement on runs and between laps, in seconds, other than ``waitSeconds``.
  public var stoppedSeconds = 0.0
  /// The time in motion between laps, in seconds, as a rule on foot.
  public var walkSeconds = 0.0
  /// The time in unmatched stretches with fixes, in seconds.
  public var unmatchedSeconds = 0.0
  /// The time in gaps of the fixes over which there is one way, in seconds; also part of ``rideSeconds`` and
  /// ``unrecordedSeconds``.
  public var bridgedSeconds = 0.0
  /// The length of bridged parts of laps in metres; also part of ``liftMetres`` and ``runMetres``.
  public var bridgedMetres = 0.0
  /// The time without fixes in seconds, in gaps longer than ``SkiDayOptions/gapSeconds`` other than on lifts.
  public var unrecordedSeconds = 0.0
  /// The highest speed held for about ten seconds on a run, in metres per second; nil without a run of enough fixes.
  ///
  /// **Source:** the median of slopes in a window, Theil 1950 and Sen 1968.
  public var topSpeedMetresPerSecond: Double?

  /// Creates totals of 0.
  public init() {}

  /// The time from the first fix to the last, in seconds.
  public var totalSeconds: Double {
    rideSeconds + skiSeconds + waitSeconds + stoppedSeconds + walkSeconds + unmatchedSeconds
      + unrecordedSeconds
  }
}
