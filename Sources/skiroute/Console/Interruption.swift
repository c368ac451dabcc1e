import Dispatch
import Glibc
import SkiGeo

/// The handling of Ctrl-C and SIGTERM: the task is cancelled, and its incomplete output is removed.
enum Interruption {
  /// Runs work in a task that the first signal cancels; a second signal ends the process at once.
  /// - Parameters:
  ///   - remains: Returns a description of the remaining output and of how to resume.
  ///   - work: The work, with a progress line.
  /// - Throws: The errors of the work; ``SkiError`` with code `.cancelled` when a signal stopped it.
  static func cancelling<Value: Sendable>(
    remains: () -> String = { "nothing was written, start it again" },
    _ work: @escaping @Sendable (ProgressLine) async throws -> Value
  ) async throws -> Value {
    let task = Task {
      let progress = ProgressLine()
      defer { progress.finish() }
      return try await work(progress)
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
    do {
      return try await task.value
    } catch let error as SkiError where error.code != .cancelled {
      throw error
    } catch  where task.isCancelled {
      throw SkiError(.cancelled, "stopped by a signal; \(remains())")
    }
  }
}
