import Dispatch
import SkiBase
import SkiSystem

/// The handling of Ctrl-C and SIGTERM: the task is cancelled, and its incomplete output is removed.
enum Interruption {
  /// Runs work in a task that the first signal cancels, and waits for it; a second signal ends the process at once.
  /// - Parameters:
  ///   - remains: Returns a description of the remaining output and of how to resume.
  ///   - work: The work, with a progress line.
  /// - Throws: The errors of the work; ``SkiError`` with code `.cancelled` when a signal stopped it, `.inputOutput` when
  ///   the system gives too few threads.
  static func cancelling<Value: Sendable>(
    remains: () -> String = { "nothing was written, start it again" },
    _ work: @escaping @Sendable (ProgressLine) async throws -> Value
  ) throws -> Value {
    try ProcessLimits.checkThreads()
    let done = DispatchSemaphore(value: 0)
    let result = Locked(Result<Value, any Error>.failure(CancellationError()))
    let task = Task {
      let progress = ProgressLine()
      do {
        let value = try await work(progress)
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      progress.finish()
      done.signal()
    }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        task.cancel()
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      signal(SIGINT, SIG_DFL)
      signal(SIGTERM, SIG_DFL)
    }
    done.wait()
    do {
      return try result.withLock { $0 }.get()
    } catch let error as SkiError where error.code != .cancelled {
      throw error
    } catch  where task.isCancelled {
      throw SkiError(.cancelled, "stopped by a signal; \(remains())")
    }
  }
}
