import ArgumentParser
import SkiAnswers
import SkiBase
import SkiRouting
import SkiSystem

/// The `skiroute` command: it parses arguments, reads files and writes answers; all algorithms are in the libraries.
@main
struct SkiRouteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skiroute",
    abstract: "Routes skiers over lifts and runs.",
    discussion: """
      Without a subcommand, FROM and TO are routed. The map is the one --map names, else SKIROUTE_MAP, else the sample mountain.

      Exit codes: 0 answered, 1 no route, 64 usage, 65 bad data, 66 missing input, 69 service unavailable, 70 a fault of skiroute, 73 and 74 output, 75 out of time or to be tried again, 77 not permitted, 130 stopped.

      Examples:
        skiroute Montsoleil Crête --max-difficulty red
        skiroute places noir
      """,
    version: SkiRouteVersion.line,
    subcommands: [
      RouteCommand.self, BuildCommand.self, CheckCommand.self, PlacesCommand.self, DiffCommand.self,
      ExportCommand.self, TerrainCommand.self, LocateCommand.self, MatchCommand.self, TilesCommand.self,
      HomeCommand.self, ReachCommand.self, MeetCommand.self, WhatIfCommand.self,
      DayCommand.self, MatrixCommand.self, BatchCommand.self, ServeCommand.self,
    ],
    defaultSubcommand: RouteCommand.self)

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      ProcessLimits.limitHeaps()
      StandardStreams.prepare()
      try ProcessLimits.check()
      // The parser takes longer than all else.
      if arguments == ["--version"] { answer(SkiRouteVersion.line) }
      let protected = CoordinateArguments.protected(arguments)
      if let route = RouteCommand.plain(protected) {
        try run(route, within: route.time.limit())
      } else {
        let command = try parseAsRoot(protected)
        try run(command, within: (command as? any TimedCommand)?.time.limit() ?? WorkLimit())
      }
    } catch let error as SkiError {
      let worded = error.worded(OptionName.of)
      Console.fail(SubcommandHint(arguments)?.added(to: worded) ?? worded)
      SkiSystem.exit(ExitStatus(error.code).rawValue)
    } catch let missing as NoAnswerError {
      Console.note(TerminalText(missing.reason.message()))
      AnswerNotes.received(by: Console.note(of:)) { NoAnswerError.noteSnap(missing.reason) }
      SkiSystem.exit(ExitStatus.noRoute.rawValue)
    } catch let status as ExitStatusError {
      SkiSystem.exit(status.status.rawValue)
    } catch is BrokenPipe {
      SkiSystem.exit(ExitStatus.inputOutput.rawValue)
    } catch is CancellationError {
      Console.fail(SkiError(.cancelled, "the work was cancelled; start it again"))
      SkiSystem.exit(ExitStatus.cancelled.rawValue)
    } catch {
      finish(with: error, of: arguments)
    }
  }

  /// Runs a command within a limit of time, and that of memory.
  private static func run(_ command: any ParsableCommand, within time: WorkLimit) throws {
    var (command, limit) = (command, time)
    if let gauge = MemoryGauge() { limit.isMemoryExhausted = { gauge.isExhausted() } }
    try AnswerNotes.received(by: Console.note(of:)) {
      try WorkLimit.$current.withValue(limit) { try command.run() }
    }
  }

  /// Writes help to standard output, and errors of the argument parser as other errors, with a suggested subcommand.
  private static func finish(with error: any Error, of arguments: [String]) -> Never {
    let code = exitCode(for: error)
    let hint = code == .success || code == .validationFailure ? SubcommandHint(arguments) : nil
    let message = fullMessage(for: error)
    if code == .success {
      if let hint { Console.note("skiroute: \(hint.question)") }
      answer(message)
    }
    let lines = message.split(separator: "\n", omittingEmptySubsequences: true)
    let first = lines.first.map { $0.hasPrefix("Error: ") ? $0.dropFirst(7) : $0 } ?? "unknown"
    Console.note("skiroute: error: \(first)\(hint.map { "; \($0.question)" } ?? "")")
    for line in lines.dropFirst() { Console.note(TerminalText(line)) }
    SkiSystem.exit(code == .validationFailure ? ExitStatus.usage.rawValue : ExitStatus.software.rawValue)
  }

  /// Writes a help text or the version to standard output, and ends the process.
  private static func answer(_ message: String) -> Never {
    do {
      try Console.write(TerminalText(linesOf: message) + "\n")
      SkiSystem.exit(ExitStatus.answered.rawValue)
    } catch is BrokenPipe {
      SkiSystem.exit(ExitStatus.inputOutput.rawValue)
    } catch {
      Console.fail(SkiError(.inputOutput, "standard output can't be written; check where it leads"))
      SkiSystem.exit(ExitStatus.inputOutput.rawValue)
    }
  }
}
