public import SkiGeo
public import SkiRouting

/// How a simulated skier behaves: who they are, how long they are out, what they do besides skiing.
///
/// A value. The defaults are an ordinary day of an intermediate skier.
public struct SimulationOptions: Hashable, Sendable {
  /// The skier: ability, equipment and what they may ski.
  public var profile = SkierProfile.anyGrade
  /// When the day begins; 2026-02-01 08:00 UTC unless told.
  public var start = UniversalTime(secondsSince1970: 1_769_932_800)
  /// How long the day is, seconds.
  public var durationSeconds: Double
  /// How far turns lead to either side of the middle of the skier's own line, metres.
  public var carveMetres = 3.5
  /// How far the skier's own line strays from the mapped one: standard deviation in metres. Inside areas it is three times that.
  public var strayMetres = 4.0
  /// Metres skied between two rests, on average.
  public var metresBetweenRests = 600.0
  /// How likely the lift just skied from is taken again.
  public var repeatShare = 0.35
  /// Seconds in a queue, on average.
  public var meanQueueSeconds = 120.0
  /// How likely a lift stops during one ride.
  public var liftStopShare = 0.08
  /// Whether there is lunch after half of the day, at a hut or else at a station.
  public var hasLunch = true
  /// How likely a descent begins with a stretch off the runs.
  public var offPisteShare = 0.03
  /// How likely the skier takes a car or a bus from the bottom of a descent to another valley.
  public var carShare = 0.0
  /// The phone.
  package var receiver = ReceiverOptions()

  /// Makes the options of an ordinary day of so many seconds, seven hours unless told.
  public init(durationSeconds: Double = 7 * 3600) { self.durationSeconds = durationSeconds }
}

/// What a simulated phone measures, and how badly.
///
/// A value. The error of a position is a sum of a slowly drifting part (satellites, weather, the pocket) and white noise;
/// ``sigmaMetres`` is the deviation of the sum along each axis.
package struct ReceiverOptions: Hashable, Sendable {
  /// Standard deviation of the position along each axis in the open, metres.
  package var sigmaMetres = 5.0
  /// Which share of the position's variance drifts; the rest is white.
  package var driftShare = 0.6
  /// How long the drift remembers, seconds.
  package var driftSeconds = 60.0
  /// Seconds between fixes.
  package var samplingSeconds = 1.0
  /// How many times worse the position is in a closed cabin and indoors.
  package var coveredFactor = 2.0
  /// Standard deviation of the slow drift of the barometer, metres; nil for a phone without elevation.
  package var elevationDriftMetres: Double? = 8
  /// Times an hour the sky is lost for 5 to 30 seconds.
  package var tunnelsPerHour = 1.0
  /// Times an hour a cold phone says nothing for one to six minutes.
  package var coldGapsPerHour = 0.2
  /// Whether fixes carry accuracies.
  package var reportsAccuracy = true
  /// Whether fixes carry course and speed.
  package var reportsMotion = true

  /// Makes the options of an ordinary phone.
  package init() {}
}
