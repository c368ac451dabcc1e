public import SkiGeo
public import SkiModel

/// The facts of a lift ride.
public struct LiftRide: Signposted, Hashable, Sendable {
  /// The station at which the ride ends.
  package enum Exit: Hashable, Sendable {
    /// The end of the lift.
    case end
    /// An intermediate station, with its name; nil without one.
    case middle(String?)
  }

  /// The name of the lift.
  public var name: String?
  /// The numbers on its sign.
  public var refs: [String]
  /// The kind of lift.
  public var kind: LiftKind
  /// The number of seats of a carrier; nil when unknown.
  public var seats: Int?
  /// The milliseconds of the usual wait.
  public var waitMilliseconds: Int
  /// The milliseconds of the ride without the wait.
  public var rideMilliseconds: Int
  /// Indicates whether it is ridden down, by its elevations or else by the direction of its line; nil when unknown.
  public var isDown: Bool?
  /// The station at which the ride ends.
  package var exit: Exit = .end
  /// The intermediate stations passed without leaving the lift, with their names; nil without one.
  public var passedStations: [String?] = []
}

/// The kind of leg before a leg.
public enum Approach: String, Hashable, Sendable {
  /// None: it is the first leg.
  case start
  /// A lift ride.
  case lift
  /// A run.
  case run
  /// A walk.
  case walk
}

/// The sign of a run: name, numbers, grade and colour.
public struct RunSign: Signposted, Hashable, Sendable {
  /// The name of the run.
  public var name: String?
  /// The numbers on the sign.
  public var refs: [String]
  /// The grade; nil when ungraded.
  public var difficulty: Difficulty?
  /// Indicates whether the grade was estimated from the terrain.
  public var isEstimated = false
  /// The convention of the difficulty colours.
  public var convention: DifficultyConvention
  /// The named runs or lifts that an unnamed run connects.
  public var link: RunLink?

  /// The colour of the sign in the region; grey when ungraded.
  public var colour: DifficultyColour { difficulty?.colour(in: convention) ?? .grey }
}

/// The facts of a run.
public struct RunStretch: Hashable, Sendable {
  /// The sign of the run.
  public var sign: RunSign
  /// The kind of leg before it.
  public var approach: Approach
  /// The turn onto the run; nil when there is no direction to turn from.
  public var turn: Turn?
  /// The descent in metres; nil where elevations are unknown.
  public var descentMetres: Double?
  /// The gradient of the steepest 25 m, as a positive ratio; nil where elevations are unknown.
  public var steepest: Gradient?
  /// Indicates whether a section is steeper than the mapped grade by two grades or more.
  public var isSteeperThanGraded = false
}

/// The facts of a walk.
public struct WalkStretch: Hashable, Sendable {
  /// The manner of a walk.
  public enum Manner: String, Hashable, Sendable {
    /// Walks in boots along a street or off the network.
    case walk
    /// Slides on skis from one run to another.
    case cross
    /// Climbs in boots on a run or off the network.
    case climb
  }

  /// The manner.
  public var manner: Manner
  /// The names of the streets in order, in one text, or of the run that is climbed.
  public var street: String?
  /// The kind of leg before it.
  public var approach: Approach
  /// The turn onto the walk; nil when there is no direction to turn from.
  public var turn: Turn?
  /// The ascent in metres; nil where elevations are unknown or the ascent is small.
  public var ascentMetres: Double?
}

/// The facts of a wait for a lift or run to open.
public struct Opening: Hashable, Sendable {
  /// The name of the lift or run.
  public var name: String?
  /// The time of opening.
  public var until: DayTime
}

/// The facts of a fork, where another run leaves.
public struct Fork: Hashable, Sendable {
  /// The side to keep to; nil for straight on between other runs.
  public var side: Side?
  /// The signs of the runs that leave; several when forks are merged.
  public var others: [RunSign]
}

/// The facts of a section of a run that is too flat to glide.
public struct FlatStretch: Hashable, Sendable {
  /// The ascent in metres.
  public var ascentMetres: Double
  /// Indicates whether nearly the whole run is flat.
  public var isWhole: Bool
}

/// A landmark beside a run.
public struct Landmark: Hashable, Sendable {
  /// The kind of a landmark: a hut, the bottom or top of a lift, a lift overhead, or a run.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case hut, liftBottom, liftTop, liftAbove, run
  }

  /// The kind.
  public var kind: Kind
  /// The name.
  public var name: String
  /// The side of the run; nil for a lift that crosses it.
  public var side: Side?
}
