public import SkiGeo
public import SkiGraph

/// Whether home can still be reached from everywhere on a route.
@nonexhaustive
public enum HomeOutlook: Sendable, Hashable, Codable {
  /// From the destination, which must be left by then, and so from all the way.
  case reachable(leavingBy: LatestDeparture)
  /// The route goes on beyond the last place from which home could be reached.
  case lost(PointOfNoReturn)
  /// Already at the start it is too late.
  case lostFromStart
  /// The start has no way home at any hour.
  case noWayFromStart
}

/// The last place of a route from which one still gets home.
///
/// A value; `Sendable`.
public struct PointOfNoReturn: Sendable, Hashable, Codable {
  /// Where it is.
  public var place: GraphPoint
  /// The step of the route that leads on from there.
  public var step: Int
  /// When one is there.
  public var passedAt: DayTime
  /// Until when one may leave it for home.
  public var latest: LatestDeparture
}
