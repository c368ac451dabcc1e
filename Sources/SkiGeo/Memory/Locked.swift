#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A value that one thread at a time may use.
///
/// Over a POSIX mutex, because the thread sanitizer knows it: on Linux the standard library's `Mutex` waits in code the
/// sanitizer does not see, so that every use of it is taken for a race. Not recursive.
///
/// A class that may be shared. `@unchecked Sendable`: the value is reached inside ``withLock(_:)`` only, where the mutex
/// keeps every other thread out; what goes in and what comes out is sent, so that nobody else holds it.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Takes over a value.
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

  /// Calls a body with the value while nobody else can reach it; waits for whoever does.
  /// - Complexity: O(1) besides the body and the waiting.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
