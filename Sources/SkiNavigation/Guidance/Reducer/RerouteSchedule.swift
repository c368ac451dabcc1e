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
