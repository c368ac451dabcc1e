public import SkiBase
import SkiGraph

/// The reachability of home from the places along a route.
@nonexhaustive
public enum HomeReachability: Sendable, Hashable, Codable {
  /// Home is reachable from the whole route; the destination has to be left by this time.
  case reachable(leavingBy: LatestDeparture)
  /// The route passes the last place from which home is reachable.
  case lost(PointOfNoReturn)
  /// Home is out of reach in time from the start on.
  case lostFromStart
  /// No route leads home from the start at any time of the day.
  case noWayFromStart
}

/// The last place of a route from which home is reachable.
public struct PointOfNoReturn: Sendable, Hashable, Codable {
  /// The point of the place, a node of the route.
  public var place: GraphPoint
  /// The position in ``Route/steps`` of the step that continues from the place.
  public var step: Int
  /// The time the route is there.
  public var passedAt: DayTime
  /// The latest departure from the place for home.
  public var latest: LatestDeparture
}
