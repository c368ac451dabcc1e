package import SkiBase
import SkiGraph

extension MapSurvey {
  /// Returns all problems as GeoJSON; see Data/Formats/check.md. Complexity: O(size).
  package func geoJSON() -> TerminalText {
    TerminalText { json in
      json.collection { json in
        json.member("version", 1)
        json.member("sources", sourcesJSON)
      } features: { json in
        for area in areas { Self.writeFeatures(of: area, to: &json) }
      }
    }
  }

  private static func writeFeatures(of area: Area, to json: inout JSONWriter) {
    for lift in area.otherLifts { writeFeatures(of: lift, in: area, to: &json) }
    for run in area.facts.runFindings {
      json.feature(.point) {
        $0.position(run.place)
      } properties: { json in
        json.member("problem", run.problem.rawValue)
        json.member("kind", word: "run")
        json.member("id", run.id.rawValue)
        json.member("name", run.name)
        json.member("area", area.name)
      }
    }
    for connector in area.facts.unsureConnectors {
      json.feature(.line) {
        $0.positions(connector.line)
      } properties: { json in
        json.member("problem", word: "unsureConnector")
        json.member("cause", connector.cause.rawValue)
        json.member("confidencePercent", Int(connector.confidencePercent))
        json.member("lengthMetres", connector.mapLengthMetres, places: 1)
        json.member("area", area.name)
      }
    }
  }

  private static func writeFeatures(of lift: LiftFinding, in area: Area, to json: inout JSONWriter) {
    json.feature(.point) {
      $0.position(lift.nearestMiss?.from.coordinate ?? lift.place)
    } properties: { json in
      json.member(
        "problem",
        word: !lift.hasWayIn ? "liftWithoutWayIn" : !lift.hasWayOut ? "liftWithoutWayOut" : "liftApart")
      json.member("kind", word: "lift")
      json.member("id", lift.id.rawValue)
      json.member("name", lift.name)
      json.member("hasWayIn", lift.hasWayIn)
      json.member("hasWayOut", lift.hasWayOut)
      json.member("area", area.name)
    }
    guard let miss = lift.nearestMiss else { return }
    json.feature(.line) {
      $0.positions([miss.from.coordinate, miss.to.coordinate])
    } properties: { json in
      json.member("problem", word: "nearestMiss")
      json.member("id", lift.id.rawValue)
      json.member("name", lift.name)
      json.member("toKind", miss.kind.rawValue)
      json.member("toId", miss.id.rawValue)
      json.member("toName", miss.name)
      json.member("distanceMetres", miss.distanceMetres, places: 1)
      json.member("reason", miss.reason.rawValue)
      json.member("area", area.name)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func positions(_ places: [Coordinate]) {
    array { json in
      for place in places { json.position(place) }
    }
  }
}
