package import SkiAPI
import SkiBase

/// The background work that matches received recordings to the map.
///
/// Any number of them, on any number of servers, may work for one store: a day belongs to one until the end of its lease, so
/// that a day whose server ends is matched by another.
package final class DayMatcher: Sendable {
  /// A function that matches a recording to the map.
  ///
  /// It throws a `SkiError` with code `.malformedData`, `.unsupportedFormat`, `.emptyInput`, `.limitExceeded` or
  /// `.invalidArgument` for a recording that can't be matched; after any other error it is tried again.
  package typealias Matching = @Sendable (_ recording: [UInt8]) async throws -> MatchedDayFacts

  /// The limits and intervals.
  package struct Options: Sendable, Hashable {
    /// The time for one recording, in seconds.
    package var timeoutSeconds = 300.0
    /// The number of attempts after which a day has failed.
    package var greatestAttemptCount = 5
    /// The intervals after failed attempts.
    package var backoff = Backoff(firstSeconds: 10, greatestSeconds: 3600)
    /// The time between two looks for a waiting day, in milliseconds.
    package var idleMilliseconds: Int64 = 1000

    /// Creates options with the default values.
    package init() {}
  }

  private let store: TripsStore
  private let options: Options
  private let sleep: @Sendable (Int64) async throws -> Void
  private let match: Matching

  /// Creates a matcher.
  /// - Parameters:
  ///   - store: The store.
  ///   - options: Limits and intervals.
  ///   - sleep: Waits for a number of milliseconds; the clock of the store's environment by default.
  ///   - match: Matches a recording.
  package init(
    _ store: TripsStore, options: Options = Options(),
    sleep: (@Sendable (_ milliseconds: Int64) async throws -> Void)? = nil, match: @escaping Matching
  ) {
    (self.store, self.options, self.match) = (store, options, match)
    self.sleep = sleep ?? store.environment.clock.sleep
  }

  /// Matches until the task is cancelled; it rests while no day waits, and longer while the store is away.
  package func run() async {
    var failures = 0
    while !Task.isCancelled {
      let pause: Int64
      do {
        pause = try await matchNext() ? 0 : options.idleMilliseconds
        failures = 0
      } catch {
        failures += 1
        pause = Int64(options.backoff.seconds(after: failures, jitter: 0) * 1000)
      }
      guard pause > 0 else { continue }
      do { try await sleep(pause) } catch { return }
    }
  }

  /// Matches the day that waits longest.
  /// - Returns: `true` unless no day is due.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be used now, `.cancelled` when the task is cancelled;
  ///   the day is matched again then.
  @discardableResult
  package func matchNext() async throws -> Bool {
    guard let taken = try await take() else { return false }
    guard let recording = taken.recording else { return true }
    let result: Result<MatchedDayFacts, any Error>
    do {
      let match = match
      result = .success(
        try await TimeLimit(sleep: sleep).run(seconds: options.timeoutSeconds) {
          try await match(recording).checked()
        })
    } catch {
      if Task.isCancelled { throw error }
      result = .failure(error)
    }
    let options = options
    try await store.write { transaction in
      guard let held = try transaction.held(taken) else { return }
      switch result {
      case .success(let facts): try transaction.store(facts, of: held)
      case .failure(let error): try transaction.fail(taken, error, options)
      }
    }
    return true
  }

  /// Takes a day by lease; a matcher that ends now leaves it to others. Nil when none is due.
  func take() async throws -> TakenDay? {
    let isIdle = try await store.read { connection in
      try connection.row(
        "SELECT 1 FROM trips_days WHERE state = 'waiting' AND due_ms <= $1 LIMIT 1",
        [.integer(connection.nowMilliseconds())]) == nil
    }
    if isIdle { return nil }
    let options = options
    return try await store.write { try $0.takeDay(options) }
  }
}
