public import SkiGraph
public import SkiRouting
public import SkiTracks

/// An event of a traveller who follows a route: the only input of a ``NavigationReducer``.
@nonexhaustive
public enum NavigationEvent: Hashable, Sendable {
  /// A route was chosen; it replaces any other and is followed from its start.
  case routeSet(Route)
  /// The route was cancelled.
  case routeCleared
  /// A filtered fix of the receiver, with its match where the app matches online, and with the lift that the match is
  /// on, see `SkiMap.riddenLift(at:)`.
  case fix(LocationFix, matched: MatchedFix? = nil, ride: RiddenLift? = nil)
  /// The answer to ``NavigationEffect/rerouteWanted(_:)``: a route that replaces the current one.
  case rerouteAnswered(Route)
  /// The failure of ``NavigationEffect/rerouteWanted(_:)``: no connection, or no route from there.
  case rerouteFailed
  /// A lift of the route's region opened or closed; closed lifts are kept for later routes of the region.
  case liftStatusChanged(FeatureIndex, isOpen: Bool)
  /// A pause of guidance: fixes are ignored until ``resumed``.
  case paused
  /// The end of a pause; guidance resumes as after a gap in the fixes.
  case resumed
}
