public import SkiGeo
public import SkiGraph
public import SkiModel

/// An end of a request.
public enum RouteEnd: String, Hashable, Sendable {
  case start, destination
}

/// A lift or run near an unreachable place, as a suggestion.
public struct NearbyFeature: Hashable, Sendable {
  /// The type of the feature: lift or run.
  public var kind: FeatureKind
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The name.
  public var name: String
  /// The distance to its nearer end, in metres.
  public var distanceMetres: Double
}

/// The reason why a question has no answer.
public struct NoAnswer: Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// The raw values are used in every output format.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// An end is farther from the network than the snap limit.
    case notNearAnything
    /// An end is a feature outside the network, such as a lift under construction.
    case placeNotInNetwork
    /// No path exists, whatever the skier accepts.
    case cutOff
    /// All paths use runs harder than the ceiling.
    case overCeiling
    /// All paths use closed lifts or runs.
    case closed
    /// All paths use kinds of lifts that the skier avoids.
    case onlyAvoidedLifts
    /// All paths use terrain that the skier avoids, or runs that are not lit when light is needed.
    case onlyAvoidedTerrain
    /// All paths use ungraded runs.
    case onlyUngraded
    /// All paths use lifts or runs that close too early.
    case tooLate
    /// All paths take longer than the time available.
    case tooLittleTime
    /// The places lie in regions that no run, lift or street connects.
    case separateAreas
    /// All paths use freeride or extreme runs, ski tours or hikes.
    case onlyOffScale
  }

  /// The main reason.
  public var reason: Reason
  /// The limits that prevent a route together, `reason` first; a minimal set.
  public var reasons: [Reason]
  /// The end concerned; nil when the reason concerns neither.
  public var end: RouteEnd?
  /// The name of the place concerned; nil when the reason concerns none.
  public var placeName: String?
  /// The lifecycle of that place.
  public var placeStatus: Lifecycle?
  /// The leg of a trip that fails, counted from 0; nil for other questions.
  public var leg: Int?
  /// The distance to the nearest run, street or station in metres; nil when none was found.
  public var nearestMetres: Double?
  /// The coordinate with latitude and longitude exchanged; nil unless only that lies on the map.
  public var swappedCoordinate: Coordinate?
  /// The easiest ceiling that would allow a route; nil when the ceiling does not prevent it.
  public var leastCeiling: Difficulty?
  /// The colour of that ceiling in the region.
  public var leastCeilingColour: DifficultyColour?
  /// The latest departure of a route, when it is too late.
  public var latestDeparture: DayTime?
  /// Indicates whether only the way back is missing.
  public var isReturnMissing = false
  /// The closed lifts and runs that would allow a route.
  public var closedFeatures: [FeatureIndex] = []
  /// The names of `closedFeatures`.
  public var closedNames: [String] = []
  /// The nearest lifts, then the nearest runs, near a place outside the network.
  public var nearby: [NearbyFeature] = []

  /// Creates a reason without details.
  public init(_ reason: Reason) {
    self.reason = reason
    reasons = [reason]
  }
}
