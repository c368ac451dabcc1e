import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// The reading of KML tracks, lines and placemarks with times.
struct KMLReaderTests {
  private func read(_ body: String, _ options: TrackOptions = TrackOptions()) throws -> TrackFile {
    let head =
      #"<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>"#
    return try TrackReader.read(
      Array("<?xml version=\"1.0\"?>\(head)\(body)</Document></kml>".utf8), name: "day.kml", options: options)
  }

  private func when(_ second: Int) -> String { "<when>2026-02-01T09:30:0\(second)Z</when>" }

  @Test func `times and positions of a track belong together by their order`() throws {
    let file = try read(
      """
      <name>Days</name><Placemark><name>A day</name><gx:Track><altitudeMode>absolute</altitudeMode>\(when(0))\(when(1))
      \(when(2))<gx:coord>-7.25 46.5 1800.5</gx:coord><gx:coord/><gx:coord>-7.26 46.6</gx:coord>
      <ExtendedData><SchemaData><gx:SimpleArrayData name="speed"><gx:value>3</gx:value><gx:value>4</gx:value>
      <gx:value>5</gx:value></gx:SimpleArrayData><gx:SimpleArrayData name="heart"><gx:value>99</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark>
      """)
    #expect(file.format == .kml && file.name == "Days" && file.tracks.map(\.name) == ["A day"])
    #expect(file.fixes.map(\.coordinate.latitude) == [46.5, 46.6])
    #expect(file.fixes.map(\.elevationMetres) == [1800.5, nil])
    #expect(file.fixes.map(\.speedMetresPerSecond) == [3, 5])
    #expect(file.fixes.map { $0.time.secondsSince1970 - 1_769_938_200 } == [0, 2])
    #expect(file.report.count(of: "coordinateMissing") == 1)
  }

  @Test func `the tracks of a multiple track are segments, and heights above ground are no elevations`()
    throws
  {
    let mode = "<altitudeMode>relativeToGround</altitudeMode>"
    let file = try read(
      """
      <Placemark><gx:MultiTrack><gx:Track>\(mode)\(when(0))<gx:coord>7 46 5</gx:coord></gx:Track>
      <gx:Track>\(when(5))<gx:coord>7 46 1800</gx:coord></gx:Track></gx:MultiTrack><name>Late</name></Placemark>
      """)
    #expect(file.segments.map(\.count) == [1, 1] && file.tracks.map(\.name) == ["Late"])
    #expect(file.fixes.map(\.elevationMetres) == [nil, 1800])
  }

  @Test func `a line without times is read by the option and named otherwise`() throws {
    let positions = (0..<900).map { "\(7 + Double($0) * 1e-5),46.5,1800" }.joined(separator: "\n ")
    let line = "<Placemark><LineString><coordinates>\n\(positions)\n</coordinates></LineString></Placemark>"
    #expect { try read(line) } throws: { error in
      (error as? SkiError).map {
        $0.code == .emptyInput && $0.message.contains("900 were left out as timeMissing")
      }
        ?? false
    }
    var options = TrackOptions()
    options.untimed = .spaced(from: UniversalTime(secondsSince1970: 0), seconds: 1)
    let file = try read(line, options)
    #expect(file.fixes.count == 900 && file.tracks.map(\.kind) == [.route])
    #expect(file.fixes.allSatisfy { $0.elevationMetres == 1800 && $0.coordinate.latitude == 46.5 })
  }

  @Test func `placemarks with a point and a time are waypoints, and areas are ignored`() throws {
    let file = try read(
      """
      <Placemark><TimeStamp>\(when(3))</TimeStamp><Point><coordinates>7,46,1800</coordinates></Point></Placemark>
      <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6</coordinates></LinearRing>
      </outerBoundaryIs></Polygon></Placemark>
      """)
    #expect(file.tracks.map(\.kind) == [.waypoints] && file.fixes.count == 1)
    #expect(file.fixes[0].time.secondsSince1970 == 1_769_938_203)
  }

  @Test func `more times than positions and the reverse are counted`() throws {
    let file = try read(
      """
      <Placemark><gx:Track>\(when(0))\(when(1))<gx:coord>7 46</gx:coord></gx:Track></Placemark>
      <Placemark><gx:Track>\(when(2))<gx:coord>7 46</gx:coord><gx:coord>7 46.1</gx:coord></gx:Track></Placemark>
      """)
    #expect(file.fixes.count == 2 && file.report.count(of: "coordinateMissing") == 1)
    #expect(file.report.count(of: "timeMissing") == 1)
  }
}
