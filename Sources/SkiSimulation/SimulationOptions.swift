public import SkiBase
public import SkiRouting

/// The behaviour of a simulated skier; the defaults are an ordinary day of an intermediate skier.
public struct SimulationOptions: Hashable, Sendable {
  /// The ability, equipment and limits of the skier, unless the mountain is prepared for another profile.
  public var profile = SkierProfile.anyGrade
  /// The start of the day in UTC; by default 2026-02-01 08:00.
  public var start = UniversalTime(secondsSince1970: 1_769_932_800)
  /// The duration of the day in seconds, counted from ``start``.
  public var durationSeconds: Double
  /// The amplitude of turns to either side of the skier's line in metres; 3.5 by default.
  public var turnAmplitudeMetres = 3.5
  /// The standard deviation of the skier's line from the mapped one in metres; three times that inside areas. 4 by
  /// default.
  public var lateralDeviationMetres = 4.0
  /// The mean distance between rests in metres; 600 by default.
  public var metresBetweenRests = 600.0
  /// The probability that the same lift is taken again, 0...1; 0.35 by default.
  public var repeatShare = 0.35
  /// The mean time in the queue of a lift in seconds; 120 by default.
  public var meanQueueSeconds = 120.0
  /// The probability that a lift stops during a ride, 0...1; 0.08 by default.
  public var liftStopShare = 0.08
  /// Indicates whether there is lunch around the middle of the day, at a hut or else at a station; true by default.
  public var hasLunch = true
  /// The probability that a descent starts off the runs, 0...1; 0.03 by default.
  public var offPisteShare = 0.03
  /// The probability that the skier takes a car or a bus from the bottom of a descent to another valley, 0...1; 0 by
  /// default.
  public var carShare = 0.0
  /// The options of the phone.
  package var receiver = ReceiverOptions()

  /// Creates the options of an ordinary day.
  /// - Parameter durationSeconds: The duration of the day in seconds, by default seven hours.
  public init(durationSeconds: Double = 7 * 3600) { self.durationSeconds = durationSeconds }
}

/// The measurements and errors of a simulated phone.
///
/// The position error is the sum of a slow drift (satellites, weather, shading by the body) and white noise;
/// ``sigmaMetres`` is the standard deviation of the sum along each axis.
package struct ReceiverOptions: Hashable, Sendable {
  /// The standard deviation of the position along each axis in the open, in metres.
  package var sigmaMetres = 5.0
  /// The share of drift in the position's variance, 0...1; the rest is white noise.
  package var driftShare = 0.6
  /// The correlation time of the drift in seconds.
  package var driftCorrelationSeconds = 60.0
  /// The time between fixes in seconds.
  package var samplingSeconds = 1.0
  /// The factor of the position error in a closed cabin and indoors.
  package var coveredFactor = 2.0
  /// The standard deviation of the barometer's slow drift in metres; nil for a phone without elevation.
  package var elevationDriftMetres: Double? = 8
  /// The mean number of outages of 5 to 30 seconds an hour.
  package var shortOutagesPerHour = 1.0
  /// The mean number of outages of one to six minutes an hour.
  package var longOutagesPerHour = 0.2
  /// Indicates whether fixes contain accuracies.
  package var reportsAccuracy = true
  /// Indicates whether fixes contain course and speed.
  package var reportsMotion = true

  /// Creates the options of an ordinary phone.
  package init() {}
}
