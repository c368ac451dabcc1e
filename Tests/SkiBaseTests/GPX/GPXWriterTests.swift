import SkiBase
import Testing

/// The writing of GPX documents.
struct GPXWriterTests {
  private func fix(_ second: Double) -> GPXWriter.Point {
    GPXWriter.Point(
      Coordinate(latitude: 46.5, longitude: -7.25), elevationMetres: 1800.25,
      time: UniversalTime(secondsSince1970: second))
  }

  @Test func `a document has waypoints, tracks and the attribution of its data`() throws {
    var writer = GPXWriter(
      name: "Day", description: "Two runs", attribution: "© OpenStreetMap contributors, ODbL 1.0")
    writer.addWaypoint(.init(Coordinate(latitude: 46, longitude: 7), elevationMetres: 2000), name: "Top")
    writer.beginTrack(name: "Run", type: "downhill")
    writer.add(fix(0))
    let start = writer.takeBytes()
    writer.beginSegment()
    writer.add(fix(1.5))
    writer.finish()
    let text = String(decoding: start + writer.takeBytes(), as: UTF8.self)
    #expect(text.contains(#"<wpt lat="46" lon="7"><ele>2000</ele><name>Top</name></wpt>"#))
    #expect(text.contains("<trk><name>Run</name><type>downhill</type>"))
    #expect(
      text.contains("<time>1970-01-01T00:00:00Z</time>")
        && text.contains("<time>1970-01-01T00:00:01.500Z</time>"))
    #expect(text.contains("<copyright author=\"© OpenStreetMap contributors, ODbL 1.0\"/>"))
    #expect(
      text.hasSuffix("</trkpt>\n</trkseg>\n</trk>\n</gpx>\n") && text.split(separator: "<trkseg>").count == 3)
    #expect(writer.takeBytes().isEmpty)
  }

  @Test func `values that are not finite or out of range are left out`() throws {
    var writer = GPXWriter()
    var hostile = fix(.nan)
    hostile.elevationMetres = .infinity
    hostile.speedMetresPerSecond = 1e300
    hostile.courseDegrees = .nan
    hostile.horizontalAccuracyMetres = -.infinity
    writer.add(hostile)
    hostile.coordinate.latitude = .nan
    writer.add(hostile)
    writer.finish()
    let text = String(decoding: writer.takeBytes(), as: UTF8.self)
    #expect(text.contains("<trkpt lat=\"46.5\" lon=\"-7.25\"/>\n</trkseg>"))
  }
}
