import ArgumentParser
import SkiFormats
import SkiGraph
import SkiService

/// `skiroute places`: searches names.
struct PlacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Searches the names of lifts, runs, stations and huts.",
    discussion: """
      Examples:
        skiroute places noir
        skiroute places grand --format json --limit 3
      """)

  @Argument(help: ArgumentHelp(KeyText.query)) var query: String
  @Option(help: "The map to search.") var map: String?
  @Option(parsing: .unconditional, help: ArgumentHelp(KeyText.limit)) var limit = 20
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    var question = PlacesQuestion()
    (question.query, question.limit) = (query, limit)
    try question.check()
    let service = MapService(map: try MapSelection.open(map))
    let matches = try service.finder.matches(query, limit: limit)
    let document = try PlacesDocument(matches, map: service.map)
    try Console.write(format == .json ? document.json() : document.text(colour: false))
    if matches.isEmpty {
      Console.note("skiroute: no name matches \(query)")
      throw ExitStatusError(status: .noRoute)
    }
  }
}
