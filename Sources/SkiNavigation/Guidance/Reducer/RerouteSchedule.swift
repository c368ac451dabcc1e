import SkiFormats

/// When a new route may be asked for again.
///
/// Each wish doubles the time until the next; a minute on a route forgives all. A value.
/// **Source:** exponential back-off, Metcalfe and Boggs 1976.
struct RerouteSchedule: Hashable, Sendable {
  /// Wishes since the traveller was last on a route for a minute.
  private(set) var attempts = 0
  private var lastSeconds: Double?
  private var isPending = false
  private var onRouteSince: Double?

  /// How long an answer is waited for, seconds.
  private static let answerSeconds = 30.0
  private static let forgivingSeconds = 60.0

  /// Takes in whether the traveller is on the route.
  mutating func note(isOnRoute: Bool, seconds: Double) {
    guard isOnRoute else {
      onRouteSince = nil
      return
    }
    let since = onRouteSince ?? seconds
    onRouteSince = since
    if seconds - since >= Self.forgivingSeconds { attempts = 0 }
  }

  /// Takes in that the last wish was answered, or failed.
  mutating func answered() { isPending = false }

  /// Whether a wish is due.
  func isDue(seconds: Double, _ options: NavigationOptions) -> Bool {
    guard attempts > 0, let lastSeconds else { return !isPending || waited(seconds) }
    if isPending, !waited(seconds) { return false }
    let doublings = Double(1 << min(20, attempts - 1))
    return seconds - lastSeconds >= min(options.lastRerouteSeconds, options.firstRerouteSeconds * doublings)
  }

  /// Takes in that a wish was sent; returns which it is.
  mutating func sent(seconds: Double) -> Int {
    attempts = min(1_000_000, attempts + 1)
    lastSeconds = seconds
    isPending = true
    return attempts
  }

  private func waited(_ seconds: Double) -> Bool { seconds - (lastSeconds ?? seconds) >= Self.answerSeconds }
}

extension RerouteSchedule {
  /// Everything in it, for checksums of journals.
  var journal: [JSONValue] {
    [
      .number(attempts), lastSeconds.map(JSONValue.exact) ?? .null, .bool(isPending),
      onRouteSince.map(JSONValue.exact) ?? .null,
    ]
  }
}
