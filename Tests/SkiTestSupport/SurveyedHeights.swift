import Foundation
package import SkiBase

/// The independent heights along runs that some real areas include: points of the 10 m national model, by OSM way.
package struct SurveyedHeights: Sendable {
  /// Lines with a height at each vertex, by the id the run has in `runs.geojson`.
  package let lines: [String: Polyline]

  /// Reads `ned10_trail_points.csv.gz` of an area; nil when it has none.
  /// - Throws: `RawCheckError` when the file can't be unpacked or read.
  package init?(of area: RealArea) throws {
    let file = area.runs.deletingLastPathComponent().appending(path: "ned10_trail_points.csv.gz")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    var places: [String: [Coordinate]] = [:]
    var metres: [String: [Double]] = [:]
    for row in try Self.rows(of: file) where row.isShown {
      places[row.id, default: []].append(row.place)
      metres[row.id, default: []].append(row.metres)
    }
    lines = Dictionary(
      uniqueKeysWithValues: places.map { id, line in (id, Polyline(line, elevations: metres[id] ?? [])) })
  }

  /// Returns every surveyed point of an area, along runs and lifts, as ground; nil when it has none.
  /// - Throws: as ``init(of:)``.
  package static func ground(of area: RealArea) throws -> SurveyedGround? {
    var points: [(place: Coordinate, metres: Double)] = []
    for name in ["ned10_trail_points.csv.gz", "ned10_lift_points.csv.gz"] {
      let file = area.runs.deletingLastPathComponent().appending(path: name)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      points += try rows(of: file).map { ($0.place, $0.metres) }
    }
    return SurveyedGround(points)
  }

  /// One surveyed point of a run or lift; hidden points fill gaps between lines.
  private struct Row {
    var id: String
    var isShown: Bool
    var place: Coordinate
    var metres: Double
  }

  private static func rows(of file: URL) throws -> [Row] {
    try Gunzip.text(file.path).split(whereSeparator: \.isNewline).dropFirst().map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 7, let latitude = Double(cells[2]), let longitude = Double(cells[3]),
        let height = Double(cells[4])
      else { throw RawCheckError("\(file.lastPathComponent) has a row \(row)") }
      return Row(
        id: "way/\(cells[0])", isShown: cells[1] == "True",
        place: Coordinate(latitude: latitude, longitude: longitude), metres: height)
    }
  }
}
