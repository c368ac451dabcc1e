/// The options of a ``NavigationReducer``.
///
/// The defaults suit a phone with one fix per second and 4–6 m of noise. Every option is finite and not negative.
public struct NavigationOptions: Hashable, Sendable {
  /// The distance in metres on the map at which the route counts as left; at least 20.
  public var offRouteMetres = 40.0
  /// The time in seconds by which an announcement precedes its manoeuvre, at the present speed.
  public var announcementSeconds = 15.0
  /// The time in seconds by which an announcement precedes leaving a lift, at the present speed.
  public var liftAnnouncementSeconds = 25.0
  /// The least distance along the route, in metres on the map, by which an announcement precedes its manoeuvre.
  public var announcementMetres = 60.0
  /// The time in seconds between the first and the second request for a route; it doubles with each.
  ///
  /// **Source:** exponential back-off, Metcalfe and Boggs 1976.
  public var firstRerouteSeconds = 15.0
  /// The longest time in seconds between two requests for a route.
  public var lastRerouteSeconds = 300.0

  /// Creates options with the default values.
  public init() {}
}
