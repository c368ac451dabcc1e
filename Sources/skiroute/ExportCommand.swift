import ArgumentParser
import Foundation
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
    let graph = try await MapLocation.open(map)
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw SkiError(.unwritableOutput, "folder \(output) can't be made; choose one you may write to")
    }
    let tables = GraphTables(graph: graph)
    try write("nodes.csv") { try tables.forEachNodeRow($0) }
    try write("edges.csv") { try tables.forEachEdgeRow($0) }
  }

  private func write(_ name: String, _ rows: ((String) throws -> Void) throws -> Void) throws {
    let file = try AtomicTextFile(URL(filePath: output).appending(path: name).path)
    do {
      try rows { try file.append($0 + "\n") }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }
}
