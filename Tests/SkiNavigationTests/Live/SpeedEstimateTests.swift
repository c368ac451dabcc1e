import SkiBase
import SkiGraph
import Testing

@testable import SkiNavigation
@testable import SkiTracks

struct SpeedEstimateTests {
  private func fix(_ seconds: Double, speed: Double? = nil) -> LocationFix {
    var fix = LocationFix(Coordinate(latitude: 46, longitude: 7), time: second(seconds))
    fix.speedMetresPerSecond = speed
    return fix
  }

  private func north(_ metres: Double) -> Coordinate {
    Coordinate(latitude: 46 + metres / 111_195, longitude: 7)
  }

  @Test func `a valid speed of the receiver is used and an invalid one is ignored`() {
    var speed = SpeedEstimate()
    speed.take(fix(0, speed: 7), at: north(0))
    #expect(speed.metresPerSecond == 7)
    for nonsense in [-1, .nan, Double.infinity] {
      var speed = SpeedEstimate()
      speed.take(fix(0, speed: nonsense), at: north(0))
      #expect(speed.metresPerSecond == nil)
    }
  }

  @Test func `steady motion gives its speed, and a stop lowers it to nearly zero`() throws {
    var speed = SpeedEstimate()
    for second in 0...20 { speed.take(fix(Double(second)), at: north(Double(second) * 10)) }
    #expect(abs(try #require(speed.metresPerSecond) - 10) < 0.1)
    for second in 21...50 { speed.take(fix(Double(second)), at: north(200)) }
    #expect(try #require(speed.metresPerSecond) < 0.1)
  }

  @Test func `the speed is unknown after a gap`() {
    var speed = SpeedEstimate()
    speed.take(fix(0), at: north(0))
    speed.take(fix(1), at: north(10))
    speed.take(fix(100), at: north(5000))
    #expect(speed.metresPerSecond == nil)
  }
}
