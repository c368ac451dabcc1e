import SkiBase

/// A limit of the time that asynchronous work may take, by an injected clock.
struct TimeLimit: Sendable {
  /// Waits for a number of milliseconds, and throws when the task is cancelled.
  let sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

  /// Returns the result of work, or throws when the time is over.
  ///
  /// Work that is late is cancelled and not waited for: it may ignore that.
  /// - Throws: `SkiError` with code `.timedOut` after the time, `.cancelled` when the calling task is cancelled; besides, the
  ///   errors of the work.
  func run<Value: Sendable>(
    seconds: Double, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let race = Race<Value>()
    let working = Task {
      do { race.finish(.success(try await work())) } catch { race.finish(.failure(error)) }
    }
    let waiting = Task { [sleep] in
      try await sleep(Int64(seconds * 1000))
      race.finish(
        .failure(SkiError(.timedOut, "the work took more than \(seconds) s; try again, or give more time")))
    }
    defer {
      working.cancel()
      waiting.cancel()
    }
    return try await withTaskCancellationHandler {
      try await race.value()
    } onCancel: {
      race.finish(.failure(SkiError(.cancelled, "the work was cancelled by its caller; start it again")))
    }
  }
}

/// The first of several results, for one task that waits for it.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: CheckedContinuation<Value, any Error>?
  }

  private let state = Locked(State())

  /// Keeps a result if it is the first.
  func finish(_ result: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      guard state.result == nil else { return nil }
      state.result = result
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(with: result)
  }

  /// Waits for the first result.
  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let known: Result<Value, any Error>? = state.withLock { state in
        if state.result == nil { state.waiting = continuation }
        return state.result
      }
      if let known { continuation.resume(with: known) }
    }
  }
}
