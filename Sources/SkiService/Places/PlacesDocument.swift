package import SkiFormats
import SkiGeo
package import SkiGraph
import SkiModel
import SkiReports

/// Places found by name; see Data/Formats/questions.md.
package struct PlacesDocument: AnswerDocument {
  private let entries: [(match: PlaceMatch, feature: GraphFeature)]

  /// Creates the document of matches.
  /// - Throws: ``SkiError`` when a region can't be read.
  package init(_ matches: [PlaceMatch], map: SkiMap) throws {
    entries = try matches.map { ($0, try map.graph($0.place.region).feature($0.place.feature)) }
  }

  package func text(colour: Bool) -> TerminalText {
    TerminalText(lines: entries.map { Self.line($0.match, $0.feature) })
  }

  package func json() -> TerminalText {
    JSONValue.array(entries.map { Self.json($0.match, $0.feature) }).line()
  }

  package func geoJSON() -> TerminalText { json() }

  private static func line(_ match: PlaceMatch, _ feature: GraphFeature) -> TerminalText {
    let position = match.place.point.coordinate.argumentText()
    let restriction = feature.access.restriction().map { " (\(words($0)))" } ?? ""
    let status = feature.status == .operating ? restriction : " (\(feature.status.rawValue))"
    let name = match.place.label ?? feature.id.rawValue
    return "\(match.place.kind.rawValue)  \(name)\(status)  \(position)  \(feature.id)"
  }

  /// Returns the restriction of a feature in words.
  private static func words(_ restriction: AccessRestriction) -> String {
    switch restriction {
    case .private: "private"
    case .forbidden: "not for skiers"
    case .permit: "with a permit only"
    case .closed: "closed"
    case .outOfSeason: "not in winter"
    }
  }

  private static func json(_ match: PlaceMatch, _ feature: GraphFeature) -> JSONValue {
    let point = match.place.point
    var members: [JSONValue.Member] = [
      .init("kind", .string(match.place.kind.rawValue)), .init("name", .optional(match.place.name)),
      .init("id", .string(feature.id.rawValue)), .init("ref", .optional(feature.ref)),
      .init("refs", .array(feature.refs.map(JSONValue.string))),
      .init("status", .string(feature.status.rawValue)),
    ]
    if let restriction = feature.access.restriction() {
      members.append(.init("barred", .string(restriction.rawValue)))
    }
    members += [
      .init("latitude", .decimal(point.coordinate.latitude, places: 7)),
      .init("longitude", .decimal(point.coordinate.longitude, places: 7)),
      .init("elevationMetres", point.elevationMetres.map { .decimal($0, places: 1) } ?? .null),
      .init("features", .integer(match.place.features.count)),
    ]
    return .object(members)
  }
}
