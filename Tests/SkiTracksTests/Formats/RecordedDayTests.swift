import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The counts of fixes in the recorded days, which are private.
@Suite(.enabled(if: RealData.isNamed))
struct RecordedDayTests {
  @Test(arguments: [("crystal-mountain-01", 13_589), ("trois-vallees-01", 11_123)])
  func `a recorded day is read completely and 99 of 100 fixes are accepted`(name: String, count: Int) throws {
    let file = try TrackReader.read(path: "\(try #require(RealData.folder))/tracks/\(name).gpx")
    #expect(file.fixes.count == count && file.segments.count == 1 && file.report.entries.isEmpty)
    #expect(file.fixes.allSatisfy { $0.elevationMetres != nil })
    var filter = FixFilter()
    let kept = filter.accepted(of: file.fixes)
    #expect(Double(kept.count) > 0.99 * Double(count), "\(filter.refusedCounts)")
  }
}
