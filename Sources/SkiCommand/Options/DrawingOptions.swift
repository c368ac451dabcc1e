import ArgumentParser
import SkiAnswers
import SkiBase
import SkiBuild
import SkiGraph

/// The options of pictures in `skiroute check`.
struct DrawingOptions: ParsableArguments {
  @Option(help: "Draw a sample of the map as contact sheets: an SVG file; several pages are numbered.")
  var svg: OutputName?
  @Option(help: "What to draw: connectors, crossings, profiles or junctions.") var draw: DrawingTheme?
  @Option(parsing: .unconditional, help: "How many pictures at most (default: 60).") var sample: Int?
  @Option(parsing: .unconditional, help: "Seed of the random sample (default: 1).") var seed: Int?
  @Option(help: "Draw only what belongs to this area or feature: a name or id.") var only: String?
  @Option(help: "Draw over this GeoJSON file of runs or lifts; may be given several times.")
  var over: [String] = []

  /// The maximum number of pictures.
  static let sampleLimit = 2400

  /// Returns the requested drawing; nil without `--svg`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for options without `--svg`, and values out of range.
  func request() throws -> DrawingRequest? {
    guard svg != nil else {
      let given = [
        "--draw": draw != nil, "--sample": sample != nil, "--seed": seed != nil, "--only": only != nil,
        "--over": !over.isEmpty,
      ]
      guard let lonely = given.filter(\.value).keys.min() else { return nil }
      throw SkiError(.invalidArgument, "option \(lonely) needs a picture file; add --svg FILE")
    }
    let count = sample ?? 60
    try SkiError.require(
      (1...Self.sampleLimit).contains(count), "sample must be 1...\(Self.sampleLimit), got \(count)")
    return DrawingRequest(
      theme: draw ?? .connectors, sampleCount: count, seed: UInt64(bitPattern: Int64(seed ?? 1)), only: only)
  }
}

extension DrawingTheme: ExpressibleByArgument {}

/// The writing of contact sheets: the map's derived features drawn over its input files.
struct ContactSheetWriter: Sendable {
  let request: DrawingRequest
  let path: String
  let over: [String]
  /// The plan of the command's files.
  let files: FilePlan

  /// Draws and writes all pages, each replacing its target when it is complete.
  /// - Returns: A summary for standard error.
  /// - Throws: The errors of reading and writing; ``SkiError`` with code `.unknownPlace` when nothing matches a name.
  func write(_ map: SkiMap, progress: ProgressLine) async throws -> TerminalText {
    var drawing = try MapDrawing(map, request) { progress.show("choosing", $0) }
    let theme = request.theme.rawValue
    guard drawing.pictureCount > 0 else {
      guard let only = request.only else {
        throw SkiError(.emptyInput, "map has no \(theme) to draw; draw something else")
      }
      throw SkiError(
        .unknownPlace,
        "nothing called \(only) has \(theme) on this map; give the name or id of an area or feature")
    }
    if !over.isEmpty {
      let reading: SkiReader.Progress = { done, total in
        progress.show("reading", total > 0 ? Double(done) / Double(total) : 0)
      }
      _ = try await SkiReader(input: SkiInput(runs: over)).forEachFeature(progress: reading) { feature in
        switch feature {
        case .run(let run): drawing.add(run)
        case .lift(let lift): drawing.add(lift)
        default: break
        }
      }
    }
    let names = (0..<drawing.pageCount).map { name(ofPage: $0, of: drawing.pageCount) }
    if names.count > 1 {
      var files = files
      for name in names { try files.add(name) }
    }
    for page in 0..<drawing.pageCount {
      try WorkLimit.check("drawing \(drawing.pageCount) pages")
      progress.show("drawing", Double(page) / Double(drawing.pageCount))
      let file = try ReplacementFile(names[page], what: "picture", allowsDevices: true)
      defer { file.discard() }
      try file.append(drawing.page(page).string)
      try file.commit()
    }
    let all = drawing.groups.reduce(0) { $0 + $1.count }
    let pages =
      names.count == 1 ? names[0] : "\(names.count) pages, \(names[0]) and so on"
    return "drew \(drawing.pictureCount) of \(all) \(theme): \(pages)"
  }

  /// Returns the name of a page: the one given, with a number before its extension when there are several.
  private func name(ofPage page: Int, of count: Int) -> String {
    guard count > 1 else { return path }
    let digits = max(2, String(count).count)
    let number = String(page + 1)
    let padded = String(repeating: "0", count: digits - number.count) + number
    guard path.lowercased().hasSuffix(".svg") else { return "\(path)-\(padded)" }
    return "\(path.dropLast(4))-\(padded)\(path.suffix(4))"
  }
}

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
