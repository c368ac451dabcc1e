import SkiAPI
package import SkiBase
package import SkiGraph

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
    JSONValue.documents(entries.map { PlaceEntry($0.match, $0.feature) }).line()
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
}

extension PlaceEntry {
  fileprivate init(_ match: PlaceMatch, _ feature: GraphFeature) {
    self.init()
    (kind, name, id) = (match.place.kind, match.place.name, feature.id)
    (refs, status) = (feature.refs, feature.status)
    barred = feature.access.restriction()?.rawValue
    position = AnswerPosition(match.place.point)
    featureCount = match.place.features.count
  }
}
