package import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel

extension MapSurvey {
  /// Returns all problems as GeoJSON; see Data/Formats/check.md. Complexity: O(size).
  package func geoJSON() -> JSONValue {
    GeoJSON.collection(
      areas.flatMap(Self.features),
      head: [.init("version", .integer(1)), .init("sources", sourcesJSON)])
  }

  private static func features(of area: Area) -> [JSONValue] {
    area.otherLifts.flatMap { lift in features(of: lift, in: area) }
      + area.facts.runFindings.map { run in
        GeoJSON.feature(
          point(run.place),
          [
            .init("problem", .string(run.problem.rawValue)), .init("kind", .string("run")),
            .init("id", .string(run.id.rawValue)),
            .init("name", .optional(run.name)), .init("area", .optional(area.name)),
          ])
      }
      + area.facts.unsureConnectors.map { connector in
        GeoJSON.feature(
          line(connector.line),
          [
            .init("problem", .string("unsureConnector")), .init("cause", .string(connector.cause.rawValue)),
            .init("confidencePercent", .integer(Int(connector.confidencePercent))),
            .init("lengthMetres", .decimal(connector.mapLengthMetres, places: 1)),
            .init("area", .optional(area.name)),
          ])
      }
  }

  private static func features(of lift: LiftFinding, in area: Area) -> [JSONValue] {
    let problem = !lift.hasWayIn ? "liftWithoutWayIn" : !lift.hasWayOut ? "liftWithoutWayOut" : "liftApart"
    let itself = GeoJSON.feature(
      point(lift.nearestMiss?.from.coordinate ?? lift.place),
      [
        .init("problem", .string(problem)), .init("kind", .string("lift")),
        .init("id", .string(lift.id.rawValue)),
        .init("name", .optional(lift.name)), .init("hasWayIn", .bool(lift.hasWayIn)),
        .init("hasWayOut", .bool(lift.hasWayOut)),
        .init("area", .optional(area.name)),
      ])
    guard let miss = lift.nearestMiss else { return [itself] }
    let gap = GeoJSON.feature(
      line([miss.from.coordinate, miss.to.coordinate]),
      [
        .init("problem", .string("nearestMiss")), .init("id", .string(lift.id.rawValue)),
        .init("name", .optional(lift.name)),
        .init("toKind", .string(miss.kind.rawValue)), .init("toId", .string(miss.id.rawValue)),
        .init("toName", .optional(miss.name)),
        .init("distanceMetres", .decimal(miss.distanceMetres, places: 1)),
        .init("reason", .string(miss.reason.rawValue)),
        .init("area", .optional(area.name)),
      ])
    return [itself, gap]
  }

  private static func point(_ place: Coordinate) -> JSONValue { GeoJSON.point(GeoJSON.position(place)) }

  private static func line(_ places: [Coordinate]) -> JSONValue {
    GeoJSON.line(places.map { GeoJSON.position($0) })
  }
}
