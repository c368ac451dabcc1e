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
  /// The length in metres of the sections gradients are taken over: 25, or the resolution where that is coarser.
  var windowMetres: Double { max(ElevationProfile.minimumSectionMetres, resolutionMetres) }
}

/// A reader of the elevations of lines: their own, else those of one elevation source, never mixed.
struct ElevationReader: Sendable {
  var source: (any ElevationSource)?
  /// The spacing in metres of vertices where elevations come from the source.
  var spacingMetres: Double

  /// The range of plausible elevations, in metres.
  static let plausibleMetres = -450.0...9000.0

  /// Returns the elevations along a line.
  /// - Throws: As ``ElevationSource/elevationMetres(at:)``.
  func elevations(along line: Polyline) throws -> RawElevations {
    if let own = Self.ownElevations(line) { return RawElevations(line: line.coordinates, metres: own) }
    guard let source else { return RawElevations(line: line.coordinates) }
    let dense = LineSampling.densified(line.coordinates, spacingMetres: spacingMetres)
    guard let single = try source.sourceCovering(dense) else { return RawElevations(line: line.coordinates) }
    let metres = try single.elevationsMetres(along: dense).compactMap { $0 }
    guard metres.count == dense.count else { return RawElevations(line: line.coordinates) }
    return RawElevations(
      line: dense, metres: metres, resolutionMetres: single.resolutionMetres(at: dense[0]) ?? 0)
  }

  /// Returns the elevations of places from one source, or nil when none knows them all.
  func elevations(at places: [Coordinate]) throws -> [Double]? {
    guard let single = try source?.sourceCovering(places) else { return nil }
    let metres = try single.elevationsMetres(along: places).compactMap { $0 }
    return metres.count == places.count ? metres : nil
  }

  /// Returns the elevations of the vertices when all are present and plausible.
  static func ownElevations(_ line: Polyline) -> [Double]? {
    var metres: [Double] = []
    for index in 0..<line.count {
      guard let height = line.elevationMetres(at: index), plausibleMetres.contains(height) else { return nil }
      metres.append(height)
    }
    // A third coordinate of 0 throughout is a placeholder.
    return metres.contains { $0 != 0 } ? metres : nil
  }
}
