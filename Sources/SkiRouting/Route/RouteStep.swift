public import SkiGeo
public import SkiGraph
public import SkiModel

/// One instruction of a route: a lift ridden, a run skied or climbed, a connector slid down or walked, a street walked.
///
/// A step lies on one source feature at most, and starts exactly where the step before it ends. A value.
public struct RouteStep: Signposted, Hashable, Sendable, Codable {
  /// What one moves on.
  public var kind: LinkKind
  /// How one gets along it.
  public var movement: StepMovement
  /// The feature in the graph; nil for connectors and for the walk to or from a coordinate.
  public var feature: FeatureIndex?
  /// The feature's own id in its source file.
  public var id: SourceID?
  /// The feature's name; nil when it has none.
  public var name: String?
  /// The numbers on the sign.
  public var refs: [String] = []
  /// What a run without name and number joins on the route; nil where it has one, and where nothing named lies before or after.
  public var link: RunLink?
  /// The hardest grade on the way that counts for a ceiling: estimated and overlapping grades included.
  public var difficulty: Difficulty?
  /// Whether that grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// Whether a stretch here is two grades or more steeper than the painted grade, beyond the noise of the heights.
  public var isSteeperThanGraded = false
  /// The convention of the colours here.
  public var convention: DifficultyConvention = .europe
  /// What kind of terrain a run is; nothing known for all else.
  public var terrain = RunTerrain()
  /// Whether a lift's carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Whether a lift's carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// The kind of lift; nil for all else.
  public var liftKind: LiftKind?
  /// Seats of a lift's carrier, where known.
  public var seats: Int?
  /// Whether a lift is ridden down: by its heights where they are known, else by the direction it is drawn; nil for all else.
  public var isDown: Bool?
  /// Whether one is in the lift already: it is a further section of the lift of the step before.
  public var isStayingOn = false
  /// The name of the station where one stays on, where it has one.
  public var stayOnStation: String?
  /// The kind of street walked along; nil for all else.
  public var streetKind: StreetKind?
  /// Milliseconds in all, the wait included.
  public var milliseconds: Int = 0
  /// Milliseconds of waiting before boarding, or until it opens.
  public var waitMilliseconds: Int = 0
  /// Milliseconds of that wait until it opens: 0 but for a route by the clock that comes too early.
  public var closedMilliseconds: Int = 0
  /// Metres along the surface or the rope; along the map where heights are unknown.
  public var lengthMetres: Double = 0
  /// Metres climbed, for a lift its net rise; nil where heights are unknown.
  public var ascentMetres: Double?
  /// Metres descended, for a lift its net fall; nil where heights are unknown.
  public var descentMetres: Double?
  /// The steepest 25 m, up or down, as a positive ratio; nil where heights are unknown.
  public var maxGradient: Gradient?
  /// The line in the direction of travel: two points or more.
  public var points: [GraphPoint] = []
  /// The graph's edges travelled, parts included, in order.
  package var edges: [EdgeIndex] = []

  /// Whether heights are unknown, and were inferred for its price.
  public var isHeightInferred = false

  /// Makes a step of which only the kind is known.
  public init(kind: LinkKind) {
    self.kind = kind
    movement = StepMovement(on: kind)
  }

  /// What is known of its heights; nil for streets and for walks off the network.
  public var heights: HeightKnowledge? {
    if kind == .walk { return nil }
    return ascentMetres != nil ? .surveyed : isHeightInferred ? .inferred : HeightKnowledge.none
  }

  /// The colour a map paints it in: runs by their grade, grey when ungraded; connectors only with a grade; else nil.
  public var colour: DifficultyColour? {
    switch kind {
    case .lift: nil
    case .run: difficulty?.colour(in: convention) ?? .grey
    default: difficulty?.colour(in: convention)
    }
  }
}
