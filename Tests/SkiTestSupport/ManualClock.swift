import SkiBase

/// A clock that stops until a test advances it.
///
/// Sleeping tasks resume in the order of their times when it is advanced, and when they are cancelled.
package final class ManualClock: Clock {
  /// A time of the clock.
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package var elapsed: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    package static func < (a: Instant, b: Instant) -> Bool { a.elapsed < b.elapsed }
  }

  private struct Sleeper {
    var id: UInt64
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(elapsed: .zero)
    var nextID: UInt64 = 0
    var cancelled: Set<UInt64> = []
    var sleepers: [Sleeper] = []
  }

  private let state = Locked(State())

  /// Creates a clock at zero.
  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// The number of tasks that wait for the clock.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let verdict: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let verdict { continuation.resume(with: verdict) }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.withLock { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock and resumes the tasks that are due.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits, without time passing, until so many tasks sleep.
  package func whenSleeping(count: Int = 1) async {
    while sleeperCount < count { await Task.yield() }
  }
}
