public import SkiBase
public import SkiGraph

/// A request for the part of the network within reach from a place in some time.
///
/// ```swift
/// let request = ReachRequest(from: .place(village), departure: DayTime(hour: 10), milliseconds: 3_600_000)
/// let reach = try router.reach(request).value
/// print(reach?.features.count ?? 0)
/// ```
public struct ReachRequest: Sendable, Hashable {
  /// The place where the time starts.
  public var from: RouteEndpoint
  /// The time of departure, 0:00 to 48:00.
  public var departure: DayTime
  /// The time available, in milliseconds: 0 to ``greatestMilliseconds``.
  public var milliseconds: Int
  /// The ability and limits of the skier.
  public var profile: SkierProfile
  /// The destination of the route back, which determines ``Reach/deadEnds``; nil for none.
  public var back: RouteEndpoint?
  /// The maximum distance of a coordinate from the network, in metres, 0 or more.
  public var snapLimitMetres: Double

  /// The maximum time in milliseconds: a day.
  public static let greatestMilliseconds = 86_400_000

  /// Creates a request; the default is 30 min of an intermediate skier.
  /// - Parameters:
  ///   - from: The start.
  ///   - departure: The time of departure, 0:00 to 48:00.
  ///   - milliseconds: The time available, in milliseconds: 0 to ``greatestMilliseconds``.
  ///   - profile: The skier.
  ///   - back: The destination of the route back; nil for none.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  public init(
    from: RouteEndpoint, departure: DayTime, milliseconds: Int = 1_800_000,
    profile: SkierProfile = SkierProfile(), back: RouteEndpoint? = nil,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) {
    self.from = from
    self.departure = departure
    self.milliseconds = milliseconds
    self.profile = profile
    self.back = back
    self.snapLimitMetres = snapLimitMetres
  }
}

/// The part of the network within reach in some time, valid for its graph.
public struct Reach: Sendable, Equatable {
  /// The region of the indices.
  package var region: RegionIndex
  /// A part of one edge, in its direction.
  public struct Stretch: Sendable, Hashable {
    package var edge: EdgeIndex
    /// The horizontal distance from the edge's start to the start of the part, in centimetres.
    public var startCentimetres: UInt32
    /// The horizontal distance from the edge's start to the end of the part, in centimetres.
    public var endCentimetres: UInt32
    /// The time at its start, after waiting.
    public var from: DayTime
    /// The time at its end.
    public var until: DayTime
  }

  /// A lift, run, station or hut within reach.
  public struct Feature: Sendable, Hashable {
    /// The lift, run, station or hut.
    public var feature: FeatureIndex
    /// The first time on it after waiting, or at it.
    public var firstAt: DayTime
    /// The ratio of the length of its lines that is within reach, 0 to 1; 1 for a point.
    public var share: Double
  }

  /// The parts of edges, in edge order after those at the start.
  public var stretches: [Stretch]
  /// The lifts, runs, stations and huts by first arrival, each once.
  public var features: [Feature]
  /// The first arrival at each node.
  package var times: NodeTimes
  /// The features within reach from which no route leads back at any time; nil when there are none, or no destination
  /// was given.
  public var deadEnds: DeadEnds?

  /// The features within reach from which no route leads back.
  public struct DeadEnds: Sendable, Hashable {
    /// The lifts, runs, stations and huts by first arrival at their end, with a ``Reach/Feature/share`` of 1.
    public var features: [Feature]
    /// The reason why no route leads back from the first of them.
    public var missing: MissingRoute
  }
}
