package import SkiFormats
package import SkiGraph
import SkiModel
package import SkiNavigation
import SkiTracks

/// The answer of `skiroute locate`; see Data/Formats/locate.md.
package struct LocateAnswer: Sendable {
  private let answer: MapKindAnswer
  /// The nearest edge, with its feature.
  private let nearest: (edge: NearestEdge, feature: GraphFeature)?

  /// Creates the answer of a kind of map.
  /// - Throws: ``SkiError`` when the region of the nearest feature can't be read.
  package init(_ answer: MapKindAnswer, _ map: SkiMap) throws {
    self.answer = answer
    nearest = try answer.nearest.map { ($0, try map.graph($0.place.region).feature($0.feature)) }
  }

  /// Returns the answer as one line.
  package func text() -> TerminalText {
    var parts = [
      answer.kind.rawValue, "confidence \(decimalText(answer.confidence * 100, places: 1) ?? "?") %",
      "\(answer.boundaryMetres == nil ? "over " : "")\(decimalText(answer.leastBoundaryMetres, places: 0) ?? "?") m from the boundary",
    ]
    if let area = answer.area {
      parts.append("ski area \(area.name ?? area.id?.rawValue ?? "without a name")")
    }
    if let (edge, feature) = nearest {
      let name = feature.label.map { "\($0) (\(feature.id))" } ?? feature.id.rawValue
      parts.append(
        "nearest \(edge.kind.rawValue) \(name) at \(decimalText(edge.distanceMetres, places: 0) ?? "?") m")
    }
    return TerminalText(parts.joined(separator: ", "))
  }

  /// Returns the answer as an object of JSON.
  package func object() -> JSONValue {
    .object([
      "kind": .string(answer.kind.rawValue),
      "area": answer.area.map { area in
        .object(["name": .optional(area.name), "id": .optional(area.id?.rawValue)])
      } ?? .null,
      "confidence": .decimal(answer.confidence, places: 4),
      "boundaryMetres": .decimal(answer.leastBoundaryMetres, places: 1),
      "nearest": nearest.map { edge, feature in
        .object([
          "kind": .string(edge.kind.rawValue), "id": .string(feature.id.rawValue),
          "name": .optional(feature.name), "ref": .optional(feature.ref),
          "refs": .array(feature.refs.map(JSONValue.string)),
          "distanceMetres": .decimal(edge.distanceMetres, places: 1),
          "region": .integer(Int(edge.place.region.rawValue)),
          "edge": .integer(Int(edge.place.edge.rawValue)),
          "metresAlong": .decimal(edge.place.metresAlong, places: 1),
        ])
      } ?? .null,
    ])
  }
}
