import SkiGeo
import SkiTerrain

/// The raw heights of one line, all from one origin.
struct RawHeights: Sendable {
  /// The line the heights are for, with vertices added where the origin is a model of the ground.
  var line: [Coordinate]
  /// Metres above mean sea level; nil when nothing knows them.
  var metres: [Double]?
  /// Metres between samples of the origin; 0 for measured vertices.
  var resolutionMetres = 0.0
  /// Metres of the stretches gradients are taken over: 25, or the resolution where that is coarser.
  var windowMetres: Double { max(ElevationProfile.leastSectionMetres, resolutionMetres) }
}

/// Finds the heights of lines: their own, else those of one elevation source, else none; never mixed.
struct HeightReader: Sendable {
  var source: (any ElevationSource)?
  /// Metres between vertices where heights come from the source.
  var spacingMetres: Double

  /// Heights outside this range are not of this Earth, metres.
  static let saneMetres = -450.0...9000.0

  /// Returns the heights along a line.
  /// - Throws: as ``ElevationSource/elevationMetres(at:)``.
  func heights(along line: Polyline) throws -> RawHeights {
    if let own = Self.ownHeights(line) { return RawHeights(line: line.coordinates, metres: own) }
    guard let source else { return RawHeights(line: line.coordinates) }
    let dense = LineSampling.densified(line.coordinates, spacingMetres: spacingMetres)
    guard let single = try source.sourceCovering(dense) else { return RawHeights(line: line.coordinates) }
    let metres = try single.elevationsMetres(along: dense).compactMap { $0 }
    guard metres.count == dense.count else { return RawHeights(line: line.coordinates) }
    return RawHeights(
      line: dense, metres: metres, resolutionMetres: single.resolutionMetres(at: dense[0]) ?? 0)
  }

  /// Returns the heights of some places from one source, or nil when none knows them all.
  func heights(at places: [Coordinate]) throws -> [Double]? {
    guard let single = try source?.sourceCovering(places) else { return nil }
    let metres = try single.elevationsMetres(along: places).compactMap { $0 }
    return metres.count == places.count ? metres : nil
  }

  /// The heights the vertices carry, when all are there and can be believed.
  static func ownHeights(_ line: Polyline) -> [Double]? {
    var metres: [Double] = []
    for index in 0..<line.count {
      guard let height = line.elevationMetres(at: index), saneMetres.contains(height) else { return nil }
      metres.append(height)
    }
    // A third coordinate that is 0 throughout is a place holder, not the sea.
    return metres.contains { $0 != 0 } ? metres : nil
  }
}
