import SkiBase
import SkiTerrain

/// The unsmoothed elevations of one line: those of its vertices, or of the elevation source.
struct RawElevations: Sendable {
  /// The line of the elevations, with vertices added where they come from an elevation model.
  var line: [Coordinate]
  /// The elevations in metres above mean sea level; nil unless all are known.
  var metres: [Double]?
  /// The elevations that are known of a line whose others are not, by vertex; empty otherwise.
  var marks: [(vertex: Int, metres: Double)] = []
  /// The resolution of the source in metres; 0 for measured vertices.
  var resolutionMetres = 0.0
  /// The number of outliers that were dropped.
  var droppedCount = 0
  /// The length in metres of the gaps that were bridged.
  var bridgedMetres = 0.0
  /// The length in metres of the sections gradients are taken over: 25, or the resolution where that is coarser.
  var windowMetres: Double { max(ElevationProfile.minimumSectionMetres, resolutionMetres) }
}

/// A reader of the elevations of lines and places: a line's own, else those of the elevation source, never mixed.
///
/// Outliers are dropped and gaps bridged; see ``LineElevations`` and ``GroundElevations``. The samples come point by
/// point from the finest model that has any.
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
    let sampled = try sampledElevations(along: line.coordinates)
    if let sampled, sampled.metres != nil { return sampled }
    let marks = own.map { Self.marks($0.metres) } ?? []
    guard let sampled, marks.isEmpty else { return RawElevations(line: line.coordinates, marks: marks) }
    return sampled
  }

  /// Returns the elevations of the source along a line; nil when it has none there.
  private func sampledElevations(along line: [Coordinate]) throws -> RawElevations? {
    guard let source else { return nil }
    let dense = LineSampling.densified(line, spacingMetres: spacingMetres)
    let ground = try source.groundElevations(at: dense)
    guard ground.metres.contains(where: { $0 != nil }) else { return nil }
    let distances = Self.distances(along: dense)
    let clean = LineElevations(distancesMetres: distances, elevationsMetres: ground.metres)
    let isBridged = dense.indices.map { ground.isBridged[$0] || ground.metres[$0] != clean.metres[$0] }
    let bridged = dense.indices.dropFirst().reduce(0.0) { sum, at in
      isBridged[at] || isBridged[at - 1] ? sum + distances[at] - distances[at - 1] : sum
    }
    let whole = clean.wholeMetres
    return RawElevations(
      line: dense, metres: whole, marks: whole == nil ? Self.marks(clean.metres) : [],
      resolutionMetres: whole == nil ? 0 : ground.resolutionMetres,
      droppedCount: clean.droppedCount + ground.replacedCount, bridgedMetres: bridged)
  }

  /// Returns the elevations of places from the source, or nil when it lacks one.
  func elevations(at places: [Coordinate]) throws -> [Double]? {
    try source?.groundElevations(at: places).wholeMetres
  }

  /// Returns the elevations of places from the source, nil where it has none; nil without a source or without any.
  func knownElevations(at places: [Coordinate]) throws -> [Double?]? {
    guard let metres = try source?.groundElevations(at: places).metres,
      metres.contains(where: { $0 != nil })
    else { return nil }
    return metres
  }

  /// Returns the elevations of the source at places along a way, with gaps bridged; nil when some remain unknown.
  func elevations(at places: [Coordinate], distancesMetres: [Double]) throws -> [Double]? {
    guard let known = try knownElevations(at: places) else { return nil }
    let metres = known.compactMap { $0 }
    if metres.count == known.count { return metres }
    return LineElevations(distancesMetres: distancesMetres, elevationsMetres: known).wholeMetres
  }

  /// Returns the elevations of the vertices, without outliers and with gaps bridged; nil when some remain unknown.
  static func ownElevations(_ line: Polyline) -> [Double]? { own(line)?.wholeMetres }

  /// Returns the elevations of the vertices, without outliers and with gaps bridged, nil where unknown; nil when there
  /// are none.
  static func knownOwnElevations(_ line: Polyline) -> [Double?]? { own(line)?.metres }

  /// Returns the elevations of the vertices; nil when there are none.
  private static func own(_ line: Polyline) -> LineElevations? {
    let metres = (0..<line.count).map { line.elevationMetres(at: $0) }
    // A third coordinate of 0 throughout is a placeholder.
    guard metres.contains(where: { $0 != nil && $0 != 0 }) else { return nil }
    return LineElevations(distancesMetres: distances(along: line.coordinates), elevationsMetres: metres)
  }

  /// Returns the known elevations with their vertices; 0 is a placeholder.
  private static func marks(_ metres: [Double?]) -> [(vertex: Int, metres: Double)] {
    metres.enumerated().compactMap { vertex, height in
      height.flatMap { $0 == 0 ? nil : (vertex: vertex, metres: $0) }
    }
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
