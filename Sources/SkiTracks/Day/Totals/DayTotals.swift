public import SkiModel

/// The sums of a day; every second between the first and the last fix is counted in exactly one of the times.
///
/// A value. Sums of days are sums of their members, except ``liftCount``, which counts different lifts.
public struct DayTotals: Hashable, Sendable {
  /// Rides on lifts.
  public var liftRideCount = 0
  /// Different lifts ridden.
  public var liftCount = 0
  /// Runs skied; consecutive pieces of one name count once.
  public var runCount = 0
  /// Runs skied by colour, as ``runCount`` counts them.
  public var runsByColour: [DifficultyColour: Int] = [:]
  /// Metres along the snow by colour.
  public var runMetresByColour: [DifficultyColour: Double] = [:]
  /// Metres up by lift, where heights are known.
  public var liftAscentMetres = 0.0
  /// Metres down by lift, where heights are known.
  public var liftDescentMetres = 0.0
  /// Metres down on runs, where heights are known.
  public var runDescentMetres = 0.0
  /// Metres down in stretches that fit nothing on the map, by the receiver.
  public var unmatchedDescentMetres = 0.0
  /// Metres up in stretches that fit nothing on the map, by the receiver.
  public var unmatchedAscentMetres = 0.0
  /// Metres along ropes.
  public var liftMetres = 0.0
  /// Metres along the snow on runs.
  public var runMetres = 0.0
  /// Metres off the map.
  public var unmatchedMetres = 0.0
  /// Seconds on lifts, standing ones included.
  public var rideSeconds = 0.0
  /// Seconds in motion on runs.
  public var skiSeconds = 0.0
  /// Seconds of waiting before lifts.
  public var waitSeconds = 0.0
  /// Seconds of standing anywhere else.
  public var stoppedSeconds = 0.0
  /// Seconds on foot, between lifts and runs.
  public var walkSeconds = 0.0
  /// Seconds off the map.
  public var unmatchedSeconds = 0.0
  /// Seconds of which nothing was recorded.
  public var unrecordedSeconds = 0.0
  /// The highest speed kept up for about ten seconds on a run, metres per second; nil without a run.
  public var topSpeedMetresPerSecond: Double?

  /// No day at all.
  public init() {}

  /// Seconds from the first fix to the last.
  public var totalSeconds: Double {
    rideSeconds + skiSeconds + waitSeconds + stoppedSeconds + walkSeconds + unmatchedSeconds
      + unrecordedSeconds
  }
}
