public import SkiBase

/// A digital elevation model, for example a folder of tiles.
///
/// Elevations are metres above the model's vertical datum, nominally mean sea level. Implementations are `Sendable` and
/// cache decoded tiles within a limit, so that many tasks may share one source.
public protocol ElevationSource: Sendable {
  /// Returns the elevation at a coordinate in metres, interpolated bilinearly, or nil where the source has none.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when a tile can't be read, `.internalInconsistency` when PROJ fails.
  func elevationMetres(at place: Coordinate) throws -> Double?

  /// Returns the elevation at each vertex of a line in metres, nil where the source has none.
  ///
  /// Elevations equal those of ``elevationMetres(at:)``; a single call is faster.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  func elevationsMetres(along line: [Coordinate]) throws -> [Double?]

  /// Returns the finest single source with an elevation at every vertex of a line, or nil when there is none.
  ///
  /// For heights that must all come from one model. Maps are built from the ground instead, point by point from the
  /// finest model.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n* · *s*) in the number of vertices and of single sources.
  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)?

  /// Returns the distance between samples at a coordinate in metres, or nil outside the source.
  func resolutionMetres(at place: Coordinate) -> Double?

  /// The names of the data sets, finest first.
  var names: [String] { get }
}

extension ElevationSource {
  /// Returns the elevation at each vertex of a line in metres, sampled one by one; nil where the source has none.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try line.map { try elevationMetres(at: $0) }
  }

  /// Returns this source when it has an elevation at every vertex of a line, else nil.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    for place in line where try elevationMetres(at: place) == nil { return nil }
    return self
  }
}
