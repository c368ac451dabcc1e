package import SkiFormats
import SkiModel

extension RecordedDay: TripsDocument {
  /// Creates a day from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), owner: try document.requiredID("owner"),
      state: try document.requiredWord("state"), failure: try document.text("failure"),
      received: try document.time("received"), from: try document.time("from"),
      until: try document.time("until"), lapCount: try document.requiredInteger("laps"),
      descentMetres: try document.requiredNumber("descentMetres"), trips: try document.ids("trips") ?? [])
  }
}

extension DayLap: TripsDocument {
  /// Creates a lap from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      try document.requiredWord("kind"), source: try document.requiredSource("source"),
      start: try document.requiredTime("start"), end: try document.requiredTime("end"),
      lengthMetres: try document.requiredNumber("lengthMetres"),
      descentMetres: try document.requiredNumber("descentMetres"),
      topSpeedMetresPerSecond: try document.number("topSpeedMetresPerSecond"),
      fault: try document.word("fault"))
  }
}

extension DayAchievement: TripsDocument {
  /// The achievement as an object of JSON.
  package var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "value": .decimal(value, places: 3),
      "source": .optional(source?.rawValue),
    ])
  }

  /// Creates an achievement from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      try document.requiredWord("kind"), value: try document.requiredNumber("value"),
      source: try document.source("source"))
  }
}
