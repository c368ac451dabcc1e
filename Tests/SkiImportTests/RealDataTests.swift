import Foundation
import SkiGeo
import SkiImport
import SkiModel
import Testing

private let realData = ProcessInfo.processInfo.environment["SKIROUTE_REAL_DATA"]

private let areas = [
  "openskimap-format", "trois-vallees", "andorra", "andorra-2023", "crystal-mountain", "mayrhofen", "niseko",
  "us/alta", "us/alyeska", "us/bretton_woods", "us/jackson_hole", "us/mad_river_glen", "us/smugglers_notch",
  "us/snowbird", "us/sugarbush", "us/whiteface", "us/wildcat",
]

/// Feature and vertex counts by the JSON parser of Foundation, which shares nothing with ours.
private struct Oracle {
  var features = 0
  var vertices = 0

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for feature in try #require(root["features"] as? [[String: Any]]) {
      features += 1
      let geometry = feature["geometry"] as? [String: Any]
      var last: [Double]?
      count(geometry?["coordinates"] as Any, &last)
    }
  }

  /// Counts positions that differ from the one before them in the same line.
  private mutating func count(_ value: Any, _ last: inout [Double]?) {
    guard let list = value as? [Any] else { return }
    if let position = list as? [Double] {
      let place = Array(position.prefix(2))
      if place != last { vertices += 1 }
      last = place
    } else {
      last = nil
      for element in list { count(element, &last) }
    }
  }
}

@Suite(.enabled(if: realData != nil))
struct RealDataTests {
  @Test(arguments: areas)
  func `every feature and every vertex of a real area is read`(area: String) async throws {
    let folder = try #require(realData) + "/" + area
    for (file, role) in [("runs", "runs"), ("lifts", "lifts"), ("ski_areas", "areas")] {
      let path = "\(folder)/\(file).geojson"
      if file == "ski_areas", !FileManager.default.fileExists(atPath: path) { continue }
      let oracle = try Oracle(path: path)
      let input =
        switch role {
        case "runs": SkiInput(runs: [path])
        case "lifts": SkiInput(lifts: [path])
        default: SkiInput(areas: [path])
        }
      let (data, report) = try await SkiReader(input: input).read()
      #expect(report.readCounts == [role: oracle.features], "\(path)")
      #expect(report.isBalanced, "\(path)")
      let leftOut = report.entries.filter { $0.outcome == .leftOut }
      if leftOut.isEmpty { #expect(vertexCount(data, role) == oracle.vertices, "\(path)") }
      print(area, file, oracle, report.json().text().prefix(1500))
    }
  }

  private func vertexCount(_ data: SkiData, _ role: String) -> Int {
    switch role {
    case "lifts": return data.lifts.flatMap(\.parts).reduce(0) { $0 + $1.count }
    case "areas": return data.areas.flatMap(\.outlines).reduce(0) { $0 + count($1) }
    default:
      return data.runs.reduce(0) { sum, run in
        switch run.geometry {
        case .lines(let lines): sum + lines.reduce(0) { $0 + $1.count }
        case .areas(let areas): sum + areas.reduce(0) { $0 + count($1) }
        }
      }
    }
  }

  private func count(_ rings: PolygonRings) -> Int {
    rings.holes.reduce(rings.outer.count) { $0 + $1.count }
  }
}
