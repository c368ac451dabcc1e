import Glibc
import SkiGeo

/// A line of sight over the ground: where it passes, and how far the Earth falls away below it.
struct SightRay {
  /// Where it starts.
  let place: Coordinate
  /// Sine and cosine of its azimuth.
  private let east: Double
  private let north: Double
  /// Radii of curvature at the start, metres.
  private let meridianMetres: Double
  private let primeVerticalMetres: Double

  /// The share of the Earth's curvature that light follows near the ground. **Source:** the coefficient of terrestrial
  /// refraction after Gauss, 0.13.
  static let refractionShare = 0.13

  init(from place: Coordinate, azimuthDegrees: Double) {
    self.place = place
    let azimuth = radians(azimuthDegrees)
    (east, north) = (sin(azimuth), cos(azimuth))
    let scale = LocalScale(latitude: place.latitude)
    meridianMetres = degrees(scale.metresPerDegreeLatitude)
    primeVerticalMetres = degrees(scale.metresPerDegreeLongitude) / max(1e-12, cos(radians(place.latitude)))
  }

  /// Returns the place at a distance along the ground, metres.
  ///
  /// A great circle on the sphere that fits the Earth at the start best, north and east each to its own scale: within a metre
  /// of the geodesic's end after 30 km, up to 80° of latitude (measured).
  func place(atDistance metres: Double) -> Coordinate {
    let (x, y) = (east * metres / primeVerticalMetres, north * metres / meridianMetres)
    let arc = (x * x + y * y).squareRoot()
    guard arc > 0 else { return place }
    let phi = radians(place.latitude)
    let up = cos(arc) * sin(phi) + sin(arc) * cos(phi) * y / arc
    let across = sin(arc) * x / arc
    let along = cos(arc) * cos(phi) - sin(arc) * sin(phi) * y / arc
    var longitude = place.longitude + degrees(atan2(across, along))
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(
      latitude: degrees(atan2(up, (across * across + along * along).squareRoot())), longitude: longitude)
  }

  /// Returns the altitude at which a height at a distance is seen, as a tangent.
  func tangent(ofElevation elevation: Double, from eye: Double, atDistance metres: Double) -> Double {
    let fall = metres * metres * (1 - Self.refractionShare) / (2 * earthMeanRadiusMetres)
    return (elevation - fall - eye) / metres
  }

  /// Returns the altitude of the open sea's horizon, as a tangent: below the level plane.
  static func seaTangent(from eye: Double) -> Double {
    -(2 * max(0, eye) * (1 - refractionShare) / earthMeanRadiusMetres).squareRoot()
  }

  /// The distances of samples: evenly by the model's resolution, then coarser with distance.
  static func distancesMetres(resolutionMetres: Double, reachMetres: Double) -> [Double] {
    let step = max(1, min(resolutionMetres.isFinite ? resolutionMetres : 30, reachMetres))
    var distances: [Double] = []
    var at = step
    while at < reachMetres {
      distances.append(at)
      at += max(step, at * HorizonOptions.stepPerDistance)
    }
    return distances + [reachMetres]
  }
}
