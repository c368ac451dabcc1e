import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// The reading of Training Center XML.
struct TCXReaderTests {
  private func read(_ body: String) throws -> TrackFile {
    let head = #"<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">"#
    return try TrackReader.read(Array("<?xml version=\"1.0\"?>\(head)\(body)</TrainingCenterDatabase>".utf8))
  }

  private func point(_ second: Int, _ inside: String = "") -> String {
    """
    <Trackpoint><Time>2026-02-01T09:30:0\(second).000Z</Time><Position><LatitudeDegrees>46.5</LatitudeDegrees>
    <LongitudeDegrees>-7.25</LongitudeDegrees></Position><AltitudeMeters>1800.5</AltitudeMeters>\(inside)</Trackpoint>
    """
  }

  @Test func `the points of laps become segments of one track`() throws {
    let speed = "<Extensions><ns3:TPX><ns3:Speed>3.5</ns3:Speed></ns3:TPX></Extensions>"
    let file = try read(
      """
      <Activities><Activity Sport="Other"><Id>2026-02-01T09:30:00Z</Id>
      <Lap><Track>\(point(0, speed))\(point(1))</Track><Track>\(point(3))</Track></Lap>
      <Lap><Track>\(point(4))</Track></Lap><Creator><Name>A watch</Name></Creator></Activity></Activities>
      <Author><Name>A program</Name></Author>
      """)
    #expect(file.format == .tcx && file.tracks.count == 1 && file.segments.map(\.count) == [2, 1, 1])
    #expect(file.fixes[0].coordinate == Coordinate(latitude: 46.5, longitude: -7.25))
    #expect(file.fixes[0].elevationMetres == 1800.5 && file.fixes[0].speedMetresPerSecond == 3.5)
    #expect(file.fixes.map { $0.time.secondsSince1970 - 1_769_938_200 } == [0, 1, 3, 4])
  }

  @Test func `a course is a route with its name`() throws {
    let file = try read("<Courses><Course><Name>Down</Name><Track>\(point(0))</Track></Course></Courses>")
    #expect(file.tracks.map(\.kind) == [.route] && file.name == "Down")
  }

  @Test func `points without a position, time or valid altitude are counted`() throws {
    let file = try read(
      """
      <Activities><Activity><Lap><Track>\(point(0))<Trackpoint><Time>2026-02-01T09:30:01Z</Time></Trackpoint>
      <Trackpoint><Time>soon</Time><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees>
      </Position></Trackpoint>\(point(2, "<AltitudeMeters>high</AltitudeMeters>"))</Track></Lap></Activity></Activities>
      """)
    #expect(file.fixes.count == 2 && file.report.count(of: "coordinateMissing") == 1)
    #expect(file.report.count(of: "timeInvalid") == 1 && file.report.count(of: "valueInvalid") == 1)
  }

  @Test func `a truncated file is read up to its last complete point`() throws {
    let whole = "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\(point(0))\(point(1))</Track>"
    let file = try TrackReader.read(Array(whole.utf8.dropLast(30)))
    #expect(file.fixes.count == 1 && file.report.count(of: "cutOff") == 1)
  }
}
