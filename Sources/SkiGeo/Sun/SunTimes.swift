#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// When the sun rises and sets at a place on one day, and when it gets light and dark.
///
/// A value; `Sendable`. Minutes since the midnight of the clock there; a time of the day before is negative, one of the day
/// after is 1440 or more. Over a level horizon at sea level: mountains around are not reckoned with. Where the sun does not
/// cross the altitude asked for all day, both times are its noon (it stays below) or lie twelve hours from noon (it stays
/// above).
///
/// **Source:** the hour angle of Meeus, "Astronomical Algorithms", 2nd edition, chapter 15, with the sun's place taken anew at
/// each event; good to half a minute below 60° of latitude.
package struct SunTimes: Sendable, Hashable {
  /// When the centre of the sun comes within 6° of the horizon: civil dawn.
  package let dawn: Double
  /// When its upper edge is seen first.
  package let sunrise: Double
  /// When its upper edge is seen last.
  package let sunset: Double
  /// When its centre has sunk 6° below the horizon: civil dusk.
  package let dusk: Double

  /// Where the centre of the sun stands when its edge is seen on the horizon, degrees: half its width and the usual
  /// refraction below it.
  package static let riseAltitudeDegrees = -0.833
  /// Where it stands at civil dawn and dusk, degrees.
  package static let twilightAltitudeDegrees = -6.0

  /// Reckons the times of a day.
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - day: As the clock there counts days.
  ///   - offset: What that clock is ahead of UTC.
  /// - Complexity: O(1).
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

/// The sun over one place, by minutes of one day.
private struct Sky {
  let place: Coordinate
  let midnight: UniversalTime
  /// Degrees the sun passes in a minute.
  private static let degreesPerMinute = 0.25
  /// How often an estimate is made anew from the one before; each time the error shrinks some hundred times.
  private static let rounds = 4

  private func sun(atMinute minute: Double) -> EquatorialSun {
    EquatorialSun(midnight.advanced(bySeconds: minute * 60))
  }

  /// When the sun stands in the meridian.
  func noonMinute() -> Double {
    var minute = 720.0
    for _ in 0..<Self.rounds { minute -= hourDegrees(atMinute: minute) / Self.degreesPerMinute }
    return minute
  }

  /// How far west of the meridian the sun stands, −180..<180.
  private func hourDegrees(atMinute minute: Double) -> Double {
    let turn = (sun(atMinute: minute).greenwichHourDegrees + place.longitude)
      .truncatingRemainder(dividingBy: 360)
    return turn < -180 ? turn + 360 : turn >= 180 ? turn - 360 : turn
  }

  /// When the sun stands at an altitude before (−1) or after (1) noon.
  func minute(of altitudeDegrees: Double, noon: Double, side: Double) -> Double {
    var minute = noon
    for _ in 0..<Self.rounds {
      minute = noon + side * halfArcDegrees(altitudeDegrees, atMinute: minute) / Self.degreesPerMinute
    }
    return minute
  }

  /// How far from the meridian the sun stands at an altitude: 0 where it never gets there, 180 where it never sinks to it.
  private func halfArcDegrees(_ altitudeDegrees: Double, atMinute minute: Double) -> Double {
    let declination = radians(sun(atMinute: minute).declinationDegrees)
    let latitude = radians(place.latitude)
    let width = cos(latitude) * cos(declination)
    let height = sin(radians(altitudeDegrees)) - sin(latitude) * sin(declination)
    guard width > 1e-9 else { return height > 0 ? 0 : 180 }
    return degrees(acos(max(-1, min(1, height / width))))
  }
}
