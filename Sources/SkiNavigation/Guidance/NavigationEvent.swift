public import SkiGraph
public import SkiRouting
public import SkiTracks

/// Something that happened to a traveller who follows a route: the only thing a ``NavigationReducer`` hears of the world.
///
/// A value.
@nonexhaustive
public enum NavigationEvent: Hashable, Sendable {
  /// A route was chosen: it replaces any other, and is followed from its start.
  case routeSet(Route)
  /// The route was given up.
  case routeCleared
  /// A report of the receiver, already filtered; with what matching makes of it where the app matches online.
  case fix(LocationFix, matched: MatchedFix? = nil)
  /// The answer to ``NavigationEffect/rerouteWanted(_:)``: it replaces the route.
  case rerouteAnswered(Route)
  /// No answer to ``NavigationEffect/rerouteWanted(_:)``: no network, or no way from there.
  case rerouteFailed
  /// A lift of the route's region opened or closed.
  case liftStatusChanged(FeatureIndex, isOpen: Bool)
  /// The traveller wants no guidance for a while: fixes count for nothing until ``resumed``.
  case paused
  /// Guidance goes on, as after a gap in the fixes.
  case resumed
}
