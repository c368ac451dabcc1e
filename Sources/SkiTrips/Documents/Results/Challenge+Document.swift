package import SkiFormats
import SkiModel
import SkiSharing

extension Challenge: TripsDocument {
  /// The challenge as an object of JSON.
  package var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "trip": .string(trip.rawValue), "name": .string(name),
      "measure": .string(measure.word), "lifts": .array(measure.list.map { .string($0.rawValue) }),
      "from": .time(window.from), "until": .time(window.until), "isJoined": .bool(isJoined),
    ])
  }

  /// Creates a challenge from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), trip: try document.requiredID("trip"),
      name: try document.requiredText("name"), measure: try ChallengeMeasure(document),
      window: try document.window(), isJoined: try document.requiredBool("isJoined"))
  }
}

extension ChallengeMeasure {
  /// Creates a measure from the members `measure` and `lifts`.
  /// - Throws: `SkiError` with code `.invalidArgument` for another word, and for lifts of a measure without a list.
  init(_ document: DocumentReader) throws {
    let lifts = try document.sources("lifts") ?? []
    switch try document.requiredText("measure") {
    case "everyLift":
      self = .everyLift(lifts)
      return
    case "descent": self = .descent
    case "lifts": self = .lifts
    default: throw document.wrong("measure", "one of descent, lifts, everyLift")
    }
    guard lifts.isEmpty else { throw document.wrong("lifts", "absent unless the measure is everyLift") }
  }
}

extension ChallengeRank: TripsDocument {
  /// The standing as an object of JSON.
  package var json: JSONValue {
    .object([
      "rank": .integer(rank), "user": .string(user.rawValue), "name": .string(name),
      "score": .decimal(score, places: 3),
    ])
  }

  /// Creates a standing from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      rank: try document.requiredInteger("rank"), user: try document.requiredID("user"),
      name: try document.requiredText("name"), score: try document.requiredNumber("score"))
  }
}
