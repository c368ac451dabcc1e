#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Where the sun stands at a place and a moment.
///
/// **Source:** the low-accuracy method of Meeus, "Astronomical Algorithms", 2nd edition, chapters 12, 13, 22 and 25: the
/// sun's true longitude from the equation of the centre, aberration, the longest term of nutation, apparent sidereal
/// time, parallax. Good to 0.01° (a fiftieth of the sun's width) in the years 1900 to 2100, refraction apart.
package enum SunPosition {
  /// Returns where the sun's centre stands.
  /// - Parameters:
  ///   - place: WGS 84 degrees; at a pole, where every direction is the same, azimuths count from the meridian of the
  ///     longitude.
  ///   - time: The moment.
  ///   - refraction: How much the air lifts the sun.
  /// - Complexity: O(1).
  /// - Precondition: `place.isValid` and the moment is finite.
  package static func at(
    _ place: Coordinate, time: UniversalTime, refraction: AirRefraction = .standard
  ) -> SunDirection {
    precondition(place.isValid, "place must be on the Earth, got \(place)")
    precondition(time.secondsSince1970.isFinite, "time must be finite, got \(time.secondsSince1970)")
    let sun = EquatorialSun(time)
    let hour = radians(sun.greenwichHourDegrees + place.longitude)
    let (latitude, declination) = (radians(place.latitude), radians(sun.declinationDegrees))
    let up = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hour)
    let north = cos(latitude) * sin(declination) - sin(latitude) * cos(declination) * cos(hour)
    let east = -cos(declination) * sin(hour)
    let geometric = degrees(atan2(up, (north * north + east * east).squareRoot()))
    let altitude = geometric - sun.parallaxDegrees * cos(radians(geometric))
    let azimuth = degrees(atan2(east, north))
    return SunDirection(
      azimuthDegrees: azimuth < 0 ? min(azimuth + 360, 360.0.nextDown) : azimuth,
      altitudeDegrees: altitude + refraction.liftDegrees(trueAltitudeDegrees: altitude))
  }

  /// Half the sun's width in the sky, degrees, on average.
  package static let radiusDegrees = 0.2666
}

/// How much the air bends the light of the sun.
package enum AirRefraction: Sendable, Hashable {
  /// Not at all: the true, airless altitude.
  case none
  /// Air at sea level: 1,010 hPa and 10 °C.
  case standard
  /// Air of a pressure and temperature.
  case air(pressureHectopascals: Double, temperatureCelsius: Double)

  /// Returns how much higher than it is the sun seems to stand, degrees.
  ///
  /// Below −1.9° the formula ends; the lift stays what it is there.
  /// **Source:** Sæmundsson 1986; Meeus, chapter 16. Good to 0.07′ for that air; near the horizon true air strays by far more.
  package func liftDegrees(trueAltitudeDegrees altitude: Double) -> Double {
    var share = 1.0
    switch self {
    case .none: return 0
    case .standard: break
    case .air(let pressure, let temperature): share = pressure / 1010 * 283 / (273 + temperature)
    }
    let held = max(-1.9, min(89.9, altitude))
    return max(0, share * 1.02 / tan(radians(held + 10.3 / (held + 5.11))) / 60)
  }
}

/// The sun among the stars, as seen from the middle of the Earth.
struct EquatorialSun {
  /// Degrees north of the celestial equator.
  let declinationDegrees: Double
  /// Degrees the sun has passed west of Greenwich's meridian; not brought into one turn.
  let greenwichHourDegrees: Double
  /// How much lower than from the middle of the Earth it stands on the horizon, degrees.
  let parallaxDegrees: Double

  /// Terrestrial Time is so many seconds ahead of UTC; it was −3 in 1900 and is taken as what it is now, since the sun moves
  /// by a thousandth of a degree in that time.
  private static let clockDriftSeconds = 69.2

  init(_ time: UniversalTime) {
    let days = time.secondsSince1970 / 86_400 - 10_957.5  // from 2000-01-01 12:00 UTC
    let t = (days + Self.clockDriftSeconds / 86_400) / 36_525
    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = radians(357.52911 + t * (35_999.05029 - t * 0.0001537))
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let centre =
      (1.914602 - t * (0.004817 + t * 0.000014)) * sin(anomaly)
      + (0.019993 - t * 0.000101) * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
    let distance =
      1.000001018 * (1 - eccentricity * eccentricity) / (1 + eccentricity * cos(anomaly + radians(centre)))
    let node = radians(125.04 - 1934.136 * t)
    let nutation = -0.00478 * sin(node)
    let longitude = radians(meanLongitude + centre - 0.00569 + nutation)
    let obliquityDegrees =
      23.43929111 - t * (0.0130041667 + t * (0.0000001639 - t * 0.0000005036)) + 0.00256 * cos(node)
    let obliquity = radians(obliquityDegrees)
    let ascension = degrees(atan2(cos(obliquity) * sin(longitude), cos(longitude)))
    let u = days / 36_525
    let siderealTime =
      280.46061837 + 360.98564736629 * days + u * u * (0.000387933 - u / 38_710_000)
      + nutation * cos(obliquity)
    declinationDegrees = degrees(asin(sin(obliquity) * sin(longitude)))
    greenwichHourDegrees = (siderealTime - ascension).truncatingRemainder(dividingBy: 360)
    parallaxDegrees = 8.794 / 3600 / distance
  }
}
