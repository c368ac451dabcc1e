import ArgumentParser
import SkiBase
import SkiSystem

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
