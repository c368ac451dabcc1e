public import SkiGraph

/// One thing to do, or to look out for, on a route.
///
/// A value. Legs (``Kind/isLeg``) follow each other without gaps: their lengths and times add up to the route's. All else
/// happens during the leg before it.
public struct Instruction: Hashable, Sendable {
  /// What there is to do.
  public enum Kind: Hashable, Sendable {
    /// Board a lift and ride it.
    case ride(LiftRide)
    /// Ski a run.
    case ski(RunStretch)
    /// Go on foot, or cross between runs.
    case walk(WalkStretch)
    /// Wait for something to open.
    case wait(Opening)
    /// Keep to one side where another run leaves.
    case keep(Fork)
    /// Push, or climb, where a run is flat.
    case push(FlatStretch)
    /// Pass something that shows that one is right.
    case pass(Landmark)
    /// One is there; the name of the destination where it has one.
    case arrive(String?)

    /// Whether it is a part of the way, not something on the way.
    public var isLeg: Bool {
      switch self {
      case .ride, .ski, .walk, .wait, .arrive: true
      case .keep, .push, .pass: false
      }
    }
  }

  /// What there is to do.
  public var kind: Kind
  /// The steps of the route it belongs to.
  public var steps: Range<Int>
  /// Metres from the start of the route, along the surface or the rope.
  public var startMetres: Double
  /// Metres it is long; 0 for what happens at a place.
  public var lengthMetres: Double = 0
  /// Milliseconds from the start of the route; within a leg an estimate by distance.
  public var startMilliseconds: Int
  /// Milliseconds it takes; 0 for all but legs.
  public var milliseconds: Int = 0
  /// Where it is in ``Route/line()``: the points of a leg, else the point before it.
  public var points: Range<Int>
  /// Where it starts.
  public var place: GraphPoint
}
