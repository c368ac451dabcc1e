import SkiGeo
import SkiTerrain

/// The unsmoothed elevations of one line, all from one source.
struct RawElevations: Sendable {
  /// The line of the elevations, with vertices added where they come from an elevation model.
  var line: [Coordinate]
  /// The elevations in metres above mean sea level; nil when unknown.
  var metres: [Double]?
  /// The resolution of the source in metres; 0 for measured vertices.
  var resolutionMetres = 0.0
  /// The number of outliers that were dropped.
  var droppedCount = 0
  /// The length in metres of the gaps that were bridged.
  var bridgedMetres = 0.0
  /// The length in metres of the sections gradients are taken over: 25, or the resolution where that is coarser.
  var windowMetres: Double { max(ElevationProfile.minimumSectionMetres, resolutionMetres) }
}

/// A reader of the elevations of lines: their own, else those of the elevation source, never mixed.
///
/// Outliers are dropped and gaps of up to 200 m bridged; see ``LineElevations``. The samples come from the finest single
/// source that covers the line, else point by point from the finest one that has any.
struct ElevationReader: Sendable {
  var source: (any ElevationSource)?
  /// The spacing in metres of vertices where elevations come from the source.
  var spacingMetres: Double

  /// Returns the elevations along a line.
  /// - Throws: As ``ElevationSource/elevationMetres(at:)``.
  func elevations(along line: Polyline) throws -> RawElevations {
    let own = Self.own(line)
    if let own, let metres = own.wholeMetres {
      return RawElevations(
        line: line.coordinates, metres: metres, droppedCount: own.droppedCount,
        bridgedMetres: own.bridgedMetres)
    }
    guard let source else { return RawElevations(line: line.coordinates) }
    let dense = LineSampling.densified(line.coordinates, spacingMetres: spacingMetres)
    let single = try source.sourceCovering(dense)
    let sampled = try (single ?? source).elevationsMetres(along: dense)
    guard sampled.contains(where: { $0 != nil }) else { return RawElevations(line: line.coordinates) }
    let resolution =
      single.map { $0.resolutionMetres(at: dense[0]) ?? 0 }
      ?? dense.reduce(0) { max($0, source.resolutionMetres(at: $1) ?? 0) }
    let clean = LineElevations(
      distancesMetres: Self.distances(along: dense), elevationsMetres: sampled, spreadMetres: resolution)
    guard let metres = clean.wholeMetres else { return RawElevations(line: line.coordinates) }
    return RawElevations(
      line: dense, metres: metres, resolutionMetres: resolution, droppedCount: clean.droppedCount,
      bridgedMetres: clean.bridgedMetres)
  }

  /// Returns the elevations of places from one source, or nil when none knows them all.
  func elevations(at places: [Coordinate]) throws -> [Double]? {
    guard let single = try source?.sourceCovering(places) else { return nil }
    let metres = try single.elevationsMetres(along: places).compactMap { $0 }
    return metres.count == places.count ? metres : nil
  }

  /// Returns the elevations of the vertices, without outliers and with gaps bridged; nil when some remain unknown.
  static func ownElevations(_ line: Polyline) -> [Double]? { own(line)?.wholeMetres }

  /// Returns the elevations of the vertices; nil when there are none.
  private static func own(_ line: Polyline) -> LineElevations? {
    let metres = (0..<line.count).map { line.elevationMetres(at: $0) }
    // A third coordinate of 0 throughout is a placeholder.
    guard metres.contains(where: { $0 != nil && $0 != 0 }) else { return nil }
    return LineElevations(distancesMetres: distances(along: line.coordinates), elevationsMetres: metres)
  }

  private static func distances(along line: [Coordinate]) -> [Double] {
    var metres = 0.0
    return [0]
      + zip(line, line.dropFirst()).map { a, b in
        metres += a.distanceMetres(to: b)
        return metres
      }
  }
}
