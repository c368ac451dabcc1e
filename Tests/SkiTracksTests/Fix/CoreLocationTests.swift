import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// Values of receivers that mark unknown ones as negative.
struct CoreLocationTests {
  private let place = Coordinate(latitude: 46, longitude: 7)
  private let time = UniversalTime(secondsSince1970: 1_769_938_200)

  @Test func `negative values become nil, and the elevation with its accuracy`() throws {
    let fix = try LocationFix(
      place, time: time, horizontalAccuracy: 5, altitude: 1800, verticalAccuracy: -1)
    #expect(fix.horizontalAccuracyMetres == 5 && fix.elevationMetres == nil)
    #expect(fix.verticalAccuracyMetres == nil && fix.speedMetresPerSecond == nil && fix.courseDegrees == nil)
  }

  @Test func `valid values are kept and a course of 360° becomes 0°`() throws {
    let fix = try LocationFix(
      place, time: time, horizontalAccuracy: 5, altitude: -3, verticalAccuracy: 4, speed: 12,
      speedAccuracy: 1,
      course: 360, courseAccuracy: 7)
    #expect(fix.elevationMetres == -3 && fix.verticalAccuracyMetres == 4)
    #expect(fix.speedMetresPerSecond == 12 && fix.speedAccuracyMetresPerSecond == 1)
    #expect(fix.courseDegrees == 0 && fix.courseAccuracyDegrees == 7)
  }

  @Test(arguments: [-1, .nan, -.infinity, .infinity] as [Double])
  func `a negative or non-finite horizontal accuracy is refused`(accuracy: Double) {
    #expect(throws: FixRejection.invalidAccuracy) {
      try LocationFix(place, time: time, horizontalAccuracy: accuracy, altitude: 0, verticalAccuracy: 1)
    }
  }
}
