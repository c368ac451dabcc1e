import SkiBase
import SkiGraph
import SkiTerrain

/// A straight connector on foot between a station, a run's end or a hut and a street.
struct StreetConnector: Sendable {
  var site: Int
  /// The node of the street graph at its end.
  var node: Int
  /// The terrain, with all elevations from one source.
  var ground: ConnectorProfile
}

/// The stage that connects streets with stations, ends of runs and huts, and keeps those within walking distance.
///
/// A constant: the network is passed in and out.
struct StreetJoiner: BuildStage {
  let connecting: ConnectorStage
  let streets: [LocalStreet]
  var context: BuildContext { connecting.context }

  /// Returns the projected lines of the streets, with their own elevations if any.
  /// - Complexity: O(*v*) in vertices.
  func lines() throws -> [ProjectedLine] {
    var lines: [ProjectedLine] = []
    for (index, member) in streets.enumerated() {
      if index & 0xFF == 0 { try stop.check() }
      var base: UInt32 = 0
      for part in member.street.lines {
        let places = part.coordinates.map { FixedCoordinate($0) }
        let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
        guard let length = lengths.last, length.isFinite, length > 0 else { continue }
        let start = base
        var line = ProjectedLine(
          feature: index, places: places, plane: try projection.plane(places.map(\.coordinate)),
          offsets: lengths.map { start &+ UInt32(($0 * 100).rounded()) })
        line.elevations = ElevationReader.ownElevations(part)?.map { Int32(($0 * 100).rounded()) }
        line.layer = member.street.level.effectiveLayer
        base = line.offsets[line.offsets.count - 1]
        lines.append(line)
      }
    }
    return lines
  }
}
