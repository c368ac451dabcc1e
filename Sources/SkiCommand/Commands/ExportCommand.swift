import ArgumentParser
import Foundation
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting

/// `skiroute export`: writes the graph as two tables, for checks and benchmarks of other routers on the same graph.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a map's graph as nodes.csv and edges.csv.",
    discussion: """
      Costs are those of the default profile: intermediate, on skis, waits included.

      Examples:
        skiroute export --output tables
        skiroute export --map new.skimap --output new-tables
      """)

  @Option(help: "The map to export.") var map: String?
  @Option(name: .shortAndLong, help: "The folder to write to; it is made when missing.") var output:
    OutputName

  func run() throws {
    var files = try FilePlan.of(MapSelection.files(map))
    let folder = try files.path(of: output)
    let tables = ["nodes.csv", "edges.csv"].map { URL(filePath: folder).appending(path: $0).path }
    for table in tables { try files.add(table) }
    let map = try MapSelection.open(map)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw SkiError(.unwritableOutput, "folder \(folder) can't be made; choose one you may write to")
    }
    let rows = try Interruption.cancelling { _ in try Self.write(map, to: tables) }
    Console.note("\(folder): \(rows.nodes) nodes in nodes.csv, \(rows.edges) edges in edges.csv")
  }

  /// Writes both tables before either replaces its target; returns the number of rows below each header.
  private static func write(_ map: SkiMap, to paths: [String]) throws -> (nodes: Int, edges: Int) {
    let tables = GraphTables(map: map)
    let nodes = try ReplacementFile(paths[0], allowsDevices: true)
    defer { nodes.discard() }
    let edges = try ReplacementFile(paths[1], allowsDevices: true)
    defer { edges.discard() }
    var rows = (nodes: -1, edges: -1)
    try tables.forEachNodeRow {
      try nodes.append($0.line)
      rows.nodes += 1
    }
    try tables.forEachEdgeRow {
      try edges.append($0.line)
      rows.edges += 1
    }
    try nodes.flush()
    try edges.flush()
    try nodes.commit(evenWhenCancelled: true)
    try edges.commit(evenWhenCancelled: true)
    return rows
  }
}

/// `skiroute locate`: reports the kind of map at a place, its ski area and the nearest feature.
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate", abstract: "Determines whether a coordinate is on the mountain or in the streets.",
    discussion: """
      Without PLACE, lines like 42.5763,1.6681 or 42.5763 1.6681, followed by an accuracy in metres if \
      known, are read from standard input and answered line by line. Lines that are not coordinates are \
      reported on standard error, and the exit code is then 65. Streets are distinguished from runs as far \
      as the map was built with streets.

      Examples:
        skiroute locate 46.0498,-4.9028
        echo 46.0498 -4.9028 8 | skiroute locate --format json
      """)

  @Argument(help: ArgumentHelp(KeyText.place)) var place: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(KeyText.accuracy))
  var accuracy = LocateQuestion.defaultAccuracyMetres
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    var question = LocateQuestion()
    (question.place, question.accuracy) = (place, accuracy)
    let coordinate = try question.checkedCoordinate()
    let map = try MapSelection.open(map)
    let index = MapKindIndex(map: map)
    if let coordinate {
      try Console.write(line(index.mapKind(at: coordinate, accuracyMetres: accuracy), map))
      LocateQuestion.noteSwapped(coordinate, map)
      return
    }
    try StandardInput.answerPlaces(SampleLines(takesAccuracy: true)) { batch in
      var text: TerminalText = ""
      for (place, given) in zip(batch.places, batch.accuracies) {
        text += try line(index.mapKind(at: place, accuracyMetres: given ?? accuracy), map)
      }
      return text
    }
  }

  private func line(_ answer: MapKindAnswer, _ map: SkiMap) throws -> TerminalText {
    let place = try LocateDocument(answer, map)
    return format == .json ? place.json() : place.text(colour: false)
  }
}
