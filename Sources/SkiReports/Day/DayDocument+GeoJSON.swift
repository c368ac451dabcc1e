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
    TerminalText { json in
      json.collection(
        features: { json in
          for lap in day.laps {
            let colour = lap.colour.map(DrawingColours.drawingColour) ?? DrawingColours.lift
            Self.write(lap.points, Self.properties(lap, of: day), stroke: colour, to: &json)
          }
          for stretch in day.unmatched {
            Self.write(
              line(of: stretch), Self.properties(stretch), stroke: DrawingColours.unmatched, to: &json)
          }
        },
        tail: {
          $0.member("day", .object(head() + [.init("totals", .object(totals()))]))
        })
    }
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

  private static func write(
    _ points: [GraphPoint], _ properties: [JSONValue.Member], stroke: String, to json: inout JSONWriter
  ) {
    // A line needs two points; a stretch without movement has none.
    json.feature(points.count < 2 ? nil : .line) {
      $0.positions(points)
    } properties: { json in
      json.members(properties)
      json.member("stroke", stroke)
    }
  }
}
