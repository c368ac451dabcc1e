import SkiAPI
public import SkiBase
import SkiGraph
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
        features: { writeFeatures(to: &$0) },
        tail: { json in
          json.name("day")
          writeHead(to: &json)
        })
    }
  }

  /// Returns days as one FeatureCollection: their features in order, and `days` with what is `day` for one.
  /// - Complexity: As ``geoJSON()`` for each.
  public static func geoJSON(of documents: [DayDocument]) -> TerminalText {
    if documents.count == 1 { return documents[0].geoJSON() }
    return TerminalText { json in
      json.collection(
        features: { json in for document in documents { document.writeFeatures(to: &json) } },
        tail: { json in
          json.array("days") { json in for document in documents { document.writeHead(to: &json) } }
        })
    }
  }

  /// Writes the head with the totals as an object.
  private func writeHead(to json: inout JSONWriter) {
    json.object { json in
      head().writeMembers(to: &json)
      json.member("totals", DayAnswer.Totals(day.totals))
    }
  }

  private func writeFeatures(to json: inout JSONWriter) {
    for lap in day.laps {
      let colour = lap.colour.map(DrawingColours.drawingColour) ?? DrawingColours.lift
      Self.write(lap.points, DayAnswer.Lap(lap, of: day), stroke: colour, to: &json)
    }
    for stretch in day.unmatched {
      Self.write(
        line(of: stretch), DayAnswer.Stretch(stretch), stroke: DrawingColours.unmatched, to: &json)
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

  /// Returns the recorded fixes as lines, thinned by distance, a new one after each gap.
  /// - Complexity: O(*n*) in fixes.
  func recordedLines(gapSeconds: Double) -> [[Coordinate]] {
    var lines: [[Coordinate]] = []
    var last: (time: UniversalTime, drawn: Coordinate)?
    for fix in fixes where fix.coordinate.isValid {
      var drawn = fix.coordinate
      if let last, fix.time.secondsSince1970 - last.time.secondsSince1970 <= gapSeconds {
        if last.drawn.distanceMetres(to: drawn) < Self.thinnedMetres {
          drawn = last.drawn
        } else {
          lines[lines.count - 1].append(drawn)
        }
      } else {
        lines.append([drawn])
      }
      last = (fix.time, drawn)
    }
    return lines.filter { $0.count > 1 }
  }

  /// The least distance between successive fixes of a line, in metres.
  private static let thinnedMetres = 5.0

  private static func write(
    _ points: [GraphPoint], _ properties: some ContractDocument, stroke: String, to json: inout JSONWriter
  ) {
    // A line needs two points; a stretch without movement has none.
    json.feature(points.count < 2 ? nil : .line) {
      $0.positions(points)
    } properties: { json in
      properties.writeMembers(to: &json)
      json.member("stroke", stroke)
    }
  }
}
