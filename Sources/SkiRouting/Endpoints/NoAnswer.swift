public import SkiBase
public import SkiGraph

/// A named lift or run near a place outside the network, as a suggestion.
public struct NearbyFeature: Hashable, Sendable {
  /// The type of the feature: lift or run.
  public var kind: FeatureKind
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The name of the lift or run.
  public var name: String
  /// The horizontal distance from the place to its nearer end, in metres; at most 2,000.
  public var distanceMetres: Double
}

/// The reason why a question has no answer.
public struct NoAnswer: Hashable, Sendable {
  /// The kinds of reasons.
  public typealias Reason = NoAnswerReason

  /// The main reason, the first of ``reasons``.
  public var reason: Reason
  /// The limits that prevent a route together, a minimal set, ``reason`` first; just that for reasons other than
  /// limits.
  public var reasons: [Reason]
  /// The end concerned; nil when the reason concerns neither.
  public var end: RouteEnd?
  /// The name of the place concerned; nil when the reason concerns none.
  public var placeName: String?
  /// The lifecycle of that place; nil unless it is outside the network.
  public var placeStatus: Lifecycle?
  /// The leg of a journey that fails, counted from 0; nil for other questions.
  public var leg: Int?
  /// The horizontal distance to the nearest run, street or station, in metres; nil when there is none within 20 km, and
  /// for other reasons.
  public var nearestMetres: Double?
  /// The coordinate with latitude and longitude exchanged; nil unless only that lies on the map.
  public var swappedCoordinate: Coordinate?
  /// The easiest ceiling that would allow a route, once the other ``reasons`` are lifted; nil when the ceiling does not
  /// prevent it.
  public var leastCeiling: Difficulty?
  /// The colour of that ceiling in the region; nil without one.
  public var leastCeilingColour: DifficultyColour?
  /// The latest departure of a route, when it is too late; nil for other reasons, and when no departure is in time.
  public var latestDeparture: DayTime?
  /// Indicates whether only a route back is missing.
  public var isReturnMissing = false
  /// The closed lifts and runs that a route would use, in its order; empty unless closures prevent it.
  public var closedFeatures: [FeatureIndex] = []
  /// The labels, or else the source ids, of ``closedFeatures``, one for each.
  public var closedNames: [String] = []
  /// The lifts and runs not open to skiers that a route would use, in its order; empty for reasons other than
  /// `barred`.
  public var barredFeatures: [FeatureIndex] = []
  /// The descriptions of ``barredFeatures``, one for each: `Combe, which is private`.
  public var barredNames: [String] = []
  /// The horizontal length along snow-covered tracks and paths of a route that they alone would allow, in metres; nil
  /// when they would not.
  public var snowCoveredMetres: Double?
  /// The straight horizontal distance between the places, in metres, where no path leads from one to the other; nil for
  /// other reasons, and when it is not known.
  public var straightMetres: Double?
  /// Indicates whether a path is missing on a map without streets.
  public var lacksStreets = false
  /// The named features near a place outside the network: up to three lifts, then up to two runs, the nearest first;
  /// empty for other reasons.
  public var nearby: [NearbyFeature] = []

  /// Creates a reason without details.
  /// - Parameter reason: The main reason, which becomes the only one of ``reasons``.
  public init(_ reason: Reason) {
    self.reason = reason
    reasons = [reason]
  }

  /// Adds the distance between two places that no path joins.
  mutating func noteDistance(from place: Coordinate?, to other: Coordinate?, lacksStreets: Bool) {
    guard let place, let other else { return }
    straightMetres = place.distanceMetres(to: other)
    self.lacksStreets = lacksStreets
  }
}
