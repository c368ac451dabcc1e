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

/// A progress line on the terminal; silent elsewhere and within the first second.
final class ProgressLine: Sendable {
  private struct State {
    var shown = false
    var last: ContinuousClock.Instant
  }

  private let isTerminal: Bool
  private let start = ContinuousClock.now
  private let state: Locked<State>

  /// Creates a progress line on standard error.
  init() {
    isTerminal = isatty(STDERR_FILENO) == 1
    state = Locked(State(last: ContinuousClock.now))
  }

  /// Shows a stage and its progress (0...1, nil where the whole is unknown), at most ten times a second.
  func show(_ stage: String, _ fraction: Double?) {
    guard isTerminal else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - start > .seconds(1), now - state.last > .milliseconds(100) else { return }
      state.last = now
      state.shown = true
      Console.progress("\r\u{1B}[K\(fraction.map(Self.bar) ?? "")\(stage)")
    }
  }

  /// Returns a bar and the percentage of a fraction.
  private static func bar(_ fraction: Double) -> String {
    let cells = 24
    let filled = Int((min(1, max(0, fraction)) * Double(cells)).rounded())
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    return "\(bar) \(Int((min(1, max(0, fraction)) * 100).rounded())) % "
  }

  /// Clears the line.
  func finish() {
    guard isTerminal else { return }
    state.withLock { state in
      guard state.shown else { return }
      Console.progress("\r\u{1B}[K")
      state.shown = false
    }
  }
}
