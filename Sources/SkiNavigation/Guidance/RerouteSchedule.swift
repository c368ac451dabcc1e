import SkiBase

/// The schedule of requests for a new route.
///
/// The interval doubles with each request, and is reset after a minute on a route.
///
/// **Source:** exponential back-off, Metcalfe and Boggs 1976.
struct RerouteSchedule: Hashable, Sendable {
  /// The number of requests since the traveller was last on a route for a minute.
  private(set) var attempts = 0
  private var lastSeconds: Double?
  private var isPending = false
  private var onRouteSince: Double?

  /// The time in seconds after which a request without an answer has failed.
  private static let answerSeconds = 30.0
  private static let resetSeconds = 60.0

  /// Records whether the traveller is on the route.
  mutating func note(isOnRoute: Bool, seconds: Double) {
    guard isOnRoute else {
      onRouteSince = nil
      return
    }
    let since = onRouteSince ?? seconds
    onRouteSince = since
    if seconds - since >= Self.resetSeconds { attempts = 0 }
  }

  /// Records that the last request was answered or failed.
  mutating func answered() { isPending = false }

  /// Returns whether a request waits for its answer.
  func isWaiting(seconds: Double) -> Bool { isPending && !waited(seconds) }

  /// Returns whether a request is due.
  func isDue(seconds: Double, _ options: NavigationOptions) -> Bool {
    guard attempts > 0, let lastSeconds else { return !isPending || waited(seconds) }
    if isPending, !waited(seconds) { return false }
    let doublings = Double(1 << min(20, attempts - 1))
    return seconds - lastSeconds >= min(options.lastRerouteSeconds, options.firstRerouteSeconds * doublings)
  }

  /// Records that a request was sent; returns its number.
  mutating func sent(seconds: Double) -> Int {
    attempts = min(1_000_000, attempts + 1)
    lastSeconds = seconds
    isPending = true
    return attempts
  }

  private func waited(_ seconds: Double) -> Bool { seconds - (lastSeconds ?? seconds) >= Self.answerSeconds }
}

extension RerouteSchedule {
  /// The values of the schedule, for checksums of journals.
  var journal: [JSONValue] {
    [
      .number(attempts), lastSeconds.map(JSONValue.exact) ?? .null, .bool(isPending),
      onRouteSince.map(JSONValue.exact) ?? .null,
    ]
  }
}

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
