package import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel

extension MapSurvey {
  /// All that is wrong as GeoJSON to be laid over a map; see Data/Formats/check.md. Complexity: O(size).
  package func geoJSON() -> JSONValue {
    .object([
      "type": .string("FeatureCollection"), "version": .integer(1), "sources": sourcesJSON,
      "features": .array(areas.flatMap(Self.features)),
    ])
  }

  private static func features(of area: Area) -> [JSONValue] {
    area.otherLifts.flatMap { lift in features(of: lift, in: area) }
      + area.facts.runFindings.map { run in
        feature(
          point(run.place),
          [
            "problem": .string(run.trouble.rawValue), "kind": .string("run"), "id": .string(run.id.rawValue),
            "name": .optional(run.name), "area": .optional(area.name),
          ])
      }
      + area.facts.unsureConnectors.map { connector in
        feature(
          line(connector.line),
          [
            "problem": .string("unsureConnector"), "cause": .string(connector.cause.rawValue),
            "confidencePercent": .integer(Int(connector.confidencePercent)),
            "lengthMetres": .decimal(connector.lengthMetres, places: 1), "area": .optional(area.name),
          ])
      }
  }

  private static func features(of lift: LiftFinding, in area: Area) -> [JSONValue] {
    let problem = !lift.hasWayIn ? "liftWithoutWayIn" : !lift.hasWayOut ? "liftWithoutWayOut" : "liftApart"
    let itself = feature(
      point(lift.nearestMiss?.from.coordinate ?? lift.place),
      [
        "problem": .string(problem), "kind": .string("lift"), "id": .string(lift.id.rawValue),
        "name": .optional(lift.name), "hasWayIn": .bool(lift.hasWayIn), "hasWayOut": .bool(lift.hasWayOut),
        "area": .optional(area.name),
      ])
    guard let miss = lift.nearestMiss else { return [itself] }
    let gap = feature(
      line([miss.from.coordinate, miss.to.coordinate]),
      [
        "problem": .string("nearestMiss"), "id": .string(lift.id.rawValue), "name": .optional(lift.name),
        "toKind": .string(miss.kind.rawValue), "toId": .string(miss.id.rawValue),
        "toName": .optional(miss.name),
        "distanceMetres": .decimal(miss.distanceMetres, places: 1), "reason": .string(miss.reason.rawValue),
        "area": .optional(area.name),
      ])
    return [itself, gap]
  }

  private static func feature(
    _ geometry: JSONValue, _ properties: KeyValuePairs<String, JSONValue>
  ) -> JSONValue {
    .object(["type": .string("Feature"), "geometry": geometry, "properties": .object(properties)])
  }

  private static func point(_ place: Coordinate) -> JSONValue {
    .object(["type": .string("Point"), "coordinates": position(place)])
  }

  private static func line(_ places: [Coordinate]) -> JSONValue {
    .object(["type": .string("LineString"), "coordinates": .array(places.map { position($0) })])
  }

  private static func position(_ place: Coordinate) -> JSONValue {
    .array([.decimal(place.longitude, places: 7), .decimal(place.latitude, places: 7)])
  }
}
