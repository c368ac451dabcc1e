import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// The reading of GeoJSON with times.
struct GeoJSONReaderTests {
  private func read(_ text: String) throws -> TrackFile {
    try TrackReader.read(Array(text.utf8), name: "day.geojson")
  }

  private let line = #"{"type":"LineString","coordinates":[[-7.25,46.5,1800.5],[-7.26,46.6]]}"#
  private let times = #"["2026-02-01T09:30:00Z","2026-02-01T09:30:01Z"]"#

  @Test(arguments: [
    #"{"type":"Feature","properties":{"name":"A","coordTimes":TIMES},"geometry":LINE}"#,
    #"{"type":"Feature","geometry":LINE,"properties":{"name":"A","coordinateProperties":{"times":TIMES,"heart":[1,2]}}}"#,
    #"{"features":[{"geometry":LINE,"properties":{"times":[1769938200,1769938201000],"name":"A"}}],"type":"FeatureCollection"}"#,
    "\u{1E}{\"type\":\"Feature\",\"properties\":{\"name\":\"A\",\"coordTimes\":[TIMES]},\"geometry\":LINE}\n",
  ])
  func `times are read where programs write them`(form: String) throws {
    let text = form.replacing("TIMES", with: times).replacing("LINE", with: line)
    let file = try read(text)
    #expect(file.format == .geojson && file.name == "A" && file.fixes.count == 2)
    #expect(file.fixes[0].coordinate == Coordinate(latitude: 46.5, longitude: -7.25))
    #expect(file.fixes.map(\.elevationMetres) == [1800.5, nil])
    #expect(file.fixes.map(\.time.secondsSince1970) == [1_769_938_200, 1_769_938_201])
  }

  @Test func `the lines of a feature are segments`() throws {
    let file = try read(
      """
      {"type":"Feature","properties":{"coordTimes":[["2026-02-01T09:30:00Z"],["2026-02-01T09:31:00Z","bad"]]},
      "geometry":{"type":"MultiLineString","coordinates":[[[7,46]],[[7,46.1],[7,46.2]]]}}
      """)
    #expect(file.segments.map(\.count) == [1, 1] && file.report.count(of: "timeInvalid") == 1)
    let entry = file.report.entries.first { $0.code == "timeInvalid" }
    #expect(entry?.examples.first?.id.hasPrefix("byte ") == true)
  }

  @Test func `points with a time and other properties are fixes`() throws {
    let file = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[7,46]},"properties":{"timestamp":"2026-02-01T09:30:00Z",
      "speed":3.5,"accuracy":8,"altitude":1800,"heading":90}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[7,46.1]},"properties":{"time":1769938201}},
      {"type":"Feature","geometry":null,"properties":null}]}
      """)
    #expect(file.fixes.count == 2 && file.tracks.map(\.kind) == [.waypoints])
    let fix = file.fixes[0]
    #expect(
      fix.speedMetresPerSecond == 3.5 && fix.horizontalAccuracyMetres == 8 && fix.elevationMetres == 1800)
    #expect(fix.courseDegrees == 90)
  }

  @Test func `lines without times, polygons and invalid places are counted or ignored`() throws {
    let file = try read(
      """
      {"type":"FeatureCollection","features":[{"geometry":\(line),"properties":{"coordTimes":\(times)}},
      {"geometry":\(line)},{"geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}},
      {"geometry":{"type":"LineString","coordinates":[[7,146],["x",3],[]]},"properties":{"times":[1,2,3]}}]}
      """)
    #expect(file.fixes.count == 2 && file.report.count(of: "timeMissing") == 2)
    #expect(file.report.count(of: "coordinateInvalid") == 2)
  }

  @Test(arguments: [
    ("{", SkiError.Code.malformedData), ("{}", .emptyInput),
    (#"{"type":"Feature","geometry":[}"#, .malformedData),
    (String(repeating: #"{"features":["#, count: 100), .malformedData),
    (String(repeating: #"{"geometry":"#, count: 1000), .malformedData),
    (#"{"coordinates":"# + String(repeating: "[", count: 1000), .malformedData),
  ])
  func `text that is no recording is refused`(text: String, code: SkiError.Code) {
    #expect { try read(text) } throws: { ($0 as? SkiError)?.code == code }
  }

  @Test func `a truncated file keeps its complete features`() throws {
    let feature = #"{"geometry":\#(line),"properties":{"coordTimes":\#(times)}}"#
    let file = try read(#"{"type":"FeatureCollection","features":[\#(feature),{"geometry":{"#)
    #expect(file.fixes.count == 2 && file.report.count(of: "cutOff") == 1)
  }
}
