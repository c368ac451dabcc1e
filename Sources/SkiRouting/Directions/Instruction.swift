package import SkiBase
import SkiGraph

/// An instruction of the directions of a route.
///
/// Legs (``Kind/isLeg``) follow each other without gaps: their lengths and times add up to the route's. Other
/// instructions are events within the leg before them.
package struct Instruction: Hashable, Sendable {
  /// The kind of an instruction, with its facts.
  package enum Kind: Hashable, Sendable {
    /// Boards and rides a lift.
    case ride(LiftRide)
    /// Skis or pushes along a run.
    case ski(RunStretch)
    /// Walks or climbs in boots, or slides along a connector between runs.
    case walk(WalkStretch)
    /// Waits for a lift or run to open.
    case wait(Opening)
    /// Keeps to one side of a fork.
    case keep(Fork)
    /// Pushes or climbs along a flat section.
    case push(FlatStretch)
    /// Passes a landmark.
    case pass(Landmark)
    /// Arrives at the destination, with its name; nil without one.
    case arrive(String?)

    /// Indicates whether it is a leg of the route, rather than an event within one.
    package var isLeg: Bool {
      switch self {
      case .ride, .ski, .walk, .wait, .arrive: true
      case .keep, .push, .pass: false
      }
    }
  }

  /// The action or event, with its facts.
  package var kind: Kind
  /// The positions of its steps in ``Route/steps``: of an event those of its leg, of the arrival none, after the last.
  package var steps: Range<Int>
  /// The distance from the start of the route along the surface and the rope to where it starts, in metres.
  package var startMetres: Double
  /// The length along the surface and the rope, in metres, of a leg or a flat section; 0 for other events, waits and
  /// the arrival.
  package var lengthMetres: Double = 0
  /// The time from the start of the route in milliseconds, within a leg interpolated by distance.
  package var startMilliseconds: Int
  /// The duration in milliseconds, with waits that are no instructions of their own; 0 for an event and the arrival.
  package var milliseconds: Int = 0
  /// The range of its points in ``Route/line()``: those of a leg, or the one point before an event, of a wait or of the
  /// arrival.
  package var points: Range<Int>
  /// The point of the route at which it starts.
  package var place: GraphPoint
}
