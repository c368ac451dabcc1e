package import SkiGeo

extension ElevationFiles {
  /// Returns the elevation at a place, taken from the samples around it where it has none of its own.
  ///
  /// Asks every layer first, as ``elevationMetres(at:)``; only where all are void the layer with the nearest sample
  /// fills, by inverse distance. The answer says how far it reached.
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - radiusMetres: How far to look, metres; 2,000 samples at most.
  /// - Returns: nil when there is no sample within the radius.
  /// - Throws: ``SkiError`` as ``elevationMetres(at:)``.
  /// - Complexity: O(*r*²) in the number of samples within the distance reached, for each layer.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationMetres(
    at place: Coordinate, fillingWithinMetres radiusMetres: Double
  ) throws -> FilledElevation? {
    precondition(radiusMetres >= 0, "radius must not be negative, got \(radiusMetres)")
    if let height = try elevationMetres(at: place) {
      return FilledElevation(elevationMetres: height, reachMetres: 0)
    }
    var best: FilledElevation?
    for index in order(at: place) {
      let radius = best?.reachMetres ?? radiusMetres
      guard let filled = try layers[index].filledElevation(at: place, radiusMetres: radius) else { continue }
      if filled.reachMetres < best?.reachMetres ?? .infinity { best = filled }
    }
    return best
  }

  /// Returns the elevations at places, each taken from the samples around it where it has none of its own.
  /// - Returns: as ``elevationMetres(at:fillingWithinMetres:)`` for each place.
  /// - Throws: ``SkiError`` as ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the places, and O(*r*²) as above for each that is a void.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationsMetres(
    at places: [Coordinate], sampling: Sampling = .bilinear, fillingWithinMetres radiusMetres: Double
  ) throws -> [FilledElevation?] {
    let known = try elevationsMetres(at: places, sampling: sampling)
    return try zip(places, known).map { place, height in
      try height.map { FilledElevation(elevationMetres: $0, reachMetres: 0) }
        ?? elevationMetres(at: place, fillingWithinMetres: radiusMetres)
    }
  }
}
