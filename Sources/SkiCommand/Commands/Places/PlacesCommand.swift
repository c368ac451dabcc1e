import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph

/// `skiroute places`: searches names.
struct PlacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Searches the names of lifts, runs, stations and huts.",
    discussion: """
      Examples:
        skiroute places noir
        skiroute places grand --format json --limit 3
      """)

  @OptionGroup var asked: DocumentOptions<PlacesQuestion>
  @OptionGroup var source: MapOptions
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    let question = try asked.document()
    try question.check()
    let service = MapService(map: try MapSelection.open(source.map))
    let matches = try service.finder.matches(question.query, limit: question.limit)
    let document = try PlacesDocument(matches, map: service.map)
    try Console.write(format == .json ? document.json() : document.text(colour: false))
    if matches.isEmpty {
      Console.note("skiroute: no name matches \(question.query)")
      throw ExitStatusError(status: .noRoute)
    }
  }
}
