import SkiAPI
import SkiBase

/// The work of one round of an ``OutboxWorker``.
package struct OutboxRound: Sendable, Hashable {
  /// The number of deliveries that the channel took over.
  package var deliveredCount = 0
  /// The number of deliveries that failed, timed out, or were refused since the channel is busy.
  package var failedCount = 0
  /// The number of notices that were postponed or dropped by preferences.
  package var movedCount = 0

  /// Creates an empty round.
  package init() {}

  /// Indicates that there was nothing to do.
  package var isIdle: Bool { self == OutboxRound() }
}

/// A worker that delivers the notices of the outbox through one channel.
///
/// Any number of workers, on any number of servers, may work for one channel of a store. A delivery belongs to one of them
/// until the end of its lease; when a worker ends without a report, another delivers it then. Delivery is at least once.
package final class OutboxWorker: Sendable {
  private let store: TripsStore
  private let channel: any NotificationChannel
  private let options: OutboxOptions
  private let sleep: @Sendable (Int64) async throws -> Void

  /// Creates a worker.
  /// - Parameters:
  ///   - store: The store.
  ///   - channel: The channel.
  ///   - options: Rates, limits and intervals.
  ///   - sleep: Waits for a number of milliseconds; the clock of the store's environment by default.
  /// - Throws: `SkiError` with code `.invalidArgument` for a name or options that are not allowed.
  package init(
    _ store: TripsStore, channel: any NotificationChannel, options: OutboxOptions = OutboxOptions(),
    sleep: (@Sendable (_ milliseconds: Int64) async throws -> Void)? = nil
  ) throws {
    try options.check()
    let isName = channel.name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    try SkiError.require(
      isName && (1...40).contains(channel.name.utf8.count),
      "name of the channel has \(channel.name.utf8.count) bytes or other letters; give 1 to 40 of a–z, 0–9 and -"
    )
    (self.store, self.channel, self.options) = (store, channel, options)
    self.sleep = sleep ?? store.environment.clock.sleep
  }

  /// Makes the channel known: notices that are enqueued from then on are delivered through it.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  package func register() async throws {
    let (name, options) = (channel.name, options)
    try await store.write { try $0.register(name, tokens: options.burst) }
  }

  /// Delivers until the task is cancelled; it rests while there is nothing to do, and longer while the store is away.
  package func run() async {
    var failures = 0
    while !Task.isCancelled {
      let pause: Int64
      do {
        pause = try await deliverDue().isIdle ? options.idleMilliseconds : 0
        failures = 0
      } catch {
        failures += 1
        pause = Int64(options.backoff.seconds(after: failures, jitter: jitter()) * 1000)
      }
      guard pause > 0 else { continue }
      do { try await sleep(pause) } catch { return }
    }
  }

  /// Takes the deliveries that are due, as many as may run at once, and delivers them.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be used now, `.cancelled` when the task is cancelled;
  ///   what is delivered but not noted then comes again.
  @discardableResult
  package func deliverDue() async throws -> OutboxRound {
    let taken = try await take()
    var round = OutboxRound()
    round.movedCount = taken.movedCount
    var fault: (any Error)?
    await withTaskGroup(of: Result<Bool, any Error>.self) { group in
      for delivery in taken.deliveries {
        group.addTask { [self] in
          do { return .success(try await deliver(delivery, taken.lease)) } catch { return .failure(error) }
        }
      }
      for await result in group {
        switch result {
        case .success(true): round.deliveredCount += 1
        case .success(false): round.failedCount += 1
        case .failure(let error): fault = error
        }
      }
    }
    if let fault { throw fault }
    return round
  }

  /// Takes deliveries by lease; a worker that ends now leaves them to others.
  func take() async throws -> TakenDeliveries {
    let (name, options) = (channel.name, options)
    // An empty outbox is found without a writing transaction.
    let isIdle = try await store.read { try $0.isIdle(name) }
    if isIdle { return TakenDeliveries(lease: "") }
    return try await store.write { try $0.takeDeliveries(name, options) }
  }

  /// Delivers what is taken, and notes the outcome; returns whether it is delivered.
  private func deliver(_ taken: TakenDelivery, _ lease: String) async throws -> Bool {
    let (channel, store, options, jitter) = (channel, store, options, jitter())
    let result: Result<DeliveryOutcome, any Error>
    do {
      result = .success(
        try await TimeLimit(sleep: sleep).run(seconds: options.timeoutSeconds) {
          try await channel.deliver(taken.delivery)
        })
    } catch {
      // An attempt that the end of the worker breaks off is none: the lease expires.
      if Task.isCancelled { throw error }
      result = .failure(error)
    }
    // The end of the worker must not keep it from noting an outcome.
    return try await Task {
      try await store.write { transaction -> Bool in
        switch result {
        case .success(.delivered):
          try transaction.finish(channel.name, taken)
          return true
        case .success(.busy(let seconds)):
          try transaction.rest(channel.name, taken, lease, seconds: seconds)
        case .failure(let error):
          let code = (error as? SkiError)?.code ?? .unavailable
          try transaction.fail(channel.name, taken, lease, code, options, jitter: jitter)
        }
        return false
      }
    }.value
  }

  private func jitter() -> Double {
    Double(store.random.bytes(2).reduce(0) { $0 << 8 | Int($1) }) / 65_535
  }
}

