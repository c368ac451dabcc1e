public import SkiGeo
public import SkiModel

/// A ride on a lift, as it is told.
public struct LiftRide: Signposted, Hashable, Sendable {
  /// Where one gets off.
  package enum Exit: Hashable, Sendable {
    /// At the end of the lift.
    case end
    /// At a station on the way; its name where it has one.
    case middle(String?)
  }

  /// The name, where the lift has one.
  public var name: String?
  /// The numbers on its sign.
  public var refs: [String]
  /// The kind of lift.
  public var kind: LiftKind
  /// Seats of a carrier.
  public var seats: Int?
  /// Milliseconds of the usual wait.
  public var waitMilliseconds: Int
  /// Milliseconds of the ride alone.
  public var rideMilliseconds: Int
  /// Whether it is ridden down, by its heights or else as it is drawn; nil where neither tells.
  public var isDown: Bool?
  /// Where one gets off.
  package var exit: Exit = .end
  /// Stations on the way where one stays on, with their names where they have one.
  public var passedStations: [String?] = []
}

/// Where one comes from when one sets out on something.
public enum Approach: String, Hashable, Sendable {
  /// It is the first thing on the route.
  case start
  /// One gets off a lift.
  case lift
  /// One comes along a run.
  case run
  /// One comes on foot.
  case walk
}

/// The sign of a run: its grade and the colour it is painted in.
public struct RunSign: Signposted, Hashable, Sendable {
  /// The name, where the run has one.
  public var name: String?
  /// The numbers on the sign.
  public var refs: [String]
  /// The grade; nil when ungraded.
  public var difficulty: Difficulty?
  /// Whether the grade was estimated from the terrain.
  public var isEstimated = false
  /// Which colours the region uses.
  public var convention: DifficultyConvention
  /// What it joins on the route, for a run without name and number.
  public var link: RunLink?

  /// The colour the sign has there; grey when ungraded.
  public var colour: DifficultyColour { difficulty?.colour(in: convention) ?? .grey }
}

/// A run that is skied, as it is told.
public struct RunStretch: Hashable, Sendable {
  /// What the sign says.
  public var sign: RunSign
  /// What one was on before.
  public var approach: Approach
  /// Which way one turns on to it; nil where there is nothing to turn from.
  public var turn: Turn?
  /// Metres down, where heights are known.
  public var descentMetres: Double?
  /// The steepest 25 m, as a positive ratio; nil where heights are unknown.
  public var steepest: Gradient?
  /// Whether a stretch is two grades or more steeper than the painted grade.
  public var isSteeperThanGraded = false
}

/// A way on foot, as it is told.
public struct WalkStretch: Hashable, Sendable {
  /// How one goes.
  public enum Manner: String, Hashable, Sendable {
    /// In boots, along a street or over the snow.
    case walk
    /// On skis, sliding across from one run to another.
    case cross
    /// In boots, uphill: on a run or over the snow.
    case climb
  }

  /// How one goes.
  public var manner: Manner
  /// The streets that are followed, in order, in one text; the run that is climbed.
  public var street: String?
  /// What one was on before.
  public var approach: Approach
  /// Which way one turns on to it; nil where there is nothing to turn from.
  public var turn: Turn?
  /// Metres up, where heights are known.
  public var ascentMetres: Double?
}

/// Waiting for a lift or run that is not open yet.
public struct Opening: Hashable, Sendable {
  /// What opens.
  public var name: String?
  /// When.
  public var until: DayTime
}

/// A place where another run leaves.
public struct Fork: Hashable, Sendable {
  /// To which side one keeps; nil is straight on, between others.
  public var side: Side?
  /// The runs that leave, by their signs; several where forks follow each other quickly.
  public var others: [RunSign]
}

/// A part of a run that is too flat to glide.
public struct FlatStretch: Hashable, Sendable {
  /// Metres it climbs in all.
  public var ascentMetres: Double
  /// Whether the whole run is like that.
  public var isWhole: Bool
}

/// Something that is passed.
public struct Landmark: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case hut, liftBottom, liftTop, liftAbove, run
  }

  /// What it is.
  public var kind: Kind
  /// What it is called.
  public var name: String
  /// Where it is; nil for what lies across the way.
  public var side: Side?
}
