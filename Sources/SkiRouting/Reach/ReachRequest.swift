public import SkiGeo
public import SkiGraph

/// What can be skied or ridden in some time from a place.
public struct ReachRequest: Sendable, Hashable {
  /// Where one is.
  public var from: RouteEndpoint
  /// When one leaves.
  public var departure: DayTime
  /// How much time there is, milliseconds.
  public var milliseconds: Int
  /// Who goes.
  public var profile: SkierProfile
  /// Where one must get back to, only to tell from where there is no way; see ``Reach/deadEnds``.
  public var back: RouteEndpoint?
  /// How far a coordinate may lie from the network, metres.
  public var snapLimitMetres: Double

  /// The most time that may be asked for, milliseconds: a day.
  public static let greatestMilliseconds = 86_400_000

  /// Makes a request; the default is 30 min of an intermediate skier.
  public init(
    from: RouteEndpoint, departure: DayTime, milliseconds: Int = 1_800_000,
    profile: SkierProfile = SkierProfile(), back: RouteEndpoint? = nil,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) {
    self.from = from
    self.departure = departure
    self.milliseconds = milliseconds
    self.profile = profile
    self.back = back
    self.snapLimitMetres = snapLimitMetres
  }
}

/// The part of a mountain one can be on in some time.
///
/// A value; `Sendable`; valid for the graph it was made for.
public struct Reach: Sendable {
  /// The region whose indices these are.
  package var region: RegionIndex
  /// A stretch of one edge, in its direction.
  public struct Stretch: Sendable, Hashable {
    package var edge: EdgeIndex
    /// Horizontal centimetres from the edge's start.
    public var startCentimetres: UInt32
    /// Horizontal centimetres from the edge's start to the end of the stretch.
    public var endCentimetres: UInt32
    /// When one is at its start, waits over.
    public var from: DayTime
    /// When one is at its end.
    public var until: DayTime
  }

  /// A lift, run, station or hut that is reached.
  public struct Feature: Sendable, Hashable {
    /// The feature.
    public var feature: FeatureIndex
    /// When one is first on it, or at it.
    public var firstAt: DayTime
    /// How much of its lines is reached, 0 to 1; 1 for what is a point.
    public var share: Double
  }

  /// The stretches, by edge.
  public var stretches: [Stretch]
  /// The lifts and runs, stations and huts, the first reached first.
  public var features: [Feature]
  /// By node, when it is reached.
  package var times: NodeTimes
  /// What is come to in time and has no way back behind it, at whatever hour; nil where there is none, or none was looked for.
  public var deadEnds: DeadEnds?

  /// Lifts, runs and places that are come to in time, and from whose end nothing leads back.
  public struct DeadEnds: Sendable, Hashable {
    /// The first come to first; when each is left, or come to where it is a place.
    public var features: [Feature]
    /// Why nothing leads back from the first of them.
    public var missing: MissingWay
  }
}
