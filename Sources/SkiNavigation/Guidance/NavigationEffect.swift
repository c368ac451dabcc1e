public import SkiGeo
public import SkiRouting

/// Something to do for the app around a ``NavigationReducer``: it does nothing by itself.
///
/// A value. Steps are positions in the route's list of steps.
@nonexhaustive
public enum NavigationEffect: Hashable, Sendable {
  /// Say or show this now.
  case announce(Announcement)
  /// A step was gone to its end; a lift only by a ride from near its start to its end.
  case stepCompleted(Int)
  /// The traveller came back to the route beyond this step without having gone along it.
  case missedStep(Int)
  /// The route was left: so many metres lie between it and the traveller.
  case offRoute(distanceMetres: Double)
  /// The route was found again, on this step.
  case backOnRoute(step: Int)
  /// Ask for a route from where the traveller is, and answer by an event.
  case rerouteWanted(RerouteRequest)
  /// The end of the route was reached.
  case arrived
}

/// The wish for a new route.
///
/// A value.
public struct RerouteRequest: Hashable, Sendable {
  /// Why a new route is wanted; the raw values are the words of journals.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The route was left.
    case offRoute = "off-route"
    /// A lift farther on has closed.
    case liftClosed = "lift-closed"
    /// The traveller goes away from the start instead of to it.
    case awayFromStart = "away-from-start"
  }

  /// Where the traveller is.
  public var from: Coordinate
  /// Why.
  public var reason: Reason
  /// Which request this is since the traveller was last on a route for a minute: 1, 2, 3.
  public var attempt: Int
}

/// Which way a route goes on from the end of a line.
@nonexhaustive
public enum RouteTurn: String, Hashable, Sendable, CaseIterable {
  case left, right, straight, back
}

/// One instruction at the right moment: its kind, the step it is about, and how far away that is.
///
/// A value.
public struct Announcement: Hashable, Sendable {
  /// What is announced; the raw values are the words of journals.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The first line of a route.
    case start
    /// The start of the route is far away: go there.
    case goToStart = "go-to-start"
    /// A lift to board.
    case boardLift = "board-lift"
    /// A run to take.
    case takeRun = "take-run"
    /// A way to walk.
    case walk
    /// The destination.
    case arrive
    /// A lift farther on has closed.
    case liftClosed = "lift-closed"
  }

  /// What is announced.
  public var kind: Kind
  /// The step that begins, the first of its line; for ``Kind/liftClosed`` the lift; nil for ``Kind/arrive``.
  public var step: Int?
  /// Metres along the route until then; to the start on the map for ``Kind/goToStart``; nil for ``Kind/start`` and
  /// ``Kind/liftClosed``.
  public var metresToGo: Double?
  /// Which way it goes on there; nil where that means nothing.
  public var turn: RouteTurn?
  /// Whether a lift is left there.
  public var leavesLift: Bool
  /// The line or lift that is announced, as one step; nil for ``Kind/goToStart`` and ``Kind/arrive``.
  public var subject: RouteStep?
  /// Where the start lies, degrees clockwise from true north; nil but for ``Kind/goToStart``.
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
