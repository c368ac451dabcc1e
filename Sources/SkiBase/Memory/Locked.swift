import SkiSystem

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
