import SkiSystem

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

/// A value protected by a mutex.
///
/// It uses a POSIX mutex because the thread sanitizer does not recognise the waiting of the standard library's `Mutex`
/// on Linux and reports every use as a race. The mutex is not recursive.
///
/// `@unchecked Sendable`: the value is accessed within ``withLock(_:)`` only; it is passed in and results are passed
/// out as `sending`, so no other reference exists.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Creates a mutex around a value.
  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a mutex can't be made: code \(code)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls a closure with exclusive access to the value, blocking until the mutex is free.
  /// - Complexity: O(1) besides the closure and the wait.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
