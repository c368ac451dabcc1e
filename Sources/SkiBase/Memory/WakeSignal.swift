/// A signal for one waiting task; raised while no task waits, it ends the next waiting at once.
///
/// Several sources may share one signal: whoever is woken looks at each of them. A shared object; `Sendable`.
package final class WakeSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Creates a signal that is not raised.
  package init() {}

  /// Wakes the waiting task, or lets the next waiting end at once.
  /// - Complexity: O(1).
  package func raise() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isRaised = state.waiter == nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until the signal is raised, and lowers it.
  ///
  /// One task at a time may wait. The end of the task does not end the waiting; its cancellation handler may raise the signal.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isRaised = state.withLock { state in
        precondition(state.waiter == nil, "two tasks wait for one signal")
        defer { state.isRaised = false }
        if !state.isRaised { state.waiter = continuation }
        return state.isRaised
      }
      if isRaised { continuation.resume() }
    }
  }
}
