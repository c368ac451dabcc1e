import SkiGeo
import SkiGraph
import SkiModel

/// One instruction of a route: a lift ridden, a run skied, a connector slid down or walked, a street walked.
///
/// A step lies on one source feature at most, and starts exactly where the step before it ends. A value.
public struct RouteStep: Hashable, Sendable {
  /// What one moves on.
  public var kind: LinkKind
  /// The feature in the graph; nil for connectors and for the walk to or from a coordinate.
  public var feature: FeatureIndex?
  /// The feature's own id in its source file.
  public var id: SourceID?
  public var name: String?
  public var ref: String?
  /// The hardest grade on the way that counts for a ceiling: estimated and overlapping grades included.
  public var difficulty: Difficulty?
  /// Whether that grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// Whether a stretch here is two grades or more steeper than the painted grade, beyond the noise of the heights.
  public var isSteeperThanGraded = false
  /// The convention of the colours here.
  public var convention: DifficultyConvention = .europe
  /// The kind of lift; nil for all else.
  public var liftKind: LiftKind?
  /// Seats of a lift's carrier, where known.
  public var seats: Int?
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
  public var edges: [EdgeIndex] = []

  /// Makes a step of which only the kind is known.
  public init(kind: LinkKind) { self.kind = kind }

  /// The colour a map paints it in: runs by their grade, grey when ungraded; connectors only with a grade; else nil.
  public var colour: DifficultyColour? {
    switch kind {
    case .lift: nil
    case .run: difficulty?.colour(in: convention) ?? .grey
    default: difficulty?.colour(in: convention)
    }
  }

  /// The name to show: the name, else the number on the sign, else nil.
  public var label: String? { name ?? ref }
}
