package import SkiBase
import SkiGraph

// The documents of recorded days, their laps, files and challenges.

extension RecordedDay: ContractDocument {
  package static let title = "RecordedDay"
  package static let summary = "A recorded day, as its owner sees it or as it is shared with a trip."

  package static func form(_ member: inout DocumentForm<RecordedDay>) throws(SkiError) -> RecordedDay {
    try RecordedDay(
      id: member("id", .id, "The identifier.") { $0.id },
      owner: member("owner", .id, "The owner.") { $0.owner },
      state: member("state", .word, "The state; shared days are matched.") { $0.state },
      failure: member.optional("failure", .text(like: "unsupportedFormat"), "Why it can't be matched.") {
        $0.failure
      },
      received: member.optional("received", .time, "When it was received; null for others than the owner.") {
        $0.received
      },
      from: member.optional("from", .time, "The start of the first lap.") { $0.from },
      until: member.optional("until", .time, "The end of the last lap.") { $0.until },
      lapCount: member("laps", .integer, "The number of laps that count.") { $0.lapCount },
      descentMetres: member("descentMetres", .number, "The descent on runs that count.") { $0.descentMetres },
      trips: member(
        "trips", .ids(), "The trips with which it is shared; the owner alone sees them.", default: []
      ) {
        $0.trips
      })
  }
}

extension DayLap: ContractDocument {
  package static let title = "DayLap"
  package static let summary = "A lap of a recorded day: one run or one lift."

  package static func form(_ member: inout DocumentForm<DayLap>) throws(SkiError) -> DayLap {
    let kind = try member("kind", .word, "The kind.") { $0.kind }
    return try DayLap(
      kind, source: member("source", .source, "The run or lift, by its id in the source.") { $0.source },
      start: member("start", .time, "The first moment.") { $0.start },
      end: member("end", .time, "The end.") { $0.end },
      lengthMetres: member("lengthMetres", .number, "The length.") { $0.lengthMetres },
      descentMetres: member("descentMetres", .number, "The descent.") { $0.descentMetres },
      topSpeedMetresPerSecond: member.optional(
        "topSpeedMetresPerSecond", .number, "The greatest speed; null where none is sure."
      ) { $0.topSpeedMetresPerSecond },
      fault: member.optional("fault", .word, "Why it does not count.") { $0.fault })
  }
}

extension DayLapRecord: ContractDocument {
  package static let title = "DayLapRecord"
  package static let summary = "A lap with its day."

  package static func form(_ member: inout DocumentForm<DayLapRecord>) throws(SkiError) -> DayLapRecord {
    try DayLapRecord(day: member("day", .id, "The day.") { $0.day }, lap: member.part { $0.lap })
  }
}

extension DayAchievement: ContractDocument {
  package static let title = "DayAchievement"
  package static let summary = "A notable result of a recorded day."

  package static func form(_ member: inout DocumentForm<DayAchievement>) throws(SkiError) -> DayAchievement {
    let kind = try member("kind", .word, "The kind.") { $0.kind }
    return try DayAchievement(
      kind,
      value: member("value", .number, "The value in the unit of the kind: metres, or a number.") {
        $0.value
      },
      source: member.optional("source", .source, "The ski area or the run; null for other kinds.") {
        $0.source
      })
  }
}

/// The address to which one recording can be uploaded once, by whoever has it.
package struct UploadAddress: Sendable, Hashable {
  /// The day that the recording becomes.
  package var day: DayID
  /// The path of the server, with a secret.
  package var path: String
  /// The end.
  package var expires: UniversalTime

  /// Creates an address from its parts.
  package init(day: DayID, path: String, expires: UniversalTime) {
    (self.day, self.path, self.expires) = (day, path, expires)
  }

  /// Creates the address of a permission.
  package init(_ permission: UploadPermission) {
    self.init(day: permission.day, path: "/v1/uploads/\(permission.text)", expires: permission.expires)
  }
}

extension UploadAddress: ContractDocument, CustomStringConvertible, CustomDebugStringConvertible {
  package static let title = "UploadAddress"
  package static let summary = "The path to which one recording can be uploaded once."

  package static func form(_ member: inout DocumentForm<UploadAddress>) throws(SkiError) -> UploadAddress {
    try UploadAddress(
      day: member("day", .id, "The day that the recording becomes.") { $0.day },
      path: member("upload", .text(like: "/v1/uploads/abc"), "The path, a secret.") { $0.path },
      expires: member("expires", .time, "The end.") { $0.expires })
  }

