import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiSystem

/// `skiroute reach`: reports the features within reach in a number of minutes.
struct ReachCommand: DayQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach", abstract: "Reports what can be skied or ridden within some minutes from a place.",
    discussion: """
      With --home, only what leaves enough time to get home before lifts and runs close. Places within reach without a \
      return within the skier's limits, to home or to the start, are listed with the reason.

      Examples:
        skiroute reach Montsoleil --minutes 20
        skiroute reach Crête --depart 15:30 --closing 16:30 --home Montsoleil
      """)

  @OptionGroup var asked: DocumentOptions<ReachQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json, or geojson with lines and a polygon around them.") var format: QuestionFormat =
    .text
  @OptionGroup var time: TimeOptions
}

/// `skiroute whatif`: reports the effects of closing lifts or runs.
struct WhatIfCommand: QuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Reports what is cut off when lifts or runs close, and how much longer routes home become.",
    discussion: """
      Examples:
        skiroute whatif --close Aurore --home Montsoleil
        skiroute whatif --close "Vallon Noir" --home Crête --max-difficulty black
      """)

  @OptionGroup var asked: DocumentOptions<ClosureQuestion>
  @OptionGroup var source: MapOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  func conditions() throws -> DayConditions { try DayFiles.conditions(status: nil, holidays: nil) }
}

/// `skiroute serve`: replaces itself by the server, which lies beside it.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves routes, tiles, live positions and a web map over HTTP.",
    discussion: """
      The program is skiroute-server, in the folder of skiroute; its options are listed by skiroute serve --help. The map is \
      that of --map, else SKIROUTE_MAP, else the sample mountain.

      Examples:
        skiroute serve
        skiroute serve --map area.skimap --status status.json --page Data/Page
      """)

  @Argument(parsing: .captureForPassthrough, help: "Options of skiroute-server.") var options: [String] = []

  /// The name of the server's program.
  static let program = "skiroute-server"

  func run() throws {
    let path = SampleMap.above(SampleMap.executable()) + "/" + Self.program
    guard access(path, X_OK) == 0 else {
      throw SkiError(
        .missingInput,
        "the server is not beside skiroute; build it by swift build -c release --product \(Self.program)",
        subject: path)
    }
    let needsMap = !options.contains {
      $0 == "--map" || $0.hasPrefix("--map=") || ["-h", "--help"].contains($0)
    }
    let arguments = [path] + (needsMap ? ["--map", try MapSelection.defaultPath()] : []) + options
    var pointers = arguments.map { strdup($0) } + [nil]
    execv(path, &pointers)
    throw SkiError(
      .inputOutput, "the server can't be started; check that the file is a program", subject: path,
      underlying: String(cString: strerror(errno)))
  }
}
