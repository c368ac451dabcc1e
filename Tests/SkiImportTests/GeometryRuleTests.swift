import SkiGeo
import SkiImport
import SkiModel
import Testing

struct GeometryRuleTests {
  private func read(_ geometry: String) async throws -> Reading {
    let reading = try await SkiImportTests.read(
      .runs, features: feature(#""uses":["downhill"]"#, geometry: geometry))
    #expect(reading.report.isBalanced)
    return reading
  }

  private func read(line coordinates: String) async throws -> Reading {
    try await read(#"{"type":"LineString","coordinates":\#(coordinates)}"#)
  }

  @Test(arguments: [
    ("null", "geometryMissing"), (#"{"type":"LineString","coordinates":[]}"#, "geometryTooShort"),
    (#"{"type":"LineString"}"#, "geometryMissing"), ("{}", "geometryUnsupported"),
    (#"{"type":"LineString","coordinates":null}"#, "geometryMissing"),
    (#"{"type":"LineString","coordinates":[[6,45]]}"#, "geometryTooShort"),
    (#"{"type":"LineString","coordinates":[[6,45],[6,45]]}"#, "geometryTooShort"),
    (#"{"type":"LineString","coordinates":[[360,360],[6,45]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[["6","45"],[null,1],{}]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[1e999,45],[6,-1e999]]}"#, "coordinateInvalid"),
    (#"{"type":"LineString","coordinates":[[[6,45],[7,46]]]}"#, "coordinateInvalid"),
    (#"{"type":"Polygon","coordinates":[[[6,45],[7,46]]]}"#, "geometryTooShort"),
    (#"{"type":"Polygon","coordinates":[]}"#, "geometryTooShort"),
    (#"{"type":"GeometryCollection","geometries":[]}"#, "geometryUnsupported"),
    (#"{"type":"Point","coordinates":[6,45]}"#, "geometryUnsupported"),
  ])
  func `a geometry that can't be used is left out with its reason`(geometry: String, code: String)
    async throws
  {
    let (data, report) = try await read(geometry)
    #expect(data.runs.isEmpty)
    #expect(report.count(of: code) == 1, "\(report.json().text())")
    #expect(report.readCounts == ["runs": 1])
    #expect(report.usedCounts["runs"] == nil)
  }

  @Test func `a vertex off the Earth is left out and the rest used`() async throws {
    let (data, report) = try await read(line: "[[6,45],[360,360],[6.1,45.1],[\"x\"]]")
    #expect(data.runs.first?.geometry == .lines([line((45, 6), (45.1, 6.1))]))
    #expect(report.entries.map(\.code) == ["coordinateInvalid"])
    #expect(report.entries.first?.outcome == .mended)
    #expect(report.entries.first?.count == 1)
  }

  @Test func `repeated vertices are one`() async throws {
    let (data, _) = try await read(line: "[[6,45],[6,45],[6.1,45.1],[6.1,45.1],[6,45]]")
    #expect(data.runs.first?.geometry == .lines([line((45, 6), (45.1, 6.1), (45, 6))]))
  }

  @Test(arguments: ["-8000", "-3.4e38", "9001", "1e999", "null", "\"x\""])
  func `an elevation no place has is dropped`(elevation: String) async throws {
    let (data, report) = try await read(line: "[[6,45,\(elevation)],[6.1,45.1,1200.5]]")
    guard case .lines(let lines)? = data.runs.first?.geometry else {
      Issue.record("no line")
      return
    }
    #expect(lines[0].elevationMetres(at: 0) == nil)
    #expect(lines[0].elevationMetres(at: 1) == 1200.5)
    #expect(report.count(of: "elevationImplausible") == 1)
  }

  @Test func `an unclosed ring is closed, holes are kept`() async throws {
    let (data, report) = try await read(
      #"{"type":"Polygon","coordinates":[[[6,45],[7,45],[7,46],[6,46]],[[6.4,45.4],[6.5,45.4],[6.5,45.5],[6.4,45.4]]]}"#
    )
    let rings = PolygonRings(
      outer: line((45, 6), (45, 7), (46, 7), (46, 6), (45, 6)),
      holes: [line((45.4, 6.4), (45.4, 6.5), (45.5, 6.5), (45.4, 6.4))])
    #expect(data.runs.first?.geometry == .areas([rings]))
    #expect(report.count(of: "ringClosed") == 1)
  }

  @Test func `the parts of multi-geometries are kept in order`() async throws {
    let lines = try await read(
      #"{"type":"MultiLineString","coordinates":[[[6,45],[7,45]],[[1,1]],[[8,45],[9,45]]]}"#)
    #expect(lines.data.runs.first?.geometry == .lines([line((45, 6), (45, 7)), line((45, 8), (45, 9))]))
    let areas = try await read(
      #"{"type":"MultiPolygon","coordinates":[[[[6,45],[7,45],[7,46],[6,45]]],[[[8,45],[9,45],[9,46],[8,45]]]]}"#
    )
    guard case .areas(let polygons)? = areas.data.runs.first?.geometry else {
      Issue.record("no areas")
      return
    }
    #expect(polygons.count == 2)
  }

  private func line(_ places: (Double, Double)...) -> Polyline {
    Polyline(places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }
}
