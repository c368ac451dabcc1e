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
