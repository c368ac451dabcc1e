import CoreMetrics
import Logging
import Metrics
import SkiAPI
import SkiBase
import SkiPeople

/// A look at the store each second: whether it answers, for readiness, the metrics and the log.
///
/// One question is asked at a time; a store that does not answer it within two seconds counts as away until it does. A shared
/// object; `Sendable`.
package final class StoreWatch: Sendable {
  private struct State {
    /// The time at which the question was asked that is not answered, in milliseconds of the monotonic clock.
    var askedAt: Int64?
    /// The reason why the store is away; nil while it answers.
    var failure: SkiError?
  }

  private let driver: any SQLDriver
  private let clock: TimeSource
  private let state = Locked(State())
  private let up: Gauge
  private let log: Logger

  /// The time between two looks in milliseconds.
  private static let lookMilliseconds: Int64 = 1000
  /// The time within which the store must answer, in milliseconds.
  private static let patienceMilliseconds: Int64 = 2000

  /// Creates a watch of a store that answers now.
  init(_ driver: any SQLDriver, clock: TimeSource = .system, metrics: any MetricsFactory, log: Logger) {
    (self.driver, self.clock, self.log) = (driver, clock, log)
    up = Gauge(label: "skiroute_store_up", factory: metrics)
    up.record(1)
  }

  /// The reason why the store is away; nil while it answers.
  var failure: SkiError? { state.withLock { $0.failure } }

  /// Looks until the task is cancelled.
  func run() async {
    while (try? await clock.sleep(Self.lookMilliseconds)) != nil { look() }
  }

  /// Asks the store unless a question is open; one that is open for too long tells that the store is away.
  func look() {
    let now = clock.monotonicMilliseconds()
    let askedAt = state.withLock { state in
      defer { if state.askedAt == nil { state.askedAt = now } }
      return state.askedAt
    }
    guard let askedAt else {
      Task { note(await ask(), isAnswer: true) }
      return
    }
    if now - askedAt >= Self.patienceMilliseconds {
      note(SkiError(.unavailable, "the store doesn't answer; look after its process"), isAnswer: false)
    }
  }

  private func ask() async -> SkiError? {
    do {
      _ = try await driver.read { try $0.rows("SELECT version FROM sharing WHERE id = 1") }
      return nil
    } catch {
      return error as? SkiError ?? SkiError(.unavailable, "the store fails", underlying: "\(error)")
    }
  }

  /// Keeps what is known now, in the metrics too; a change is logged once, after it can be seen.
  private func note(_ failure: SkiError?, isAnswer: Bool) {
    let wasAway = state.withLock { state in
      defer {
        state.failure = failure
        if isAnswer { state.askedAt = nil }
      }
      up.record(failure == nil ? 1 : 0)
      return state.failure != nil
    }
    guard wasAway != (failure != nil) else { return }
    if let failure {
      log.error("the store is away; the server is not ready", metadata: ["error": "\(failure)"])
    } else {
      log.notice("the store is back")
    }
  }
}
