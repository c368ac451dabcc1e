public import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiTracks

extension DayDocument {
  /// Returns the day as a GeoJSON FeatureCollection: a LineString for each lap, then for each unmatched stretch; totals
  /// in the member `day`.
  ///
  /// Laps follow the map's lines, with elevations; stretches follow the fixes, at least 5 m apart. `stroke` is a colour
  /// for drawing. **Source:** RFC 7946, "The GeoJSON Format".
  /// - Complexity: O(*p*) in the points of laps and the fixes of stretches.
  public func geoJSON() -> TerminalText {
    let laps = day.laps.map { lap in
      let colour = lap.colour.map(DrawingColours.drawingColour) ?? DrawingColours.lift
      return Self.feature(lap.points, Self.properties(lap, of: day), stroke: colour)
    }
    let others = day.unmatched.map { stretch in
      Self.feature(line(of: stretch), Self.properties(stretch), stroke: DrawingColours.unmatched)
    }
    let sums = JSONValue.object(head() + [.init("totals", .object(totals()))])
    return GeoJSON.collection(laps + others, tail: [.init("day", sums)]).line()
  }

  /// Returns the fixes of a stretch with those before and after it, thinned by distance.
  func line(of stretch: UnmatchedStretch) -> [GraphPoint] {
    let range = max(0, stretch.fixes.lowerBound - 1)..<min(fixes.count, stretch.fixes.upperBound + 1)
    var line: [GraphPoint] = []
    for fix in fixes[range] where fix.coordinate.isValid {
      if let last = line.last, last.coordinate.distanceMetres(to: fix.coordinate) < Self.thinnedMetres {
        continue
      }
      let height = fix.elevationMetres.flatMap { Int32(exactly: ($0 * 100).rounded()) }
      line.append(
        GraphPoint(position: FixedCoordinate(fix.coordinate), elevationCentimetres: height))
    }
    return line
  }

  /// The least distance between successive fixes of a line, in metres.
  private static let thinnedMetres = 5.0

  private static func feature(
    _ points: [GraphPoint], _ properties: [JSONValue.Member], stroke: String
  ) -> JSONValue {
    // A line needs two points; a stretch without movement has none.
    GeoJSON.feature(
      points.count < 2 ? .null : GeoJSON.line(points.map(\.json)),
      properties + [.init("stroke", .string(stroke))])
  }
}
