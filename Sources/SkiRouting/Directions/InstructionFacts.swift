package import SkiBase
package import SkiGraph

/// The facts of a lift ride.
package struct LiftRide: Signposted, Hashable, Sendable {
  /// The station at which the ride ends.
  package enum Exit: Hashable, Sendable {
    /// The end of the lift.
    case end
    /// An intermediate station, with its name; nil without one.
    case middle(String?)
  }

  /// The name in spoken form; nil when unnamed.
  package var name: String?
  /// The numbers on its sign, in source order; empty without any.
  package var refs: [String]
  /// The kind of lift; `unknown` when it is not mapped.
  package var kind: LiftKind
  /// The number of seats of a carrier; nil when unknown.
  package var seats: Int?
  /// The wait for the lift in milliseconds, the usual one for a route without a departure; without a wait that is an
  /// instruction of its own, see ``Opening``.
  package var waitMilliseconds: Int
  /// The duration of the ride without the wait, in milliseconds, connectors under 30 s beside it included.
  package var rideMilliseconds: Int
  /// Indicates whether it is ridden down, by its elevations or else by the direction of its line; nil when unknown.
  package var isDown: Bool?
  /// The station at which the ride ends.
  package var exit: Exit = .end
  /// The names of the intermediate stations passed without leaving the lift, in order; nil for one without a name.
  package var passedStations: [String?] = []
}

/// The kind of the leg before a run or walk, apart from waits.
package enum Approach: String, Hashable, Sendable {
  /// None: it is the first leg.
  case start
  /// A lift ride.
  case lift
  /// A run.
  case run
  /// A walk or a connector.
  case walk
}

/// The sign of a run: name, numbers, grade and colour.
package struct RunSign: Signposted, Hashable, Sendable {
  /// The name in spoken form; nil when unnamed.
  package var name: String?
  /// The numbers on the sign, in source order; empty without any.
  package var refs: [String]
  /// The grade; nil when ungraded.
  package var difficulty: Difficulty?
  /// Indicates whether the grade was estimated from the terrain.
  package var isEstimated = false
  /// The convention of the difficulty colours.
  package var convention: DifficultyConvention
  /// The named runs or lifts that an unnamed run connects; nil for other runs.
  package var link: RunLink?

  /// The colour of the sign in the region; grey when ungraded.
  package var colour: DifficultyColour { difficulty?.colour(in: convention) ?? .grey }
}

/// The facts of a leg along a run.
package struct RunStretch: Hashable, Sendable {
  /// The sign of the run, in the hardest of its grades.
  package var sign: RunSign
  /// The kind of leg before it.
  package var approach: Approach
  /// The turn onto the run; nil when there is no bearing to turn from, and after a walk when it is below 50°.
  package var turn: Turn?
  /// The descent in metres; nil where elevations are unknown.
  package var descentMetres: Double?
  /// The gradient of the steepest 25 m, up or down, as a positive ratio; nil where elevations are unknown.
  package var steepest: Gradient?
  /// Indicates whether a section is steeper than the mapped grade by two grades or more, beyond the error of the
  /// elevations.
  package var isSteeperThanGraded = false
}

/// The facts of a leg on foot, or along a connector.
package struct WalkStretch: Hashable, Sendable {
  /// The manner of moving along a walk: in boots or on skis.
  package enum Manner: String, Hashable, Sendable {
    /// Walks in boots along a street, off the network, or on a connector that falls by 5 % or less.
    case walk
    /// Slides on skis along a connector that falls by more than 5 %.
    case cross
    /// Climbs in boots on a run, connector or street.
    case climb
  }

  /// The manner of moving: walking, crossing or climbing.
  package var manner: Manner
  /// The names of the streets in order, separated by commas, or the label of the run that is climbed; nil without any.
  package var street: String?
  /// The kind of leg before it.
  package var approach: Approach
  /// The turn onto the walk; nil when there is no bearing to turn from, and after a walk when it is below 50°.
  package var turn: Turn?
  /// The ascent in metres; nil where elevations are unknown or the ascent is below 5 m.
  package var ascentMetres: Double?
  /// Indicates whether a part of it follows nothing that is mapped.
  package var isUnmapped = false
  /// Indicates whether nothing tells in which direction the run falls that it climbs.
  package var isDirectionUnknown = false
}

/// The facts of a wait for a lift or run to open.
package struct Opening: Hashable, Sendable {
  /// The label of the lift or run, see ``Signposted/label``; nil without one.
  package var name: String?
  /// The time of opening, on the local clock.
  package var until: DayTime
}

/// The facts of a fork, where another run leaves.
package struct Fork: Hashable, Sendable {
  /// The side to keep to; nil for straight on between other runs.
  package var side: Side?
  /// The signs of the runs that leave, one or more, without duplicates; an unlabelled one only when there is no other.
  package var others: [RunSign]
}

/// The facts of a section of a run that is too flat to glide: it falls by less than 2 % for 120 m or more.
package struct FlatStretch: Hashable, Sendable {
  /// The sum of the rises within the section, in metres, between samples about 20 m apart.
  package var ascentMetres: Double
  /// Indicates whether the section is 80 % or more of the run.
  package var isWhole: Bool
}

/// A landmark beside a run.
package struct Landmark: Hashable, Sendable {
  /// The kind of a landmark: a hut, the bottom or top of a lift, a lift overhead, or a run that leaves.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The landmark that the case is named after.
    case hut, liftBottom, liftTop, liftAbove, run
  }

  /// The kind of landmark.
  package var kind: Kind
  /// The name in spoken form, of a run its label.
  package var name: String
  /// The side of the route on which it lies; nil for a lift overhead.
  package var side: Side?
}

/// The signs of a leg: runs with one of them belong to the route.
struct LegSigns {
  private let signs: [RunSign]

  /// Creates the set of the signs of steps.
  /// - Complexity: O(*s*) in steps.
  init(_ steps: [RouteStep]) { signs = steps.map(RunSign.init) }

  /// Returns whether a run has one of the signs.
  /// - Complexity: O(*s*) in signs.
  func contains(_ sign: RunSign) -> Bool { signs.contains { $0.hasSameReference(as: sign) } }

  /// The labels and names of the signs.
  var names: Set<String> { Set(signs.flatMap { [$0.label, $0.name].compactMap(\.self) }) }
}

extension RunSign {
  /// Creates the sign of a step, with its texts in spoken form.
  package init(_ step: RouteStep) {
    self.init(
      name: SpokenName.of(step.name), refs: SpokenName.of(step.refs), difficulty: step.difficulty,
      isEstimated: step.isDifficultyEstimated, convention: step.convention, link: step.link)
  }
}

/// The conversion of names to spoken form.
package enum SpokenName {
  /// Returns a name with normalised spaces, several (`67;66`) separated by a slash; nil when it is empty.
  package static func of(_ name: String?) -> String? {
    let parts = (name ?? "").split(separator: ";").map { part in
      part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let words = parts.filter { !$0.isEmpty }.joined(separator: "/")
    return words.isEmpty ? nil : words
  }

  /// Returns numbers with normalised spaces, without empty ones.
  static func of(_ refs: [String]) -> [String] { refs.compactMap { of($0) } }
}

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