/// The rates, limits and intervals of an ``OutboxWorker``.
package struct OutboxOptions: Sendable, Hashable {
  /// The greatest number of deliveries at the same time.
  package var parallelCount = 16
  /// The greatest number of notices of a digest.
  package var digestCount = 50
  /// The time a channel has for a delivery, in seconds.
  package var timeoutSeconds = 10.0
  /// The greatest number of deliveries of the channel in a minute, by all workers together.
  package var perMinute = 600.0
  /// The number of failed attempts after which a notice is set aside until an operator sends it again.
  package var greatestAttemptCount = 10
  /// The intervals after failed attempts.
  package var backoff = Backoff(firstSeconds: 5, greatestSeconds: 3600)
  /// The time between two looks into an empty outbox, in milliseconds.
  package var idleMilliseconds: Int64 = 1000

  /// Creates options with the default values.
  package init() {}

  /// The time for which a worker holds a delivery, in seconds: longer than any attempt takes.
  package var leaseSeconds: Double { 2 * timeoutSeconds + 30 }

  /// Refuses values without a meaning.
  /// - Throws: `SkiError` with code `.invalidArgument`.
  func check() throws {
    try SkiError.require(
      (1...256).contains(parallelCount) && (1...1000).contains(digestCount) && greatestAttemptCount >= 1,
      "the outbox has \(parallelCount) deliveries at once, \(digestCount) notices a digest, \(greatestAttemptCount) attempts; give 1 to 256, 1 to 1000 and at least 1"
    )
    try SkiError.require(
      (0.001...600).contains(timeoutSeconds) && (0.001...1e6).contains(perMinute),
      "the outbox has a time limit of \(timeoutSeconds) s and \(perMinute) deliveries a minute; give 0.001 to 600 and 0.001 to 1000000"
    )
  }
}

/// Growing intervals between attempts, with jitter.
package struct Backoff: Sendable, Hashable {
  /// The interval after the first failure, in seconds.
  package var firstSeconds: Double
  /// The greatest interval, in seconds.
  package var greatestSeconds: Double

  /// Creates intervals.
  package init(firstSeconds: Double, greatestSeconds: Double) {
    (self.firstSeconds, self.greatestSeconds) = (firstSeconds, greatestSeconds)
  }

  /// Returns the interval after a number of failures: it doubles with each up to the greatest, and is shortened by up to a
  /// half.
  /// - Parameters:
  ///   - failures: The number of failures, from 1.
  ///   - jitter: A random number, 0 to 1.
  package func seconds(after failures: Int, jitter: Double) -> Double {
    var whole = firstSeconds
    for _ in 1..<max(2, min(failures, 64)) where failures > 1 { whole = min(2 * whole, greatestSeconds) }
    return min(whole, greatestSeconds) * (1 - min(max(jitter, 0), 1) / 2)
  }
}
