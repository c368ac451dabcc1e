package import SkiAPI
package import SkiBase
package import SkiGraph
import SkiNavigation

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
