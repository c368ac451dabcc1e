import SkiSystem

/// The times of sunrise, sunset and civil twilight at a place on one day.
///
/// Times are minutes since local midnight; one of the day before is negative, one of the day after 1440 or more. The
/// horizon is level and at sea level, without terrain. On days when the sun does not cross the altitude, both times are
/// solar noon (it stays below) or lie twelve hours from noon (it stays above).
///
/// **Source:** the hour angle of Meeus, "Astronomical Algorithms", 2nd edition, chapter 15, with the sun's position
/// recomputed at each event; the error is at most half a minute below 60° of latitude.
package struct SunTimes: Sendable, Hashable {
  /// The civil dawn: the sun's centre rises to 6° below the horizon.
  package let dawn: Double
  /// The sunrise: the sun's upper edge appears.
  package let sunrise: Double
  /// The sunset: the sun's upper edge disappears.
  package let sunset: Double
  /// The civil dusk: the sun's centre sinks to 6° below the horizon.
  package let dusk: Double

  /// The altitude of the sun's centre at sunrise and sunset, in degrees: its radius and the standard refraction below
  /// the horizon.
  package static let riseAltitudeDegrees = -0.833
  /// The altitude of the sun's centre at civil dawn and dusk, in degrees.
  package static let twilightAltitudeDegrees = -6.0

  /// Creates the times of a day.
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - day: The local calendar day.
  ///   - offset: The local offset from UTC.
  /// - Precondition: `place.isValid`
  package init(at place: Coordinate, on day: CalendarDay, offset: UTCOffset) {
    precondition(place.isValid, "place must be on the Earth, got \(place)")
    let sky = Sky(place: place, midnight: UniversalTime(day, secondsOfDay: 0, offset: offset))
    let noon = sky.noonMinute()
    dawn = sky.minute(of: Self.twilightAltitudeDegrees, noon: noon, side: -1)
    sunrise = sky.minute(of: Self.riseAltitudeDegrees, noon: noon, side: -1)
    sunset = sky.minute(of: Self.riseAltitudeDegrees, noon: noon, side: 1)
    dusk = sky.minute(of: Self.twilightAltitudeDegrees, noon: noon, side: 1)
  }
}

/// The sun's hour angle and declination at one place, by minutes of one day.
private struct Sky {
  let place: Coordinate
  let midnight: UniversalTime
  /// The change of the hour angle, in degrees per minute.
  private static let degreesPerMinute = 0.25
  /// The number of fixed-point iterations; each reduces the error about a hundredfold.
  private static let rounds = 4

  private func sun(atMinute minute: Double) -> EquatorialSun {
    EquatorialSun(midnight.advanced(bySeconds: minute * 60))
  }

  /// Returns solar noon in minutes since midnight.
  func noonMinute() -> Double {
    var minute = 720.0
    for _ in 0..<Self.rounds { minute -= hourDegrees(atMinute: minute) / Self.degreesPerMinute }
    return minute
  }

  /// Returns the local hour angle in degrees, positive west, −180..<180.
  private func hourDegrees(atMinute minute: Double) -> Double {
    let turn = (sun(atMinute: minute).greenwichHourDegrees + place.longitude)
      .truncatingRemainder(dividingBy: 360)
    return turn < -180 ? turn + 360 : turn >= 180 ? turn - 360 : turn
  }

  /// Returns the minute at which the sun crosses an altitude before (`side` −1) or after (1) noon.
  func minute(of altitudeDegrees: Double, noon: Double, side: Double) -> Double {
    var minute = noon
    for _ in 0..<Self.rounds {
      minute = noon + side * halfArcDegrees(altitudeDegrees, atMinute: minute) / Self.degreesPerMinute
    }
    return minute
  }

  /// Returns the absolute hour angle at which the sun crosses an altitude, in degrees: 0 where it stays below, 180
  /// where it stays above.
  private func halfArcDegrees(_ altitudeDegrees: Double, atMinute minute: Double) -> Double {
    let declination = radians(sun(atMinute: minute).declinationDegrees)
    let latitude = radians(place.latitude)
    let width = cos(latitude) * cos(declination)
    let height = sin(radians(altitudeDegrees)) - sin(latitude) * sin(declination)
    guard width > 1e-9 else { return height > 0 ? 0 : 180 }
    return degrees(acos(max(-1, min(1, height / width))))
  }
}
