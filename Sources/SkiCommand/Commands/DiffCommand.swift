import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph

/// `skiroute diff`: reports the changes from one map to another.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Reports the changes from one map to a newer one, or of one place.",
    discussion: """
      Features are matched by the ids of their sources; where these are gone, by kind, name and position. \
      With --place, only the changes of that place of the old map are reported.

      Examples:
        skiroute diff old.skimap new.skimap
        skiroute diff old.skimap new.skimap --place Aurore
      """)

  @Argument(help: "The older map.") var old: String
  @Argument(help: "The newer map.") var new: String
  @Option(help: "A place of the old map: a name or id.") var place: String?
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    let (before, after) = (try MapSelection.open(file: old), try MapSelection.open(file: new))
    let saved = try place.map { try PlaceFinder(map: before).place($0) }
    let difference = try Interruption.cancelling { progress in
      try MapDifference(old: before, new: after) { progress.show("comparing", $0) }
    }
    guard let saved else {
      return try Console.write(format == .text ? difference.text() : difference.json().line())
    }
    guard let fate = difference.fate(of: saved) else {
      throw SkiError(.internalInconsistency, "place \(saved.feature.rawValue) has no fate; report this")
    }
    try Console.write(format == .text ? fate.text() + "\n" : fate.json().line())
  }
}

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
