package import SkiBase
import SkiSystem

/// The terrain horizon of a place, as altitudes by azimuth that hold for every date and time.
///
/// A value; `Sendable`. Altitudes are those from the eye, with Earth curvature and terrestrial refraction. The ground
/// is sampled at the model's resolution nearby, and at steps of 0.5 % of the distance farther away.
package struct TerrainHorizon: Sendable {
  /// The place of the eye.
  package let place: Coordinate
  /// The elevation of the eye, in metres above mean sea level.
  package let observerElevationMetres: Double
  /// The altitudes of the terrain in degrees, at even azimuths clockwise from north; at least that of the sea horizon.
  package let altitudesDegrees: [Double]
  /// The altitudes in degrees up to which unknown terrain beyond the model's end may reach; −90 without any.
  package let possibleAltitudesDegrees: [Double]
  /// The altitudes in degrees up to which terrain in voids of the model may reach; −90 without any.
  package let hiddenAltitudesDegrees: [Double]
  /// The distances in metres to the model's end by azimuth; the reach without one.
  package let knownMetres: [Double]

  /// Computes the horizon of a place; returns nil when the place has no elevation.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*a* · *s*) in azimuths and samples of a ray, some 700 for 30 km and 30 m.
  /// - Precondition: `place.isValid`
  package static func computed(
    from place: Coordinate, over source: any ElevationSource, options: HorizonOptions = .init()
  ) throws -> TerrainHorizon? {
    precondition(place.isValid, "place must be on the Earth, got \(place)")
    guard let ground = try source.elevationMetres(at: place), ground.isFinite else { return nil }
    let eye = ground + options.observerMetres
    let distances = HorizonRay.distancesMetres(
      resolutionMetres: source.resolutionMetres(at: place) ?? 30, reachMetres: options.reachMetres)
    let rays = try (0..<options.azimuthCount).map { index in
      let azimuth = Double(index) * 360 / Double(options.azimuthCount)
      let ray = HorizonRay(from: place, azimuthDegrees: azimuth)
      let heights = try source.elevationsMetres(along: distances.map { ray.place(atDistance: $0) })
      return RayHorizon(
        ray, distances, heights, ground: ground, eye: eye, highest: options.highestElevationMetres)
    }
    return TerrainHorizon(
      place: place, observerElevationMetres: eye, altitudesDegrees: rays.map { degrees(atan($0.tangent)) },
      possibleAltitudesDegrees: rays.map { degrees(atan($0.possibleTangent)) },
      hiddenAltitudesDegrees: rays.map { degrees(atan($0.hiddenTangent)) },
      knownMetres: rays.map { $0.knownMetres ?? options.reachMetres })
  }

  /// Returns the altitude of the terrain at an azimuth, in degrees, interpolated linearly.
  package func altitudeDegrees(azimuthDegrees: Double) -> Double {
    Self.value(altitudesDegrees, azimuthDegrees)
  }

  /// Returns the sunlight at the place.
  /// - Parameter sun: The apparent direction of the sun's centre, refraction included.
  /// - Complexity: O(1).
  package func sunlight(_ sun: SunDirection) -> Sunlight {
    let (index, _) = Self.position(sun.azimuthDegrees, count: hiddenAltitudesDegrees.count)
    let next = (index + 1) % hiddenAltitudesDegrees.count
    return Sunlight(
      sun, above: altitudeDegrees(azimuthDegrees: sun.azimuthDegrees),
      hidden: max(hiddenAltitudesDegrees[index], hiddenAltitudesDegrees[next]),
      possible: Self.value(possibleAltitudesDegrees, sun.azimuthDegrees))
  }

  /// Returns the distance to the model's end at the nearest lower azimuth computed, in metres.
  package func knownMetres(azimuthDegrees: Double) -> Double {
    knownMetres[Self.position(azimuthDegrees, count: knownMetres.count).index]
  }

  private static func value(_ values: [Double], _ azimuth: Double) -> Double {
    let (index, fraction) = position(azimuth, count: values.count)
    return values[index] + (values[(index + 1) % values.count] - values[index]) * fraction
  }

  private static func position(_ azimuth: Double, count: Int) -> (index: Int, fraction: Double) {
    let turn = azimuth.truncatingRemainder(dividingBy: 360)
    let at = (turn < 0 ? turn + 360 : turn) / 360 * Double(count)
    guard at.isFinite else { return (0, 0) }
    return (Int(at) % count, at - at.rounded(.down))
  }
}

