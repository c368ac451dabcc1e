import ArgumentParser
import SkiBase

/// The option of the time limit.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Seconds the answer may take, 0 for any; then the best so far is printed, or the exit code is 75.")
  var timeout = Self.defaultSeconds

  /// The value of `--timeout` when it is not given.
  static let defaultSeconds = 30.0

  /// Returns the limit, whose time starts now.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the time is out of range.
  func limit() throws -> WorkLimit {
    try Self.check(timeout)
    return timeout == 0 ? WorkLimit() : WorkLimit(timeout: .seconds(timeout))
  }

  /// Checks a number of seconds.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is out of range.
  static func check(_ seconds: Double) throws {
    try SkiError.require(
      seconds >= 0 && seconds <= 1e6, "timeout must be 0...1000000 seconds, got \(seconds)")
  }
}

/// A command with a time limit.
protocol TimedCommand: ParsableCommand {
  var time: TimeOptions { get }
}
