import SkiGeo

/// The numbered changes of map and states, for which streams wait.
///
/// A shared object; `Sendable`.
package final class ServerNews: Sendable {
  /// The topics of changes.
  package enum Topic: Sendable, Hashable { case map, lifts }

  private struct State {
    var version = 0
    var changed: [Topic: Int] = [:]
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter = 0
    var isClosed = false
  }

  private let state = Locked(State())

  /// Creates news without a change.
  package init() {}

  /// The number of the last change.
  package var version: Int { state.withLock { $0.version } }

  /// Indicates whether the server is stopping.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Announces a change.
  package func announce(_ topic: Topic) {
    wake { state in
      state.version += 1
      state.changed[topic] = state.version
    }
  }

  /// Ends all waiting; streams end themselves.
  package func close() { wake { $0.isClosed = true } }

  private func wake(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for changes after a version.
  /// - Returns: The version, and the topics that changed; nil when the server stops or the task is cancelled.
  package func wait(after version: Int) async -> (version: Int, topics: Set<Topic>)? {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isNeedless = state.withLock { state in
          if state.isClosed || state.version > version || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if isNeedless { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    return state.withLock { state in
      guard !state.isClosed, state.version > version else { return nil }
      return (state.version, Set(state.changed.filter { $0.value > version }.keys))
    }
  }
}
