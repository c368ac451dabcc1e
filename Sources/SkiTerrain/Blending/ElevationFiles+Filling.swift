package import SkiBase

extension ElevationFiles {
  /// Returns the elevation at a coordinate, interpolated from the samples around it where there is a void.
  ///
  /// All layers are tried first, as in ``elevationMetres(at:)``; if all are void, the layer with the nearest sample
  /// fills by inverse distance weighting.
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - radiusMetres: The search radius in metres, limited to 2,000 samples.
  /// - Returns: The elevation with the distance reached; nil when there is no sample within the radius.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*r*²) in the number of samples within the distance reached, for each layer.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationMetres(
    at place: Coordinate, fillingWithinMetres radiusMetres: Double
  ) throws -> InterpolatedElevation? {
    precondition(radiusMetres >= 0, "radius must not be negative, got \(radiusMetres)")
    if let height = try elevationMetres(at: place) {
      return InterpolatedElevation(elevationMetres: height, reachMetres: 0)
    }
    var best: InterpolatedElevation?
    for index in order(at: place) {
      let radius = best?.reachMetres ?? radiusMetres
      guard let filled = try layers[index].filledElevation(at: place, radiusMetres: radius) else { continue }
      if filled.reachMetres < best?.reachMetres ?? .infinity { best = filled }
    }
    return best
  }

  /// Returns the elevations at coordinates, each interpolated from the samples around it where there is a void.
  /// - Returns: The elevations as of ``elevationMetres(at:fillingWithinMetres:)``.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the coordinates, and O(*r*²) for each that is void.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationsMetres(
    at places: [Coordinate], sampling: Sampling = .bilinear, fillingWithinMetres radiusMetres: Double
  ) throws -> [InterpolatedElevation?] {
    let known = try elevationsMetres(at: places, sampling: sampling)
    return try zip(places, known).map { place, height in
      try height.map { InterpolatedElevation(elevationMetres: $0, reachMetres: 0) }
        ?? elevationMetres(at: place, fillingWithinMetres: radiusMetres)
    }
  }
}
