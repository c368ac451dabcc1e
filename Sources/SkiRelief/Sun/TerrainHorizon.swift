import Glibc
package import SkiGeo
package import SkiTerrain

/// How high the mountains stand around a place, by direction: found once, then good for every hour of every day.
///
/// A value; `Sendable`. Altitudes are seen from the eye, over the Earth's curve, with the light's bend near the ground. The
/// ground is sampled at the model's resolution near by, and every 0.5 % of the distance farther off.
package struct TerrainHorizon: Sendable {
  /// Where it was seen from.
  package let place: Coordinate
  /// The height of the eye, metres above mean sea level.
  package let eyeElevationMetres: Double
  /// The altitude of the terrain in each direction, degrees, evenly from north clockwise; never below the open sea's horizon.
  package let altitudesDegrees: [Double]
  /// The altitude below which unknown mountains might stand: beyond the model's end, or in its voids; −90 where all is known.
  package let possibleAltitudesDegrees: [Double]
  /// How far the model goes in each direction before its first unknown height, metres; the reach where all is known.
  package let knownMetres: [Double]

  /// Looks around a place; nil when it has no height itself.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*a* · *s*) in directions and samples of a ray, some 700 for 30 km and 30 m.
  /// - Precondition: `place.isValid`
  package static func seen(
    from place: Coordinate, over source: any ElevationSource, options: HorizonOptions = .init()
  ) throws -> TerrainHorizon? {
    precondition(place.isValid, "place must be on the Earth, got \(place)")
    guard let ground = try source.elevationMetres(at: place), ground.isFinite else { return nil }
    let eye = ground + options.eyeMetres
    let distances = SightRay.distancesMetres(
      resolutionMetres: source.resolutionMetres(at: place) ?? 30, reachMetres: options.reachMetres)
    let rays = try (0..<options.azimuthCount).map { index in
      let azimuth = Double(index) * 360 / Double(options.azimuthCount)
      let ray = SightRay(from: place, azimuthDegrees: azimuth)
      let heights = try source.elevationsMetres(along: distances.map { ray.place(atDistance: $0) })
      return Outlook(ray, distances, heights, eye: eye, highest: options.highestElevationMetres)
    }
    return TerrainHorizon(
      place: place, eyeElevationMetres: eye, altitudesDegrees: rays.map { degrees(atan($0.tangent)) },
      possibleAltitudesDegrees: rays.map { degrees(atan($0.possibleTangent)) },
      knownMetres: rays.map { $0.knownMetres ?? options.reachMetres })
  }

  /// Returns the altitude of the terrain in a direction, degrees, straight between the directions looked in.
  package func altitudeDegrees(azimuthDegrees: Double) -> Double {
    Self.value(altitudesDegrees, azimuthDegrees)
  }

  /// Returns what the sun does at the place.
  /// - Parameter sun: Where its centre seems to stand, lifted by the air.
  /// - Complexity: O(1).
  package func sunlight(_ sun: SunDirection) -> Sunlight {
    let isSunlit = sun.altitudeDegrees > altitudeDegrees(azimuthDegrees: sun.azimuthDegrees)
    let possible = Self.value(possibleAltitudesDegrees, sun.azimuthDegrees)
    return Sunlight(isSunlit: isSunlit, isSure: !isSunlit || sun.altitudeDegrees > possible)
  }

  /// Returns how far the model goes in the nearest direction looked in, metres.
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

/// Whether a place lies in the sun, and how sure that is.
package struct Sunlight: Sendable, Hashable {
  /// Whether the sun's centre stands above the terrain, as far as that is known.
  package var isSunlit: Bool
  /// Whether nothing unknown could change that; shade by known terrain is sure.
  package var isSure: Bool
}

/// What is seen along one ray.
private struct Outlook {
  /// The tangent of the highest terrain's altitude, of the open sea's at least.
  var tangent: Double
  /// The tangent up to which unknown mountains might stand.
  var possibleTangent = -Double.infinity
  /// The distance of the first unknown height; nil without one.
  var knownMetres: Double?

  init(_ ray: SightRay, _ distances: [Double], _ heights: [Double?], eye: Double, highest: Double) {
    tangent = SightRay.seaTangent(from: eye)
    for (distance, height) in zip(distances, heights) {
      if let height {
        tangent = max(tangent, ray.tangent(ofElevation: height, from: eye, atDistance: distance))
      } else {
        possibleTangent = max(
          possibleTangent, ray.tangent(ofElevation: highest, from: eye, atDistance: distance))
        if knownMetres == nil { knownMetres = distance }
      }
    }
  }
}

extension TerrainHorizon {
  /// Returns whether the sun shines on a place at a moment; nil when the model has no height there.
  ///
  /// Looks in the sun's direction only; for many moments make the horizon once with ``seen(from:over:options:)``.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*s*) in samples of a ray.
  /// - Precondition: `place.isValid`
  package static func sunlight(
    at place: Coordinate, time: UniversalTime, over source: any ElevationSource,
    options: HorizonOptions = .init()
  ) throws -> Sunlight? {
    let sun = SunPosition.at(place, time: time)
    guard let ground = try source.elevationMetres(at: place), ground.isFinite else { return nil }
    let distances = SightRay.distancesMetres(
      resolutionMetres: source.resolutionMetres(at: place) ?? 30, reachMetres: options.reachMetres)
    let ray = SightRay(from: place, azimuthDegrees: sun.azimuthDegrees)
    let heights = try source.elevationsMetres(along: distances.map { ray.place(atDistance: $0) })
    let view = Outlook(
      ray, distances, heights, eye: ground + options.eyeMetres, highest: options.highestElevationMetres)
    let isSunlit = sun.altitudeDegrees > degrees(atan(view.tangent))
    return Sunlight(
      isSunlit: isSunlit, isSure: !isSunlit || sun.altitudeDegrees > degrees(atan(view.possibleTangent)))
  }
}
