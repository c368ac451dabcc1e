import Dispatch

/// Work that blocks its thread: files, libraries, the end of threads.
package enum BlockingWork {
  /// Runs work outside of Swift's task pool and waits for its result.
  package static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await ThreadResult.wait { finish in
      DispatchQueue.global().async { finish(Result(catching: work)) }
    }
  }
}

/// The result of work on a thread outside of Swift's task pool, for the task that waits for it.
///
/// The result passes through a mutex, and the continuation carries no value. The concurrency runtime of Swift 6.3 does not tell
/// the thread sanitizer that a continuation which is resumed before its task suspends happens before the task goes on, so that
/// the sanitizer reports a race on a value carried by it.
package enum ThreadResult<Value: Sendable> {
  /// Suspends the calling task until the result is passed, and returns it.
  /// - Parameter start: Starts the work. Its argument must be called exactly once, on any thread.
  /// - Throws: The error of the result.
  /// - Complexity: O(1), with two uses of a mutex.
  package static func wait(
    _ start: (_ finish: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) async throws -> Value {
    let passed = Locked<Result<Value, any Error>?>(nil)
    await withCheckedContinuation { continuation in
      start { result in
        passed.withLock { $0 = result }
        continuation.resume()
      }
    }
    guard let result = passed.withLock({ $0 }) else {
      preconditionFailure("a thread finished without a result")
    }
    return try result.get()
  }
}
