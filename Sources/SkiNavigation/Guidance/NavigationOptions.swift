/// What a ``NavigationReducer`` goes by.
///
/// A value; the defaults suit a phone with a fix a second and 4–6 m of noise.
public struct NavigationOptions: Hashable, Sendable {
  /// How far off the route one is when the route counts as left, metres; at least 20.
  public var offRouteMetres = 40.0
  /// How long before a line begins it is announced, seconds.
  public var announcementSeconds = 15.0
  /// The same for leaving a lift, seconds.
  public var liftAnnouncementSeconds = 25.0
  /// How far before a line begins it is announced at the latest, metres.
  public var announcementMetres = 60.0
  /// The time between the first and the second wish for a route, seconds; it doubles with each.
  public var firstRerouteSeconds = 15.0
  /// The longest time between two wishes for a route, seconds.
  public var lastRerouteSeconds = 300.0

  /// Makes the default options.
  public init() {}
}
