public import SkiGeo
public import SkiGraph
public import SkiModel

/// Which end of a request is meant.
public enum RouteEnd: String, Hashable, Sendable {
  case start, destination
}

/// Something near a place that can't be reached: offered instead.
public struct NearbyFeature: Hashable, Sendable {
  /// Lift or run.
  public var kind: FeatureKind
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// The feature's own id in its source file.
  public var id: SourceID
  /// Its name.
  public var name: String
  /// Metres on the map to its nearer end.
  public var distanceMetres: Double
}

/// Why a question has no answer: a value, not an error.
public struct NoAnswer: Hashable, Sendable {
  /// The kinds of reasons; raw values are the words of the output formats.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// An end is farther from every run, street and station than the snap limit.
    case notNearAnything
    /// An end is a feature that is not part of the network, for example a lift under construction.
    case placeNotInNetwork
    /// No way at all, whatever the skier accepts.
    case cutOff
    /// Only over runs harder than the ceiling.
    case overCeiling
    /// Only through lifts or runs that are closed.
    case closed
    /// Only by kinds of lifts the skier avoids.
    case onlyAvoidedLifts
    /// Only over terrain the skier avoids, or at night over runs that are not lit.
    case onlyAvoidedTerrain
    /// Only over runs that have no grade.
    case onlyUngraded
    /// Only at an hour that is over: lifts or runs on every way close too early.
    case tooLate
    /// Only in more time than there is.
    case tooLittleTime
    /// The places lie in ski areas that no run, lift or street joins.
    case separateAreas
    /// Only by freeride or extreme runs, ski tours or hikes.
    case onlyOffScale
  }

  /// The reason that matters most.
  public var reason: Reason
  /// All limits that stand in the way at once, `reason` first; any smaller set of them would not open a way.
  public var reasons: [Reason]
  /// The end that is meant, where the reason is about one.
  public var end: RouteEnd?
  /// What was asked for, where the reason is about a place.
  public var placeName: String?
  /// Whether that place exists and runs.
  public var placeStatus: Lifecycle?
  /// The leg of a trip that fails, counted from 0; nil for all else.
  public var leg: Int?
  /// Metres to the nearest run, street or station, where one was found.
  public var nearestMetres: Double?
  /// The easiest ceiling that would do, where the ceiling is in the way.
  public var leastCeiling: Difficulty?
  /// The colour of that ceiling in the region.
  public var leastCeilingColour: DifficultyColour?
  /// The last moment there was a way, where it is too late.
  public var latestDeparture: DayTime?
  /// Whether there is a way there, and only the way back is missing.
  public var isWayBack = false
  /// The closed lifts and runs that would open a way.
  public var closedFeatures: [FeatureIndex] = []
  /// Their names.
  public var closedNames: [String] = []
  /// Lifts and runs near a place that is not in the network, nearest first.
  public var nearby: [NearbyFeature] = []

  /// Makes a reason without details.
  public init(_ reason: Reason) {
    self.reason = reason
    reasons = [reason]
  }
}
