import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// Fixes with unknown values.
struct LocationFixTests {
  @Test func `the unmeasured values of a fix are nil`() {
    let fix = LocationFix(
      Coordinate(latitude: 46, longitude: 7), time: UniversalTime(secondsSince1970: 1_769_943_600))
    #expect(fix.elevationMetres == nil && fix.horizontalAccuracyMetres == nil)
    #expect(fix.courseDegrees == nil && fix.speedMetresPerSecond == nil && fix.sequence == nil)
  }
}
