public import SkiBase
public import SkiGraph

/// A step of a route: a lift ridden, a run skied, pushed along or climbed, a connector slid down or walked, a street or
/// an unmapped line walked.
///
/// A step belongs to one source feature at most, and starts exactly where the step before it ends.
public struct RouteStep: Signposted, Hashable, Sendable, Codable {
  /// The kind of link that the step follows; `walk` for a walk off the network.
  public var kind: LinkKind
  /// The movement along most of the step.
  public var movement: StepMovement
  /// The feature in the graph; nil for connectors and for walks to or from a coordinate.
  public var feature: FeatureIndex?
  /// The feature's own id in its source file; nil without a feature.
  public var id: SourceID?
  /// The feature's name; nil when it has none.
  public var name: String?
  /// The numbers on the sign, in source order; empty without any.
  public var refs: [String] = []
  /// The named runs or lifts that an unnamed run connects; nil for other steps, and without a name before and after.
  package var link: RunLink?
  /// The hardest grade, which is compared with the ceiling, estimated grades and those of overlapping runs included;
  /// nil when ungraded, and for lifts.
  public var difficulty: Difficulty?
  /// Indicates whether the grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// Indicates whether a section is steeper than the mapped grade by two grades or more, beyond the error of the
  /// elevations.
  public var isSteeperThanGraded = false
  /// The convention of the difficulty colours.
  public var convention: DifficultyConvention = .europe
  /// The grooming of a run, and whether it is gladed or lit; empty for other steps.
  public var terrain = RunTerrain()
  /// Indicates whether the lift's carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Indicates whether the lift's carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// The kind of lift; nil for other steps.
  public var liftKind: LiftKind?
  /// The number of seats of a lift's carrier; nil when unknown.
  public var seats: Int?
  /// Indicates whether a lift is ridden down, by its elevations or else by the direction of its line; nil for other
  /// steps.
  public var isDown: Bool?
  /// Indicates whether the ride continues on the lift of the step before, without leaving it.
  public var isStayingOn = false
  /// The name of the station between the two sections of such a ride; nil when unknown.
  public var stayOnStation: String?
  /// The kind of street; nil for other steps.
  public var streetKind: StreetKind?
  /// Indicates whether it is a walk along nothing that is mapped; its duration includes 5 min for finding the way.
  public var isUnmapped = false
  /// The duration in milliseconds, waits included.
  public var milliseconds: Int = 0
  /// The wait in milliseconds before boarding, or until the lift or run opens; the usual wait for routes without a
  /// departure.
  public var waitMilliseconds: Int = 0
  /// The part of the wait until the lift or run opens, in milliseconds; 0 for routes without a departure.
  public var closedMilliseconds: Int = 0
  /// The length in metres along the surface or the rope; horizontal where elevations are unknown.
  public var lengthMetres: Double = 0
  /// The ascent in metres, for a lift its net rise; nil where elevations are unknown.
  public var ascentMetres: Double?
  /// The descent in metres, for a lift its net fall; nil where elevations are unknown.
  public var descentMetres: Double?
  /// The gradient of the steepest 25 m, or of a shorter step as a whole, up or down, as a positive ratio; nil where
  /// elevations are unknown.
  public var maxGradient: Gradient?
  /// The geometry in the direction of travel, two points or more.
  public var points: [GraphPoint] = []
  /// The graph's edges in order, including those travelled in part.
  package var edges: [EdgeIndex] = []

  /// Indicates whether its costs used inferred elevations, since none are known.
  public var isHeightInferred = false
  /// Indicates whether nothing tells in which direction a part of the run falls, so that it counts as a climb.
  public var isDirectionUnknown = false

  /// Creates a step of a kind of link with the usual movement on it, without a feature, duration, length or points.
  public init(kind: LinkKind) {
    self.kind = kind
    movement = StepMovement(on: kind)
  }

  /// The availability of its elevations; nil for streets and for walks off the network.
  public var elevationQuality: ElevationQuality? {
    if kind == .walk { return nil }
    return ascentMetres != nil ? .surveyed : isHeightInferred ? .inferred : ElevationQuality.none
  }

  /// The colour on maps: of runs by their grade, grey when ungraded; of connectors with a grade; nil otherwise.
  public var colour: DifficultyColour? {
    switch kind {
    case .lift: nil
    case .run: difficulty?.colour(in: convention) ?? .grey
    default: difficulty?.colour(in: convention)
    }
  }
}
