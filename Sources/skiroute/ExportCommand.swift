import ArgumentParser
import Foundation
import SkiFiles
import SkiGeo
import SkiGraph
import SkiRouting

/// `skiroute export`: the graph as two tables, so that anyone can check or time others on the very same graph.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a map's graph as nodes.csv and edges.csv.",
    discussion: "Costs are those of the default profile: intermediate, on skis, waits included.")

  @Option(help: "The map to export.") var map: String?
  @Option(name: .shortAndLong, help: "The folder to write to; it is made when missing.") var output: String

  func run() async throws {
    let map = try await MapLocation.open(map)
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw SkiError(.unwritableOutput, "folder \(output) can't be made; choose one you may write to")
    }
    try await Interruption.cancelling { [output] in try Self.write(map, to: URL(filePath: output)) }
  }

  /// Writes both tables before either is put in place.
  private static func write(_ map: SkiMap, to folder: URL) throws {
    let tables = GraphTables(map: map)
    let nodes = try ReplacementFile(folder.appending(path: "nodes.csv").path, allowsDevices: true)
    defer { nodes.discard() }
    let edges = try ReplacementFile(folder.appending(path: "edges.csv").path, allowsDevices: true)
    defer { edges.discard() }
    try tables.forEachNodeRow { try nodes.append($0 + "\n") }
    try tables.forEachEdgeRow { try edges.append($0 + "\n") }
    try nodes.flush()
    try edges.flush()
    try nodes.commit(evenWhenCancelled: true)
    try edges.commit(evenWhenCancelled: true)
  }
}
