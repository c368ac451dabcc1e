import Dispatch

/// Work that blocks its thread: files, libraries, the end of threads.
package enum BlockingWork {
  /// Runs work outside of Swift's task pool and waits for its result.
  package static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result(catching: work))
      }
    }
  }
}
