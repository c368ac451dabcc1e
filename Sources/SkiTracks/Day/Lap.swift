public import SkiBase
public import SkiGraph

/// The source of the elevations of a lap.
@nonexhaustive
public enum ElevationOrigin: String, Sendable, Hashable, CaseIterable, Codable {
  /// The map's elevations along the path travelled.
  case map
  /// The receiver's elevations at both ends, where the map has them for less than 80 % of the path; for a lift the
  /// medians over the rides of the day between the same stations.
  case track
}

/// A ride on a lift from boarding to exit, or one passage down a run.
///
/// Indices are valid for the map the day was made with. Speeds are measured along the map's line, so that jumps of the
/// receiver do not count.
public struct Lap: Signposted, Hashable, Sendable, Codable {
  /// The kind of the lap.
  public var kind: LapKind
  /// The region of the map with the feature's graph.
  package var region: RegionIndex
  /// The index of the feature in the graph of its region.
  public var feature: FeatureIndex
  /// The feature's identifier in its source file.
  public var id: SourceID
  /// The feature's name; nil when it has none.
  public var name: String?
  /// The reference numbers on the feature's signs, in source order; empty where it has none.
  public var refs: [String] = []
  /// The departure of the lift, or the time the run was entered.
  public var start: UniversalTime
  /// The time the lift or the run was left; waiting for the next lift is not part of a run.
  public var end: UniversalTime
  /// The length in metres along the surface or the rope; on the map where elevations are unknown.
  public var lengthMetres = 0.0
  /// The ascent in metres, the net rise for a lift and for elevations of the track; nil when neither the map nor the
  /// track has elevations.
  public var ascentMetres: Double?
  /// The descent in metres, the net fall for a lift and for elevations of the track; nil as ``ascentMetres``.
  public var descentMetres: Double?
  /// The elevation at the start in metres above mean sea level; nil when unknown.
  public var startElevationMetres: Double?
  /// The elevation at the end in metres above mean sea level; nil when unknown.
  public var endElevationMetres: Double?
  /// The source of the elevations; nil when there are none.
  public var elevationOrigin: ElevationOrigin?
  /// The difficulty of the run; nil for lifts and ungraded runs.
  public var difficulty: Difficulty?
  /// Indicates whether ``difficulty`` was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// The convention of the run's colour; `.europe` for lifts.
  public var convention: DifficultyConvention = .europe
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// The number of seats of a carrier of the lift; nil for runs and when unknown.
  public var seats: Int?
  /// The time of waiting before the lift was boarded, in seconds; 0 for runs.
  public var waitSeconds = 0.0
  /// The time without movement within the lap in seconds, for a lift that of the carrier.
  public var stoppedSeconds = 0.0
  /// The time within a run without fixes in seconds, in gaps longer than ``SkiDayOptions/gapSeconds``; 0 for lifts.
  public var unrecordedSeconds = 0.0
  /// The parts in gaps of the fixes over which there is one way, in order of time.
  public var bridged: [BridgedPart] = []
  /// The highest speed held for about ten seconds, in metres per second; nil without enough fixes.
  ///
  /// **Source:** the median of slopes in a window, Theil 1950 and Sen 1968.
  public var topSpeedMetresPerSecond: Double?
  /// The mean confidence of its fixes, 0...1; half the smaller of its neighbours' for a lap between two fixes.
  public var confidence = 0.0
  /// The measured ski area, as a position in ``SkiDay/areas``; nil outside areas.
  public var area: Int?
  /// The points of the map's line along the path travelled, in the direction of travel.
  public var points: [GraphPoint] = []
  /// The fixes of the lap, as positions in ``SkiDay/points``; empty for a lap between two fixes.
  public var fixes: Range<Int> = 0..<0

  /// Creates a lap of a feature with its times; other members have default values.
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
  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }

  /// The time in motion in seconds, without stops and gaps in the fixes.
  public var movingSeconds: Double {
    max(0, durationSeconds - stoppedSeconds - max(unrecordedSeconds, bridgedSeconds))
  }

  /// The time of ``bridged`` parts, in seconds.
  public var bridgedSeconds: Double { bridged.reduce(0) { $0 + $1.durationSeconds } }

  /// The length of ``bridged`` parts in metres, as ``lengthMetres``.
  public var bridgedMetres: Double { bridged.reduce(0) { $0 + $1.lengthMetres } }

  /// The length without ``bridged`` parts in metres, as ``lengthMetres``.
  public var recordedMetres: Double { max(0, lengthMetres - bridgedMetres) }

  /// The descent in metres without ``bridged`` parts; nil where one of them or the lap has no elevations.
  public var recordedDescentMetres: Double? {
    bridged.reduce(descentMetres) { sum, part in
      sum.flatMap { sum in part.descentMetres.map { max(0, sum - $0) } }
    }
  }

  /// Indicates whether the start lies in a gap, so that its time is estimated.
  var isStartBridged: Bool { bridged.first?.points.lowerBound == 0 }

  /// Indicates whether the end lies in a gap, so that its time is estimated.
  var isEndBridged: Bool { bridged.last.map { $0.points.upperBound == points.count } ?? false }

  /// Indicates whether more than half of the lap is bridged, so that it does not count as an achievement.
  package var isMostlyBridged: Bool { 2 * bridgedMetres > lengthMetres }

  /// The elevation difference in metres: the greater of rise and fall for a lift, the descent for a run; nil without
  /// elevations.
  public var verticalMetres: Double? {
    guard kind == .lift else { return descentMetres }
    return ascentMetres.flatMap { up in descentMetres.map { max(up, $0) } }
  }

  /// Indicates whether a lift was ridden down.
  public var isDownward: Bool { kind == .lift && (descentMetres ?? 0) > (ascentMetres ?? 0) }

  /// The mean speed in motion where there are fixes, in metres per second; nil for a lap without time in motion.
  public var averageSpeedMetresPerSecond: Double? {
    movingSeconds > 0 && (bridged.isEmpty || recordedMetres > 0) ? recordedMetres / movingSeconds : nil
  }

  /// The colour of a run on a map: by its difficulty, grey when ungraded; nil for lifts.
  public var colour: DifficultyColour? {
    kind == .run ? difficulty?.colour(in: convention) ?? .grey : nil
  }
}

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
