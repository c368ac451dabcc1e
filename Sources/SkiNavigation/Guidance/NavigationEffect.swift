public import SkiBase
public import SkiRouting

/// An action for the app, returned by a ``NavigationReducer``.
///
/// Steps are positions in the route's list of steps.
@nonexhaustive
public enum NavigationEffect: Hashable, Sendable {
  /// An announcement to speak or show now.
  case announce(Announcement)
  /// A step was completed; a lift only by a ride from near its start to its end.
  case stepCompleted(Int)
  /// The traveller rejoined the route beyond this step without completing it.
  case missedStep(Int)
  /// The route was left; with the distance to it in metres on the map.
  case offRoute(distanceMetres: Double)
  /// The route was rejoined on this step.
  case backOnRoute(step: Int)
  /// A request for a route from the traveller's position, to be answered with ``NavigationEvent/rerouteAnswered(_:)``
  /// or ``NavigationEvent/rerouteFailed``.
  case rerouteWanted(RerouteRequest)
  /// The end of the route was reached.
  case arrived
}

/// A request for a new route.
public struct RerouteRequest: Hashable, Sendable {
  /// The reason of a request; raw values are those of journals.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The route was left.
    case offRoute = "off-route"
    /// A lift ahead has closed.
    case liftClosed = "lift-closed"
    /// The traveller moves away from the start instead of towards it.
    case awayFromStart = "away-from-start"
    /// A lift is ridden that the route does not take; the new route starts at its end.
    case wrongLift = "wrong-lift"
  }

  /// The position of the traveller, or the station at the end of the wrong lift.
  public var from: Coordinate
  /// The reason of the request.
  public var reason: Reason
  /// The number of the request, from 1, since the traveller last chose a route or was on one for a minute.
  public var attempt: Int
}

/// The turn at the start of an instruction, by the bearings of the route over 30 m before and after it.
///
/// Raw values are those of journals.
@nonexhaustive
public enum RouteTurn: String, Hashable, Sendable, CaseIterable {
  /// A turn to this side: `straight` below 30°, `back` above 150°.
  case left, right, straight, back
}

/// A manoeuvre to announce now: its kind, its step, and the distance to it.
public struct Announcement: Hashable, Sendable {
  /// The kind of an announcement; raw values are those of journals.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The first instruction of a route.
    case start
    /// The start of the route is farther away than ``NavigationOptions/offRouteMetres``.
    case goToStart = "go-to-start"
    /// A lift to board.
    case boardLift = "board-lift"
    /// A run to take.
    case takeRun = "take-run"
    /// A street or connector to walk.
    case walk
    /// The destination.
    case arrive
    /// A lift ahead has closed.
    case liftClosed = "lift-closed"
    /// A lift is ridden that the route does not take.
    case wrongLift = "wrong-lift"
  }

  /// The kind of the announcement.
  public var kind: Kind
  /// The first step of the instruction, as a position in the route's list; the lift for ``Kind/liftClosed``, 0 for
  /// ``Kind/goToStart``, nil for ``Kind/arrive`` and ``Kind/wrongLift``.
  public var step: Int?
  /// The distance along the route to the manoeuvre, in metres on the map; the straight distance to the start for
  /// ``Kind/goToStart``; nil for ``Kind/start``, ``Kind/liftClosed`` and ``Kind/wrongLift``.
  ///
  /// Text omits distances below 25 m: such a manoeuvre follows at once.
  public var metresToGo: Double?
  /// The turn at the manoeuvre; nil except for ``Kind/takeRun`` and ``Kind/walk``.
  public var turn: RouteTurn?
  /// Indicates whether a lift is left at the manoeuvre.
  public var leavesLift: Bool
  /// The instruction or lift as one step; nil for ``Kind/goToStart`` and ``Kind/arrive``.
  public var subject: RouteStep?
  /// The bearing of the start in degrees clockwise from true north, -180...180; nil except for ``Kind/goToStart``.
  public var bearingDegrees: Double?

  init(
    kind: Kind, step: Int?, metresToGo: Double? = nil, turn: RouteTurn? = nil, leavesLift: Bool = false,
    subject: RouteStep? = nil, bearingDegrees: Double? = nil
  ) {
    self.kind = kind
    self.step = step
    self.metresToGo = metresToGo
    self.turn = turn
    self.leavesLift = leavesLift
    self.subject = subject
    self.bearingDegrees = bearingDegrees
  }
}
