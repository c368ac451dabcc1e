public import SkiGeo
public import SkiGraph
public import SkiModel

/// What a lap is; the raw values are the words of every output format.
@nonexhaustive
public enum LapKind: String, Sendable, Hashable, CaseIterable, Codable {
  case lift, run
}

/// Where heights of a lap were taken from.
@nonexhaustive
public enum ElevationOrigin: String, Sendable, Hashable, CaseIterable, Codable {
  /// The map's own profile along what was travelled.
  case map
  /// The receiver's elevations, where the map has none.
  case track
}

/// One ride on a lift from where it was boarded to where it was left, or one passage down a run.
///
/// A value. Indices are valid for the map the day was made with. Speeds are along the map's line, so that a jump of the
/// receiver makes none.
public struct Lap: Signposted, Hashable, Sendable, Codable {
  /// A ride on a lift, or a passage down a run.
  public var kind: LapKind
  /// The region of the map, and the feature in its graph.
  package var region: RegionIndex
  /// See ``region``.
  public var feature: FeatureIndex
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The feature's name; nil when it has none.
  public var name: String?
  /// The numbers on the sign.
  public var refs: [String] = []
  /// When the lift left its station with the skier, or the run was entered.
  public var start: UniversalTime
  /// When the lift or the run was left; waiting for the next lift is no part of a run.
  public var end: UniversalTime
  /// Metres along the snow or the rope; along the map where heights are unknown.
  public var lengthMetres = 0.0
  /// Metres climbed, for a lift its net rise; nil when neither the map nor the track has heights.
  public var ascentMetres: Double?
  /// Metres descended, for a lift its net fall; nil as ``ascentMetres``.
  public var descentMetres: Double?
  /// Metres above mean sea level where the lap starts.
  public var startElevationMetres: Double?
  /// Metres above mean sea level where the lap ends.
  public var endElevationMetres: Double?
  /// Where the heights come from; nil when there are none.
  public var elevationOrigin: ElevationOrigin?
  /// The hardest grade on the way that counts for a ceiling; nil for lifts and ungraded runs.
  public var difficulty: Difficulty?
  /// Whether that grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// The convention of the colours here.
  public var convention: DifficultyConvention = .europe
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// Seats of a lift's carrier, where known.
  public var seats: Int?
  /// Seconds of waiting before the lift was boarded; 0 for runs.
  public var waitSeconds = 0.0
  /// Seconds without movement within the lap, for a lift those of the carrier.
  public var stoppedSeconds = 0.0
  /// Seconds within the lap of which nothing was recorded, in gaps of ``SkiDayOptions/gapSeconds`` or more.
  public var unrecordedSeconds = 0.0
  /// The highest speed kept up for about ten seconds, metres per second; nil without enough fixes.
  public var topSpeedMetresPerSecond: Double?
  /// How likely it is that this was travelled: the mean over its fixes, 0...1; small for a lap between two fixes.
  public var confidence = 0.0
  /// The measured ski area, as a position in ``SkiDay/areas``.
  public var area: Int?
  /// The map's line along what was travelled, in that direction.
  public var points: [GraphPoint] = []
  /// The fixes on it, as positions in the track.
  public var fixes: Range<Int> = 0..<0

  /// Makes a lap of which only the feature and the time are known.
  package init(
    kind: LapKind, region: RegionIndex = .first, feature: FeatureIndex, id: SourceID, start: UniversalTime,
    end: UniversalTime
  ) {
    self.kind = kind
    self.region = region
    self.feature = feature
    self.id = id
    self.start = start
    self.end = end
  }
}

extension Lap {
  /// Seconds from start to end.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }

  /// Seconds in motion.
  public var movingSeconds: Double { max(0, durationSeconds - stoppedSeconds - unrecordedSeconds) }

  /// Metres up for a lift ridden up, metres down for one ridden down and for a run; nil where heights are unknown.
  public var verticalMetres: Double? {
    guard kind == .lift else { return descentMetres }
    return ascentMetres.flatMap { up in descentMetres.map { max(up, $0) } }
  }

  /// Whether a lift was ridden down.
  public var isDownward: Bool { kind == .lift && (descentMetres ?? 0) > (ascentMetres ?? 0) }

  /// Metres per second while moving; nil for a lap without time.
  public var averageSpeedMetresPerSecond: Double? {
    movingSeconds > 0 ? lengthMetres / movingSeconds : nil
  }

  /// The colour a map paints a run in: by its grade, grey when ungraded; nil for lifts.
  public var colour: DifficultyColour? {
    kind == .run ? difficulty?.colour(in: convention) ?? .grey : nil
  }
}
