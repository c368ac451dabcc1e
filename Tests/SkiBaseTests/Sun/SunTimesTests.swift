import SkiBase
import SkiTestSupport
import Testing

/// Sunrise and sunset compared with an almanac and with the computed altitude of the sun.
struct SunTimesTests {
  private func times(_ latitude: Double, _ longitude: Double, _ day: String, _ offset: String) throws
    -> SunTimes
  {
    SunTimes(
      at: Coordinate(latitude: latitude, longitude: longitude), on: try CalendarDay(day),
      offset: try UTCOffset(offset))
  }

  @Test func `sunrise and sunset at Greenwich agree with the almanac at both solstices`() throws {
    // The tables of the Royal Greenwich Observatory's successors, rounded to minutes.
    let greenwich = try times(51.48, 0, "2026-06-21", "+1")
    #expect(abs(greenwich.sunrise - (4 * 60 + 43)) <= 1.5, "\(greenwich)")
    #expect(abs(greenwich.sunset - (21 * 60 + 21)) <= 1.5, "\(greenwich)")
    let december = try times(51.48, 0, "2026-12-21", "0")
    #expect(abs(december.sunrise - (8 * 60 + 4)) <= 1.5, "\(december)")
    #expect(abs(december.sunset - (15 * 60 + 53)) <= 1.5, "\(december)")
  }

  @Test func `the sun is at the defining altitude at the sun times of random days and places`() throws {
    let seed: UInt64 = 91
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let place = Coordinate(
        latitude: .random(in: -60...60, using: &random), longitude: .random(in: -180...180, using: &random))
      let day = CalendarDay(daysSince1970: .random(in: -20_000...40_000, using: &random))
      let offset = try UTCOffset(minutes: Int(place.longitude / 15) * 60)
      let times = SunTimes(at: place, on: day, offset: offset)
      func altitude(_ minute: Double) -> Double {
        let moment = UniversalTime(day, secondsOfDay: minute * 60, offset: offset)
        return SunPosition.at(place, time: moment, refraction: .none).altitudeDegrees
      }
      for (minute, expected) in [
        (times.dawn, SunTimes.twilightAltitudeDegrees), (times.sunrise, SunTimes.riseAltitudeDegrees),
        (times.sunset, SunTimes.riseAltitudeDegrees), (times.dusk, SunTimes.twilightAltitudeDegrees),
      ] {
        #expect(abs(altitude(minute) - expected) < 0.05, "seed \(seed): \(place) \(day) \(times)")
      }
      #expect(
        altitude(times.sunrise + 5) > altitude(times.sunrise)
          && altitude(times.sunset + 5) < altitude(times.sunset))
      #expect(times.dawn < times.sunrise && times.sunset < times.dusk, "seed \(seed): \(place) \(day)")
    }
  }

  @Test func `a day of polar night has no length, and one of midnight sun has 24 hours`() throws {
    let night = try times(78.2, 15.6, "2026-12-21", "+1")
    #expect(night.sunrise == night.sunset && abs(night.sunrise - 12 * 60) < 90, "\(night)")
    let day = try times(78.2, 15.6, "2026-06-21", "+1")
    #expect(day.sunset - day.sunrise == 1440, "\(day)")
  }
}
