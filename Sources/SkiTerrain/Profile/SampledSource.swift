import SkiBase

/// A source with selectable sampling.
protocol SampledSource: ElevationSource {
  /// Returns the elevations at coordinates in metres, nil where there is none.
  func elevationsMetres(at places: [Coordinate], sampling: Sampling) throws -> [Double?]
}

extension ElevationFiles: SampledSource {}

extension ElevationLayer: SampledSource {
  func elevationsMetres(at places: [Coordinate], sampling: Sampling) throws -> [Double?] {
    var cursor = Cursor()
    return try withElevations(at: places) { try sample($0, sampling, into: $1, &cursor) }
  }
}

extension ElevationSource {
  /// Returns the elevations along a line, sampled bicubically where the source supports it.
  ///
  /// Bicubic sampling of coarse models is closer to the ground: at Crystal Mountain 95 % of the heights of a 3″ model
  /// are within 16.3 m of a 10 m model's, 19.8 m when sampled bilinearly.
  func smoothElevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    guard let sampled = self as? any SampledSource else { return try elevationsMetres(along: line) }
    return try sampled.elevationsMetres(at: line, sampling: .bicubic)
  }
}