/// The sunlight at a place, with its certainty.
package struct Sunlight: Sendable, Hashable {
  /// Indicates whether the sun's centre is above the known terrain, and above all that voids of the model may hide.
  package var isSunlit: Bool
  /// Indicates whether no unknown terrain can change the result; shade by known terrain is sure.
  package var isSure: Bool
  /// Indicates whether it is known: not where only terrain in a void of the model may shade the place.
  package var isKnown = true
}

extension Sunlight {
  /// Creates the sunlight for altitudes in degrees: of the known terrain, of what voids may hide, and of what may lie
  /// beyond the model's end.
  fileprivate init(_ sun: SunDirection, above known: Double, hidden: Double, possible: Double) {
    let isAbove = sun.altitudeDegrees > known
    isKnown = !isAbove || sun.altitudeDegrees > hidden
    isSunlit = isAbove && isKnown
    isSure = !isAbove || isKnown && sun.altitudeDegrees > possible
  }
}

/// The result of one ray.
private struct RayHorizon {
  /// The tangent of the altitude of the highest terrain, at least that of the sea horizon.
  var tangent: Double
  /// The tangent of the altitude up to which unknown terrain beyond the model's end may reach.
  var possibleTangent = -Double.infinity
  /// The tangent of the altitude up to which terrain in voids may reach.
  var hiddenTangent = -Double.infinity
  /// The distance of the model's end in metres; nil without one.
  var knownMetres: Double?

  /// The rise from the rim of a void that ground in it may have: so many metres, and metres a metre, as between the
  /// points of a line; see `LineElevations`.
  private static let (rimMetres, rimGradient) = (30.0, 1.5)

  /// Creates the result from the heights along a ray, nil where unknown.
  init(
    _ ray: HorizonRay, _ distances: [Double], _ heights: [Double?], ground: Double, eye: Double,
    highest: Double
  ) {
    tangent = HorizonRay.seaTangent(from: eye)
    let end = heights.lastIndex { $0 != nil }.map { $0 + 1 } ?? 0
    var last = (distance: 0.0, height: ground)
    var next = 0
    for index in 0..<end {
      if let height = heights[index] {
        last = (distances[index], height)
        tangent = max(tangent, ray.tangent(ofElevation: height, from: eye, atDistance: distances[index]))
        continue
      }
      if next <= index { next = heights[index...].firstIndex { $0 != nil } ?? index }
      let rims = [last, (distances[next], heights[next] ?? highest)].map { rim in
        rim.height + Self.rimMetres + Self.rimGradient * abs(distances[index] - rim.distance)
      }
      hiddenTangent = max(
        hiddenTangent,
        ray.tangent(
          ofElevation: min(highest, rims[0], rims[1]), from: eye, atDistance: distances[index]))
    }
    for distance in distances[end...] {
      possibleTangent = max(
        possibleTangent, ray.tangent(ofElevation: highest, from: eye, atDistance: distance))
    }
    knownMetres = end < distances.count ? distances[end] : nil
  }
}

extension TerrainHorizon {
  /// Returns the sunlight at a place and time; nil when the place has no elevation.
  ///
  /// Samples the sun's direction only; for many times compute the horizon once with ``computed(from:over:options:)``.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*s*) in samples of a ray.
  /// - Precondition: `place.isValid`
  package static func sunlight(
    at place: Coordinate, time: UniversalTime, over source: any ElevationSource,
    options: HorizonOptions = .init()
  ) throws -> Sunlight? {
    let sun = SunPosition.at(place, time: time)
    guard let ground = try source.elevationMetres(at: place), ground.isFinite else { return nil }
    let distances = HorizonRay.distancesMetres(
      resolutionMetres: source.resolutionMetres(at: place) ?? 30, reachMetres: options.reachMetres)
    let ray = HorizonRay(from: place, azimuthDegrees: sun.azimuthDegrees)
    let heights = try source.elevationsMetres(along: distances.map { ray.place(atDistance: $0) })
    let view = RayHorizon(
      ray, distances, heights, ground: ground, eye: ground + options.observerMetres,
      highest: options.highestElevationMetres)
    return Sunlight(
      sun, above: degrees(atan(view.tangent)), hidden: degrees(atan(view.hiddenTangent)),
      possible: degrees(atan(view.possibleTangent)))
  }
}

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
