import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

/// The position of the sun compared with almanac data and with an independent computation.
struct SunPositionTests {
  private func noonAltitude(_ place: Coordinate, _ day: CalendarDay) -> Double {
    stride(from: 0.0, to: 86_400, by: 20).map { seconds in
      SunPosition.at(place, time: UniversalTime(day, secondsOfDay: seconds), refraction: .none)
        .altitudeDegrees
    }.max() ?? .nan
  }

  @Test func `the noon altitude at the solstices follows from the latitude and the axial tilt`()
    throws
  {
    for (latitude, longitude) in [(46.5, 6.6), (-43.5, 170.5), (64.1, -21.9), (0.0, 0.0), (35.0, 139.0)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      let june = try CalendarDay("2026-06-21")
      let december = try CalendarDay("2026-12-21")
      #expect(abs(noonAltitude(place, june) - (90 - abs(latitude - 23.437))) < 0.02)
      #expect(abs(noonAltitude(place, december) - (90 - abs(latitude + 23.437))) < 0.02)
    }
  }

  @Test func `at the equinox the sun is due east or due west of places on the equator`() throws {
    // The equinox of 2026: 20 March, 14:46 UTC.
    let day = try CalendarDay("2026-03-20")
    let moment = UniversalTime(day, secondsOfDay: 14 * 3600 + 46 * 60)
    for longitude in stride(from: -180.0, through: 180, by: 0.25) {
      let place = Coordinate(latitude: 0, longitude: longitude)
      let sun = SunPosition.at(place, time: moment, refraction: .none)
      if abs(sun.altitudeDegrees) < 60 {
        let fromAxis = min(abs(sun.azimuthDegrees - 90), abs(sun.azimuthDegrees - 270))
        #expect(fromAxis < 0.02, "\(longitude): \(sun)")
      }
    }
    let noonOnEquator = noonAltitude(Coordinate(latitude: 0, longitude: 0), day)
    #expect(noonOnEquator > 89.9)
  }

  @Test
  func `the altitude at a pole is the declination, and the polar summer sun never sets`()
    throws
  {
    let june = try CalendarDay("2026-06-21")
    for hour in 0..<24 {
      let time = UniversalTime(june, secondsOfDay: Double(hour) * 3600)
      let north = SunPosition.at(Coordinate(latitude: 90, longitude: 0), time: time, refraction: .none)
      let south = SunPosition.at(Coordinate(latitude: -90, longitude: 0), time: time, refraction: .none)
      #expect(abs(north.altitudeDegrees - 23.436) < 0.01)
      #expect(abs(south.altitudeDegrees + 23.44) < 0.01)
      #expect(
        SunPosition.at(Coordinate(latitude: 67, longitude: 25), time: time, refraction: .none).altitudeDegrees
          > 0)
      #expect(
        SunPosition.at(Coordinate(latitude: -67.5, longitude: 25), time: time, refraction: .none)
          .altitudeDegrees
          < 0)
    }
  }

  @Test func `solar noon is later or earlier by the equation of time`() throws {
    // Published extremes of the equation of time: −14.2 min about 11 February, +16.4 min about 3 November.
    for (day, minutes) in [
      ("2026-02-11", -14.2), ("2026-11-03", 16.45), ("2026-04-15", 0.0), ("2026-09-01", 0.0),
    ] {
      let day = try CalendarDay(day)
      let noon = stride(from: 11.0 * 3600, to: 13 * 3600, by: 1).max { a, b in
        altitude(day, a) < altitude(day, b)
      }
      #expect(abs((12 * 3600 - (noon ?? 0)) / 60 - minutes) < 0.4, "\(day): \(String(describing: noon))")
    }
    func altitude(_ day: CalendarDay, _ seconds: Double) -> Double {
      SunPosition.at(
        Coordinate(latitude: 46, longitude: 0), time: UniversalTime(day, secondsOfDay: seconds),
        refraction: .none
      ).altitudeDegrees
    }
  }

  @Test func `the sun is within four thousandths of a degree of an independent computation`() {
    print("seed 77")
    var random = SeededGenerator(seed: 77)
    var largest = 0.0
    for _ in 0..<20_000 {
      let time = UniversalTime(secondsSince1970: .random(in: -2_208_988_800...4_102_444_800, using: &random))
      let place = Coordinate(
        latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
      let sun = SunPosition.at(place, time: time, refraction: .none)
      let slow = ReferenceSun.at(place, time)
      largest = max(largest, slow.angleDegrees(to: sun))
    }
    print("largest difference \(largest)°")
    #expect(largest < 0.004)
  }

  @Test func `refraction lifts the sun by half a degree at the horizon and by nothing at the zenith`() {
    let horizon = AirRefraction.standard.liftDegrees(trueAltitudeDegrees: -0.57)
    #expect(abs(horizon - 34.0 / 60) < 0.02)
    #expect(AirRefraction.standard.liftDegrees(trueAltitudeDegrees: 90) < 0.0001)
    #expect(abs(AirRefraction.standard.liftDegrees(trueAltitudeDegrees: 45) - 0.0168) < 0.0005)
    let thin = AirRefraction.air(pressureHectopascals: 505, temperatureCelsius: 10)
    #expect(
      abs(
        thin.liftDegrees(trueAltitudeDegrees: 10) * 2
          - AirRefraction.standard.liftDegrees(trueAltitudeDegrees: 10)) < 1e-9)
    var last = -Double.infinity
    for step in -900...900 {
      let altitude = Double(step) / 10
      let apparent = altitude + AirRefraction.standard.liftDegrees(trueAltitudeDegrees: altitude)
      #expect(apparent > last)
      last = apparent
    }
  }
}
