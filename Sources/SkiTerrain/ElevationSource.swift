import SkiGeo

/// A model of the ground that answers elevations, for example a folder of tiles.
///
/// Elevations are metres above mean sea level. Implementations are `Sendable`, decode each tile once and keep a
/// bounded cache, so that many tasks may ask one source.
public protocol ElevationSource: Sendable {
  /// Returns the elevation at a place in metres, bilinear between samples, or nil where the source has none.
  /// - Throws: ``SkiError`` with code `.malformedData` or `.inputOutput` when a tile can't be read.
  func elevationMetres(at place: Coordinate) throws -> Double?

  /// Returns the distance between samples at a place in metres, or nil outside the source.
  func resolutionMetres(at place: Coordinate) -> Double?

  /// The names of what the heights are read from, finest first.
  var names: [String] { get }
}
