public import SkiBase
public import SkiGraph

/// A lift ride or a run of a recorded day.
public struct DayLap: Sendable, Hashable {
  /// The kind.
  public var kind: LapKind
  /// The lift or the run, by its id in the source.
  public var source: SourceID
  /// The departure of the lift, or the time the run was entered.
  public var start: UniversalTime
  /// The time the lift or the run was left.
  public var end: UniversalTime
  /// The length in metres.
  public var lengthMetres: Double
  /// The descent in metres, without what was not recorded; 0 for lifts ridden up.
  public var descentMetres: Double
  /// The highest speed in metres per second; nil where it is unknown.
  public var topSpeedMetresPerSecond: Double?
  /// The reason for which the lap does not count; nil for one that counts.
  public var fault: LapFault?

  /// Creates a lap from its values.
  public init(
    _ kind: LapKind, source: SourceID, start: UniversalTime, end: UniversalTime, lengthMetres: Double,
    descentMetres: Double, topSpeedMetresPerSecond: Double?, fault: LapFault? = nil
  ) {
    (self.kind, self.source, self.start, self.end) = (kind, source, start, end)
    (self.lengthMetres, self.descentMetres) = (lengthMetres, descentMetres)
    (self.topSpeedMetresPerSecond, self.fault) = (topSpeedMetresPerSecond, fault)
  }
}

/// A lap with its day, for an export.
package struct DayLapRecord: Sendable, Hashable {
  package var day: DayID
  package var lap: DayLap

  package init(day: DayID, lap: DayLap) { (self.day, self.lap) = (day, lap) }
}

/// The reasons for which a lap counts neither for achievements nor for challenges.
@nonexhaustive
public enum LapFault: String, Sendable, Hashable, Codable, CaseIterable {
  /// It ends after the recording was received.
  case future
  /// Its speed is impossible.
  case speed
  /// Another person's recording has the same lap, and was received before.
  case copied
  /// Another recording of the same person, received before, covers the same time.
  case overlap

  /// The greatest speed on a run, in metres per second, held for some seconds.
  public static let greatestRunSpeed = 40.0
  /// The greatest mean speed on a run, in metres per second.
  public static let greatestMeanRunSpeed = 30.0
  /// The greatest descent on a run in a second, in metres.
  public static let greatestSinkRate = 15.0
  /// The greatest speed of a lift, in metres per second.
  public static let greatestLiftSpeed = 15.0
  /// The greatest time by which the recorder's clock may be ahead, in seconds.
  public static let greatestAheadSeconds = 300.0

  /// Returns the fault that a lap has by itself; nil for none.
  /// - Parameters:
  ///   - lap: The lap, which ends after it starts.
  ///   - received: The time at which its recording was received.
  package static func own(_ lap: DayLap, received: UniversalTime) -> LapFault? {
    if lap.end > received.advanced(bySeconds: greatestAheadSeconds) { return .future }
    let seconds = lap.end.secondsSince1970 - lap.start.secondsSince1970
    let (top, mean) = (lap.topSpeedMetresPerSecond ?? 0, lap.lengthMetres / seconds)
    let sink = lap.descentMetres / seconds
    let isPossible =
      switch lap.kind {
      case .run: top <= greatestRunSpeed && mean <= greatestMeanRunSpeed && sink <= greatestSinkRate
      case .lift: max(top, mean, sink) <= greatestLiftSpeed
      }
    return isPossible ? nil : .speed
  }
}
