public import SkiGeo

/// A model of the ground that answers elevations, for example a folder of tiles.
///
/// Elevations are metres above mean sea level. Implementations are `Sendable`, decode each tile once and keep a
/// bounded cache, so that many tasks may ask one source.
public protocol ElevationSource: Sendable {
  /// Returns the elevation at a place in metres, bilinear between samples, or nil where the source has none.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when a tile can't be read.
  func elevationMetres(at place: Coordinate) throws -> Double?

  /// Returns the elevations at the vertices of a line; the same answers as asking one by one, but faster.
  /// - Throws: as ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  func elevationsMetres(along line: [Coordinate]) throws -> [Double?]

  /// Returns the finest single source that answers at every vertex of a line, or nil when none does.
  ///
  /// A feature takes its heights from one source, never mixed: ask what this returns, not the whole.
  /// - Throws: as ``elevationMetres(at:)``.
  /// - Complexity: O(*n* · *s*) in the number of vertices and of single sources.
  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)?

  /// Returns the distance between samples at a place in metres, or nil outside the source.
  func resolutionMetres(at place: Coordinate) -> Double?

  /// The names of what the heights are read from, finest first.
  var names: [String] { get }
}

extension ElevationSource {
  /// Returns the elevations at the vertices of a line, metres, asked for one by one.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try line.map { try elevationMetres(at: $0) }
  }

  /// Returns this source when it answers at every vertex, else nil.
  public func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    for place in line where try elevationMetres(at: place) == nil { return nil }
    return self
  }
}
