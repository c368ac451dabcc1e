import ArgumentParser
import Foundation
import SkiBase
import SkiGraph
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
