import SkiBase
import SkiSystem

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
