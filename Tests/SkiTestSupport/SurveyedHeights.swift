import Foundation
import SkiGeo

/// The independent heights along runs that some real areas bring: points of the 10 m national model, by OSM way.
public struct SurveyedHeights: Sendable {
  /// Lines with a height at each vertex, by the id the run has in `runs.geojson`.
  public let lines: [String: Polyline]

  /// Reads `ned10_trail_points.csv.gz` of an area; nil when it has none.
  /// - Throws: `RawCheckError` when the file can't be unpacked or read.
  public init?(of area: RealArea) throws {
    let file = area.runs.deletingLastPathComponent().appending(path: "ned10_trail_points.csv.gz")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    var places: [String: [Coordinate]] = [:]
    var metres: [String: [Double]] = [:]
    for row in try Self.unpacked(file).split(whereSeparator: \.isNewline).dropFirst() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 7, cells[1] == "True" else { continue }
      guard let latitude = Double(cells[2]), let longitude = Double(cells[3]), let height = Double(cells[4])
      else { throw RawCheckError("\(file.lastPathComponent) has a row \(row)") }
      places["way/\(cells[0])", default: []].append(Coordinate(latitude: latitude, longitude: longitude))
      metres["way/\(cells[0])", default: []].append(height)
    }
    lines = Dictionary(
      uniqueKeysWithValues: places.map { id, line in (id, Polyline(line, elevations: metres[id] ?? [])) })
  }

  private static func unpacked(_ file: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let text = String(data: bytes, encoding: .utf8) else {
      throw RawCheckError("\(file.path) can't be unpacked")
    }
    return text
  }
}
