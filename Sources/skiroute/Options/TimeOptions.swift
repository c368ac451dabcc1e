import ArgumentParser
import SkiGeo

/// How long an answer may take.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Seconds the answer may take, 0 for any; then the best so far is told, or the exit code is 75.")
  var timeout = 30.0

  /// Returns the limit, whose time runs from now.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  func limit() throws -> WorkLimit {
    try SkiError.require(
      timeout >= 0 && timeout <= 1e6, "timeout must be 0...1000000 seconds, got \(timeout)")
    return timeout == 0 ? WorkLimit() : WorkLimit(timeout: .seconds(timeout))
  }
}

/// A command that answers within a time.
protocol TimedCommand: AsyncParsableCommand {
  var time: TimeOptions { get }
}
