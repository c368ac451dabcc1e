package import SkiAPI
package import SkiBase
package import SkiGraph
package import SkiNavigation
import SkiTracks

extension LocateQuestion: MapQuestion {
  package func check() throws { _ = try checkedCoordinate() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    guard let coordinate = try checkedCoordinate() else {
      throw SkiError(.invalidArgument, "place is missing; write latitude,longitude")
    }
    let kind = try service.kinds.mapKind(at: coordinate, accuracyMetres: accuracy)
    let answer = try LocateDocument(kind, service.map)
    Self.noteSwapped(coordinate, service.map)
    return QuestionDocument(answer)
  }

  /// Checks the keys, and returns the coordinate; nil without one.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package func checkedCoordinate() throws -> Coordinate? {
    try SkiError.require(
      accuracy >= 0 && accuracy.isFinite, "accuracy must be metres from 0 up, got \(accuracy)")
    return try place.map { text in
      guard let coordinate = try CoordinateArguments.coordinate(text) else {
        throw SkiError(
          .invalidArgument, "place \(text) is not latitude,longitude; write for example 42.5763,1.6681")
      }
      return coordinate
    }
  }

  /// Adds a note when a coordinate lies in the map with its numbers swapped.
  package static func noteSwapped(_ coordinate: Coordinate, _ map: SkiMap) {
    guard let swapped = map.swapped(coordinate) else { return }
    AnswerNotes.add("did you mean \(swapped.argumentText())? Latitude comes first")
  }
}

extension LocateDocument: AnswerDocument {
  package func text(colour: Bool) -> TerminalText { text() + "\n" }
  package func json() -> TerminalText { document().line() }
  package func geoJSON() -> TerminalText { json() }
}

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