  /// A text without the address.
  package var description: String { "upload address" }
  /// A text without the address.
  package var debugDescription: String { description }
}

/// A signed link, as its holder receives it: the path of a file of a recorded day, or the text of a link for an answer.
package struct SignedLink: Sendable, Hashable {
  /// The path or the text, which is a secret.
  package var link: String
  /// The end.
  package var expires: UniversalTime

  /// Creates a link from its parts.
  package init(link: String, expires: UniversalTime) { (self.link, self.expires) = (link, expires) }

  /// Creates the path of a file.
  package init(_ link: DayLink) { self.init(link: "/v1/files/\(link.text)", expires: link.expires) }

  /// Creates the text of a link for an answer.
  package init(_ link: RSVPLink) { self.init(link: link.text, expires: link.expires) }
}

extension SignedLink: ContractDocument, CustomStringConvertible, CustomDebugStringConvertible {
  package static let title = "SignedLink"
  package static let summary = "A signed link, which is a secret."

  package static func form(_ member: inout DocumentForm<SignedLink>) throws(SkiError) -> SignedLink {
    try SignedLink(
      link: member("link", .text(like: "/v1/files/abc"), "The path, or the text of a link for an answer.") {
        $0.link
      },
      expires: member("expires", .time, "The end.") { $0.expires })
  }

  /// A text without the link.
  package var description: String { "signed link" }
  /// A text without the link.
  package var debugDescription: String { description }
}

extension Challenge: ContractDocument {
  package static let title = "Challenge"
  package static let summary = "A challenge of a trip."

  package static func form(_ member: inout DocumentForm<Challenge>) throws(SkiError) -> Challenge {
    try Challenge(
      id: member("id", .id, "The identifier.") { $0.id },
      trip: member("trip", .id, "The trip.") { $0.trip },
      name: member("name", .text(like: "Most metres"), "The name.") { $0.name },
      measure: ChallengeMeasure.form(&member) { $0.measure },
      window: member.window("The first moment.", "The end.") { $0.window },
      isJoined: member("isJoined", .flag, "Whether the user takes part.") { $0.isJoined })
  }
}

extension ChallengeDraft: ContractDocument {
  package static let title = "ChallengeDraft"
  package static let summary = "The values of a new challenge."

  package static func form(_ member: inout DocumentForm<ChallengeDraft>) throws(SkiError) -> ChallengeDraft {
    try ChallengeDraft(
      name: member("name", .text(Challenge.nameLimit, like: "Most metres"), "The name.") { $0.name },
      measure: ChallengeMeasure.form(&member) { $0.measure },
      from: member("from", .time, "The first moment.") { $0.from },
      until: member("until", .time, "The end.") { $0.until })
  }
}

extension ChallengeMeasure {
  /// Visits the members `measure` and `lifts`, which belongs to the measure `everyLift`.
  fileprivate static func form<Document>(
    _ member: inout DocumentForm<Document>, _ value: (Document) -> ChallengeMeasure
  ) throws(SkiError) -> ChallengeMeasure {
    let word = try member("measure", .word(of: ["descent", "lifts", "everyLift"]), "What counts.") {
      value($0).word
    }
    let lifts = try member("lifts", .sources, "The lifts, for everyLift alone.", default: []) {
      value($0).list
    }
    switch word {
    case "everyLift": return .everyLift(lifts)
    case "descent", "lifts":
      guard lifts.isEmpty || member.isDescribing else {
        throw member.wrong("lifts", "absent unless the measure is everyLift")
      }
      return word == "descent" ? .descent : .lifts
    default: throw member.wrong("measure", "one of descent, lifts, everyLift")
    }
  }
}

extension ChallengeRank: ContractDocument {
  package static let title = "ChallengeRank"
  package static let summary = "The standing of one who takes part in a challenge."

  package static func form(_ member: inout DocumentForm<ChallengeRank>) throws(SkiError) -> ChallengeRank {
    try ChallengeRank(
      rank: member("rank", .integer, "The rank; equals have the same.") { $0.rank },
      user: member("user", .id, "The person.") { $0.user },
      name: member("name", .text(like: "Ben"), "The person's name.") { $0.name },
      score: member("score", .number, "The score in the unit of the measure.") { $0.score })
  }
}
