import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Written GPX, read back.
struct RecordedTrackGPXTests {
  @Test func `tracks written as GPX are read back unchanged`() throws {
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
    let file = try TrackReader.read(RecordedTrack.gpx(tracks, name: "Day\u{7}"))
    #expect(file.tracks == tracks && file.name == "Day\u{FFFD}" && file.report.entries.isEmpty)
  }
}
