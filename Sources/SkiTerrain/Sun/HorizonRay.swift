import SkiBase
import SkiSystem

/// A line of sight over the ground, with Earth curvature and refraction.
struct HorizonRay {
  /// The start.
  let place: Coordinate
  /// The sine of the azimuth.
  private let east: Double
  /// The cosine of the azimuth.
  private let north: Double
  /// The meridional radius of curvature at the start, in metres.
  private let meridianMetres: Double
  /// The prime-vertical radius of curvature at the start, in metres.
  private let primeVerticalMetres: Double

  /// The coefficient of terrestrial refraction, the share of the Earth's curvature that light follows. **Source:**
  /// Gauss, 0.13.
  static let refractionShare = 0.13

  init(from place: Coordinate, azimuthDegrees: Double) {
    self.place = place
    let azimuth = radians(azimuthDegrees)
    (east, north) = (sin(azimuth), cos(azimuth))
    let scale = LocalScale(latitude: place.latitude)
    meridianMetres = degrees(scale.metresPerDegreeLatitude)
    primeVerticalMetres = degrees(scale.metresPerDegreeLongitude) / max(1e-12, cos(radians(place.latitude)))
  }

  /// Returns the point at a distance along the ground, in metres.
  ///
  /// Follows a great circle on the osculating sphere at the start, with the scale of each axis: within a metre of the
  /// geodesic after 30 km, up to 80° of latitude (measured).
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

  /// Returns the tangent of the apparent altitude of an elevation at a distance, in metres.
  func tangent(ofElevation elevation: Double, from eye: Double, atDistance metres: Double) -> Double {
    let fall = metres * metres * (1 - Self.refractionShare) / (2 * earthMeanRadiusMetres)
    return (elevation - fall - eye) / metres
  }

  /// Returns the tangent of the altitude of the sea horizon, which is negative above sea level.
  static func seaTangent(from eye: Double) -> Double {
    -(2 * max(0, eye) * (1 - refractionShare) / earthMeanRadiusMetres).squareRoot()
  }

  /// Returns the distances of samples in metres: steps of the model's resolution, then growing with distance.
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
