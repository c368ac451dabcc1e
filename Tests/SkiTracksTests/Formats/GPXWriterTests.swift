import SkiGeo
import SkiModel
import SkiTestSupport
import SkiTracks
import Testing

/// GPX as it is written, read again.
struct GPXWriterTests {
  private func fix(_ second: Double) -> LocationFix {
    LocationFix(
      Coordinate(latitude: 46.5, longitude: -7.25), time: UniversalTime(secondsSince1970: second),
      elevationMetres: 1800.25, horizontalAccuracyMetres: 4.5)
  }

  @Test func `what is written is read again`() throws {
    var random = SeededGenerator(seed: 7)
    var fixes: [LocationFix] = []
    for second in 0..<200 {
      var fix = LocationFix(
        Coordinate(
          latitude: Double(Int.random(in: -900_000_000...900_000_000, using: &random)) / 1e7,
          longitude: Double(Int.random(in: -1_800_000_000...1_800_000_000, using: &random)) / 1e7),
        time: UniversalTime(secondsSince1970: 1_769_938_200 + Double(second) * 0.25))
      if Bool.random(using: &random) {
        fix.elevationMetres = Double(Int.random(in: -40...400_000, using: &random)) / 100
      }
      if Bool.random(using: &random) { fix.horizontalAccuracyMetres = 4.5 }
      if fix.elevationMetres != nil { fix.verticalAccuracyMetres = 7.5 }
      if Bool.random(using: &random) { fix.speedMetresPerSecond = 12.25 }
      if Bool.random(using: &random) { fix.courseDegrees = 359.5 }
      fixes.append(fix)
    }
    let tracks = [
      RecordedTrack(
        name: "A & <b> \"c\" 'd' ]]> é🎿", segments: [Array(fixes[..<50]), Array(fixes[50..<120])]),
      RecordedTrack(segments: [Array(fixes[120...])]),
    ]
    let file = try TrackReader.read(GPXWriter.document(tracks, name: "Day\u{7}"))
    #expect(file.tracks == tracks && file.name == "Day\u{FFFD}" && file.report.entries.isEmpty)
  }

  @Test func `a document has waypoints, tracks and whose data it is`() throws {
    var writer = GPXWriter(
      name: "Day", description: "Two runs", attribution: "© OpenStreetMap contributors, ODbL 1.0")
    writer.addWaypoint(Coordinate(latitude: 46, longitude: 7), elevationMetres: 2000, name: "Top")
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

  @Test func `hostile numbers leave out what can't be written`() throws {
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
    #expect(text.contains("<trkpt lat=\"46.5\" lon=\"-7.25\"></trkpt>\n</trkseg>"))
  }
}
