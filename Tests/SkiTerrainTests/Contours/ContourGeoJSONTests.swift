import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

struct ContourGeoJSONTests {
  private let folder = ScratchFolder()
  private let hill = DrawnRaster([[0, 0, 0, 0], [0, 30, 12, 0], [0, 0, 0, 0]])

  private func text(
    _ geoJSON: ContourGeoJSON, _ raster: some ElevationRaster, _ levels: ContourLevels, workerCount: Int = 2
  ) throws -> String {
    let path = folder.path + "/contours"
    let tracing = try ContourTracing(
      raster: raster, levels: levels, workerCount: workerCount, bandRows: workerCount)
    try geoJSON.write(tracing, to: path)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a collection names datum, sources and attribution`() throws {
    let raster = MemoryRaster(
      grid: hill.raster().grid, elevationsMetres: hill.heights, verticalDatum: .egm96, name: "hill \"A\"")
    let written = try text(
      ContourGeoJSON(attribution: "© Survey"), raster,
      ContourLevels(everyMetres: 10, baseMetres: 5, indexEvery: 2))
    #expect(
      written == """
        {"type":"FeatureCollection","attribution":"© Survey","verticalDatum":"EGM96","sources":["hill \\"A\\""],"features":[
        {"type":"Feature","properties":{"ele":15,"index":false},"geometry":{"type":"LineString","coordinates":[[10.01,46.995],[10.0183333,46.99],[10.01,46.985],[10.005,46.99],[10.01,46.995]]}},
        {"type":"Feature","properties":{"ele":25,"index":true},"geometry":{"type":"LineString","coordinates":[[10.01,46.9916667],[10.0127778,46.99],[10.01,46.9883333],[10.0083333,46.99],[10.01,46.9916667]]}},
        {"type":"Feature","properties":{"ele":5,"index":true},"geometry":{"type":"LineString","coordinates":[[10.01,46.9983333],[10.02,46.9958333],[10.0258333,46.99],[10.02,46.9841667],[10.01,46.9816667],[10.0016667,46.99],[10.01,46.9983333]]}}
        ]}

        """)
  }

  @Test func `GeoJSON lines have one feature each, under the given elevation key`() throws {
    let written = try text(
      ContourGeoJSON(form: .lines, elevationKey: "elevationMetres"), hill.raster(),
      ContourLevels(atMetres: [28.5]))
    #expect(
      written == """
        {"type":"Feature","properties":{"elevationMetres":28.5},"geometry":{"type":"LineString","coordinates":[[10.01,46.9905],[10.0108333,46.99],[10.01,46.9895],[10.0095,46.99],[10.01,46.9905]]}}

        """)
  }

  @Test func `a level without contours gives an empty collection`() throws {
    let written = try text(ContourGeoJSON(), hill.raster(), ContourLevels(atMetres: [99]))
    let parsed = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any]
    #expect((parsed?["features"] as? [Any])?.isEmpty == true)
    #expect(try text(ContourGeoJSON(form: .lines), hill.raster(), ContourLevels(atMetres: [99])) == "")
  }

  @Test(arguments: 1...4)
  func `the bytes do not depend on the number of threads and bands`(workerCount: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let drawn = DrawnRaster(columns: 60, rows: 50, voids: 0.01, steps: [], &generator)
    let levels = try ContourLevels(everyMetres: 7)
    let one = try text(ContourGeoJSON(), drawn.raster(), levels, workerCount: 1)
    #expect(try text(ContourGeoJSON(), drawn.raster(), levels, workerCount: workerCount) == one)
    let features = try #require(
      (try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any])?["features"] as? [Any])
    #expect(features.count > 100)
  }

  @Test func `the extension of a file gives the form`() {
    #expect(ContourGeoJSON.Form(path: "a/b.geojson") == .collection)
    #expect(ContourGeoJSON.Form(path: "b.GeoJSONL") == .lines)
    #expect(ContourGeoJSON.Form(path: "b.geojsonseq") == .lines)
  }

  @Test func `degrees are written to seven decimals without trailing zeros`() {
    var generator = SeededGenerator(seed: 11)
    let random = (0..<5000).map { _ in Int32.random(in: -1_800_000_000...1_800_000_000, using: &generator) }
    for e7 in [0, 1, -1, 10, -90, 10_000_000, -1_800_000_000, 999_999_999, 1_234_500_000] + random {
      var writer = TextWriter(capacity: 64)
      defer { writer.deallocate() }
      writer.putDegrees(e7: e7)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == decimalText(Double(e7) / 1e7, places: 7))
      #expect(writer.count <= TextWriter.degreesCount)
    }
  }
}
