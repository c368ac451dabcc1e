import SkiSystem

/// The computation of the sun's position in the sky.
///
/// **Source:** the low-accuracy method of Meeus, "Astronomical Algorithms", 2nd edition, chapters 12, 13, 22 and 25:
/// true longitude from the equation of the centre, aberration, the longest term of nutation, apparent sidereal time,
/// parallax. The error is at most 0.01° in the years 1900 to 2100, refraction apart.
package enum SunPosition {
  /// Returns the direction of the sun's centre.
  /// - Parameters:
  ///   - place: WGS 84 degrees; at a pole azimuths count from the meridian of the longitude.
  ///   - time: The moment.
  ///   - refraction: The model of atmospheric refraction.
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
}

/// A model of atmospheric refraction.
package enum AirRefraction: Sendable, Hashable {
  /// No refraction: the true (airless) altitude.
  case none
  /// Refraction at sea level: 1,010 hPa and 10 °C.
  case standard
  /// Refraction at a given pressure and temperature.
  case air(pressureHectopascals: Double, temperatureCelsius: Double)

  /// Returns the refraction in degrees: the apparent altitude minus the true altitude.
  ///
  /// Below −1.9°, the end of the formula's range, the refraction is that of −1.9°.
  /// **Source:** Sæmundsson 1986; Meeus, chapter 16. The error is at most 0.07′ for the given air; near the horizon the
  /// real refraction varies by far more.
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

/// The sun's position in geocentric equatorial coordinates.
struct EquatorialSun {
  /// The declination in degrees north of the celestial equator.
  let declinationDegrees: Double
  /// The Greenwich hour angle in degrees, positive west; not normalised to one turn.
  let greenwichHourDegrees: Double
  /// The horizontal parallax in degrees.
  let parallaxDegrees: Double

  /// The difference between Terrestrial Time and UTC in seconds, constant: it was −3 in 1900, which changes the
  /// position by 0.001°.
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

/// The direction of the sun, or another light at infinity, in horizontal coordinates.
package struct SunDirection: Sendable, Hashable {
  /// The azimuth in degrees clockwise from true north: 90 is east, 180 south.
  package var azimuthDegrees: Double
  /// The altitude in degrees above the horizontal plane, −90...90; negative below it.
  package var altitudeDegrees: Double

  /// Creates a direction from its angles in degrees.
  package init(azimuthDegrees: Double, altitudeDegrees: Double) {
    self.azimuthDegrees = azimuthDegrees
    self.altitudeDegrees = altitudeDegrees
  }
}
