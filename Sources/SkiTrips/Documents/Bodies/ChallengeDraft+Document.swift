package import SkiFormats
import SkiModel

extension ChallengeDraft: TripsBody {
  /// The members of a body.
  package static let names = ["name", "measure", "lifts", "from", "until"]

  /// The values as an object of JSON.
  package var json: JSONValue {
    .object([
      "name": .string(name), "measure": .string(measure.word),
      "lifts": .array(measure.list.map { .string($0.rawValue) }), "from": .time(from), "until": .time(until),
    ])
  }

  /// Creates values from a body; `lifts` belongs to the measure `everyLift`.
  package init(_ document: DocumentReader) throws {
    self.init(
      name: try document.requiredText("name"), measure: try ChallengeMeasure(document),
      from: try document.requiredTime("from"), until: try document.requiredTime("until"))
  }
}
