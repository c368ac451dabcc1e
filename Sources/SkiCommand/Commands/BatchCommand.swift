import ArgumentParser
import Foundation
import SkiAPI
import SkiAnswers
import SkiBase

/// `skiroute batch`: answers a question on each line of its input.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Answers many questions over one map: lines of JSON in, lines of JSON out.",
    discussion: """
      Each line is an object. question is the subcommand: route (the default), home, reach, meet, whatif, day, places or \
      locate. Its arguments and long options are keys in camel case, with the same values: \
      {"id": 1, "from": "Montsoleil", "to": "46.05,-4.91", "maxDifficulty": "red", "closed": ["Aurore"], "board": true}. \
      id, a text or a number, comes back with the answer; timeout may shorten the time of a line. Files are named by the \
      options below, for all lines.

      Answers keep the order of the lines. Each is one line: id, and answer (as --format json writes it), noAnswer (the \
      reason) or error (code, message and line), with notes where there are any. When lines have errors the others are \
      answered, and the exit code is 65. See Data/Formats/batch.md.

      Examples:
        echo '{"from": "Montsoleil", "to": "Crête"}' | skiroute batch --timeout 5
        echo '{"question": "places", "query": "noir"}' | \\
          skiroute batch --output answers.jsonl
      """)

  @Argument(help: "The file of questions; else standard input.") var questions: String?
  @Option(name: .shortAndLong, help: "The file to write, once all lines are answered; else standard output.")
  var output: OutputName?
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "States of lifts and runs today: a JSON file, read once; see Data/Formats/status.md.")
  var status: String?
  @Option(
    help:
      "Holidays that opening hours refer to: a file with one date in each line; see Data/Formats/status.md.")
  var holidays: String?
  @Option(parsing: .unconditional, help: "Seconds the answer to a line may take, 0 for any.") var timeout =
    30.0
  @Option(parsing: .unconditional, help: "How many threads answer, 1 to 256; else one for each core.")
  var workers: Int?

  func run() throws {
    try TimeOptions.check(timeout)
    let threads = workers ?? min(256, WorkerThreads.available)
    try SkiError.require((1...256).contains(threads), "workers must be 1...256, got \(threads)")
    var files = try FilePlan.of(MapSelection.files(map) + [questions, status, holidays].compactMap(\.self))
    let target = try output.map { try files.path(of: $0) }
    let input = try BatchInput(questions)
    let answers = try lineAnswers()
    let remains = target == nil ? "the lines written are complete" : "nothing was written, start it again"
    let tally = try Interruption.cancelling(
      remains: { remains },
      { progress in
        let output = try BatchOutput(target)
        defer { output.discard() }
        try LinePipeline.run(
          input.reader(), threads: threads, answer: { answers.answer($0, isStopped: $1) },
          consume: { lines, bytes in
            try output.write(lines)
            output.showProgress(on: progress, input.share(of: bytes))
          })
        try output.commit()
        return output.tally
      })
    guard tally.errors == 0 else {
      let (verb, them) = tally.errors == 1 ? ("has an error", "it") : ("have errors", "them")
      throw SkiError(
        .malformedData,
        "\(tally.errors) of \(tally.lines) lines \(verb), stated in place of the answer; correct \(them)",
        subject: input.subject)
    }
  }

  /// Opens the map and the files of the day, and returns the answers over them.
  private func lineAnswers() throws -> LineAnswers {
    let conditions = try DayFiles.conditions(status: status, holidays: holidays, stepSeconds: 60)
    let forms = [
      LineForm(RouteQuestion.self), LineForm(HomeQuestion.self), LineForm(ReachQuestion.self),
      LineForm(MeetQuestion.self), LineForm(TourQuestion.self), LineForm(ClosureQuestion.self),
      LineForm(PlacesQuestion.self), LineForm(LocateQuestion.self),
    ]
    return LineAnswers(
      service: MapService(map: try MapSelection.open(map)),
      conditions: {
        DayConditions(
          report: conditions.report, holidays: conditions.holidays,
          now: UniversalTime(secondsSince1970: Date().timeIntervalSince1970), stepSeconds: 60)
      },
      forms: Dictionary(uniqueKeysWithValues: forms.map { ($0.name, $0) }), timeoutSeconds: timeout,
      isMemoryExhausted: WorkLimit.current.isMemoryExhausted)
  }
}
