import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Contours as GeoJSON files.
struct TerrainContourTests {
  private let run = TerrainRun()

  private struct Feature {
    let elevation: Double
    let index: Bool?
    let points: [[Double]]

    init(_ object: [String: Any]) throws {
      let properties = try #require(object["properties"] as? [String: Any])
      let geometry = try #require(object["geometry"] as? [String: Any])
      #expect(geometry["type"] as? String == "LineString")
      elevation = try #require(properties["ele"] as? Double)
      index = properties["index"] as? Bool
      points = try #require(geometry["coordinates"] as? [[Double]])
    }
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `a collection has attribution and datum, and its contours lie at their elevations`() throws {
    let bytes = try run.bytes("contours", "x.geojson", ["--interval", "100", "--index-every", "5"])
    let collection = try object(bytes)
    #expect(collection["type"] as? String == "FeatureCollection")
    #expect(collection["attribution"] as? String == "SkiRoute sample, CC0")
    #expect(collection["verticalDatum"] is String)
    let features = try #require(collection["features"] as? [[String: Any]]).map(Feature.init)
    #expect(features.count > 20)
    for feature in features {
      #expect(feature.elevation.truncatingRemainder(dividingBy: 100) == 0)
      #expect(feature.index == (feature.elevation.truncatingRemainder(dividingBy: 500) == 0))
      #expect(feature.points.count > 1)
    }
    // Every line, sampled at its points, has its elevation.
    let lines = features.flatMap { feature in
      feature.points.enumerated().filter { $0.offset % 50 == 0 }.map { (feature.elevation, $0.element) }
    }
    let input = lines.map { "\($0.1[1]) \($0.1[0])" }.joined(separator: "\n")
    let sampled = try CommandRunner.skiroute().run(
      ["terrain", "sample", TerrainRun.elevation], input: Data(input.utf8))
    let heights = sampled.text.split(separator: "\n").map {
      $0.split(separator: " ").last.flatMap { Double($0) }
    }
    #expect(heights.count == lines.count)
    let differences = zip(heights, lines).map { abs(($0 ?? .nan) - $1.0) }
    #expect(differences.allSatisfy { $0 < 0.05 }, "\(differences.max() ?? .nan)")
  }

  @Test func `GeoJSON lines have as many features as the collection, one a line`() throws {
    let collection = try object(run.bytes("contours", "x.geojson", ["--interval", "100"]))
    let text = try String(
      decoding: run.bytes("contours", "x.geojsonl", ["--interval", "100"]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == (collection["features"] as? [Any])?.count && text.hasSuffix("\n"))
    #expect(try Feature(object(Array(lines[0].utf8))).index == nil)
  }

  @Test func `levels, base and tolerance decide the elevations and the number of points`() throws {
    func elevations(_ options: [String]) throws -> (Set<Double>, points: Int) {
      let features = try #require(
        try object(run.bytes("contours", "x.geojson", options))["features"] as? [[String: Any]])
      let read = try features.map(Feature.init)
      return (Set(read.map(\.elevation)), read.reduce(0) { $0 + $1.points.count })
    }
    let listed = try elevations(["--levels", "1650,1500.5"])
    #expect(listed.0 == [1650, 1500.5])
    let based = try elevations(["--interval", "200", "--base", "50"])
    #expect(
      based.0.allSatisfy { ($0 - 50).truncatingRemainder(dividingBy: 200) == 0 } && based.0.contains(1650))
    let simple = try elevations(["--levels", "1650,1500.5", "--tolerance", "10"])
    #expect(simple.0 == listed.0 && simple.points * 2 < listed.points)
    #expect(try elevations(["--levels", "9000"]).0.isEmpty)
  }
}
