import SkiBase
import SkiSystem

/// The position of the sun by Kepler's equation and rotated vectors, without series or spherical triangles.
///
/// Mean elements of the Earth's orbit and their rates (Standish, "Approximate positions of the planets", 1992),
/// Kepler's equation by iteration, precession and the longest term of nutation, the Earth's rotation angle, and the
/// place as a vector.
struct ReferenceSun {
  var east: Double
  var north: Double
  var up: Double

  static func at(_ place: Coordinate, _ time: UniversalTime) -> ReferenceSun {
    let days = time.secondsSince1970 / 86_400 - 10_957.5
    let centuries = (days + 69.2 / 86_400) / 36_525
    let longitude = 100.46457166 + 35_999.37244981 * centuries
    let perihelion = 102.93768193 + 0.32327364 * centuries
    let eccentricity = 0.01671123 - 0.00004392 * centuries
    let mean = (longitude - perihelion).truncatingRemainder(dividingBy: 360) * .pi / 180
    var anomaly = mean
    for _ in 0..<50 { anomaly = mean + eccentricity * sin(anomaly) }
    let x = cos(anomaly) - eccentricity
    let y = (1 - eccentricity * eccentricity).squareRoot() * sin(anomaly)
    let distance = 1.00000261 * (x * x + y * y).squareRoot()
    let node = (125.04 - 1934.136 * centuries) * .pi / 180
    // From J2000 to the equinox of the day: general precession, nutation; light is late by 20.5″.
    let turned = perihelion + 1.396971 * centuries - 0.00478 * sin(node) - 0.005693
    let eclipticLongitude = atan2(y, x) + (turned + 180) * .pi / 180
    let tilt = (23.439279 - 0.013010 * centuries + 0.00256 * cos(node)) * .pi / 180
    let sun = [
      cos(eclipticLongitude), sin(eclipticLongitude) * cos(tilt), sin(eclipticLongitude) * sin(tilt),
    ]
    let rotation =
      2 * .pi * (0.7790572732640 + 1.00273781191135448 * days).truncatingRemainder(dividingBy: 1)
      + (1.2811 * centuries - 0.00478 * sin(node) * cos(tilt)) * .pi / 180
    let greenwich = turn(sun, by: -rotation - place.longitude * .pi / 180)
    // From the Earth's centre to the place: 4.26e-5 times the sun's distance.
    let (phi, radius) = (place.latitude * .pi / 180, 6378.14 / 149_597_870.7 / distance)
    let local = [greenwich[0] - radius * cos(phi), greenwich[1], greenwich[2] - radius * sin(phi)]
    return ReferenceSun(
      east: local[1], north: -sin(phi) * local[0] + cos(phi) * local[2],
      up: cos(phi) * local[0] + sin(phi) * local[2])
  }

  private static func turn(_ v: [Double], by angle: Double) -> [Double] {
    [cos(angle) * v[0] - sin(angle) * v[1], sin(angle) * v[0] + cos(angle) * v[1], v[2]]
  }

  func angleDegrees(to sun: SunDirection) -> Double {
    let (azimuth, altitude) = (sun.azimuthDegrees * .pi / 180, sun.altitudeDegrees * .pi / 180)
    let other = (sin(azimuth) * cos(altitude), cos(azimuth) * cos(altitude), sin(altitude))
    let length = (east * east + north * north + up * up).squareRoot()
    let apart =
      ((east / length - other.0) * (east / length - other.0) + (north / length - other.1)
      * (north / length - other.1) + (up / length - other.2) * (up / length - other.2)).squareRoot()
    return 2 * asin(min(1, apart / 2)) * 180 / .pi
  }
}
