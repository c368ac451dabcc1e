package import SkiAPI
package import SkiBase
package import SkiGraph
package import SkiNavigation
import SkiTracks

/// The answer of `skiroute locate`; see Data/Formats/locate.md.
package struct LocateDocument: Sendable {
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

  /// Returns the answer as a plain document.
  package func document() -> LocateAnswer {
    var document = LocateAnswer()
    document.kind = answer.kind.rawValue
    document.area = answer.area.map { .init(name: $0.name, id: $0.id) }
    (document.confidence, document.boundaryMetres) = (answer.confidence, answer.leastBoundaryMetres)
    document.nearest = nearest.map { edge, feature in
      var near = LocateAnswer.Nearest()
      (near.kind, near.id, near.name, near.refs) = (edge.kind, feature.id, feature.name, feature.refs)
      near.distanceMetres = edge.distanceMetres
      (near.region, near.edge) = (Int(edge.place.region.rawValue), Int(edge.place.edge.rawValue))
      near.metresAlong = edge.place.metresAlong
      return near
    }
    return document
  }
}
