import SkiBase
import SkiGraph

@testable import SkiAPI
@testable import SkiPeople

/// A body of a route with a value for each of its members.
struct BodyCase {
  /// The name of the body for messages.
  let noun: String
  /// The members that it may have.
  let names: [String]
  /// The members that it must have, with the others of the example.
  let required: Set<String>
  /// The values that each member of the right type must not have.
  let wrong: [String: JSONTree]
  /// The members of the example.
  let example: [String: JSONTree]
  /// Reads a body as a route does.
  let read: ([String: JSONTree]) throws -> Void

  /// Creates a body from its value.
  init<Body: ContractDocument>(
    _ noun: String, _ body: Body, required: Set<String>, wrong: [String: JSONTree] = [:]
  ) throws {
    (self.noun, self.names, self.required, self.wrong) = (noun, Body.names, required, wrong)
    example = try body.members
    read = { members in _ = try Body(DocumentReader(members, of: noun, names: Body.names)) }
  }

  /// A text that no member accepts that has a form.
  static let planted = JSONTree.string("planted\u{7}text")

  private static let half = JSONTree.number("12.5")
  private static let lists = JSONTree.array([half])
  private static let (start, end) = (
    UniversalTime(milliseconds: 1_700_000_000_000), UniversalTime(milliseconds: 1_700_003_600_001)
  )
  private static let place = MeetingPoint(
    source: SourceID("node/1"), name: "Hut", coordinate: Coordinate(latitude: 46.9, longitude: -10.5))

  /// All bodies.
  static func all() throws -> [BodyCase] {
    try [user(), trip(), tripPatch(), event(), eventPatch(), message(), challenge(), preferences()]
  }

  private static func user() throws -> BodyCase {
    try BodyCase(
      "user", UserPatch(name: "Anna", links: [], skier: SkierSettings()), required: [],
      wrong: ["links": .array([planted]), "skier": .object(["avoid": lists])])
  }

  private static func trip() throws -> BodyCase {
    try BodyCase(
      "trip", TripDraft(name: "Week", zone: "UTC", areas: [SourceID("a")], from: start, until: end),
      required: ["name", "zone", "from", "until"],
      wrong: ["areas": lists, "from": planted, "until": planted])
  }

  private static func tripPatch() throws -> BodyCase {
    try BodyCase(
      "trip", TripPatch(name: "Week", zone: "UTC", areas: [], from: start, until: end), required: [],
      wrong: ["areas": lists, "from": planted, "until": planted])
  }

  private static func event() throws -> BodyCase {
    let people = EventAudience.people([try UserID("ben")])
    return try BodyCase(
      "event",
      EventDraft(
        name: "Lunch", note: "Soup", place: place, start: start, end: end, seats: 4, audience: people),
      required: ["name", "start", "end", "audience", "people"],
      wrong: [
        "start": planted, "end": planted, "seats": half, "audience": planted, "people": .array([planted]),
        "place": .object([:]),
      ])
  }

  private static func eventPatch() throws -> BodyCase {
    try BodyCase(
      "event",
      EventPatch(
        name: "Lunch", note: "Soup", place: place, start: start, end: end, seats: 4, allowsAnyNumber: true),
      required: [], wrong: ["start": planted, "end": planted, "seats": half, "place": .object([:])])
  }

  private static func message() throws -> BodyCase {
    try BodyCase(
      "message", MessageDraft(id: MessageID("m"), content: .text("Hello")),
      required: ["id", "kind", "body"], wrong: ["id": planted, "kind": planted])
  }

  private static func challenge() throws -> BodyCase {
    try BodyCase(
      "challenge",
      ChallengeDraft(name: "All", measure: .everyLift([SourceID("l")]), from: start, until: end),
      required: ["name", "measure", "from", "until"],
      wrong: ["measure": planted, "lifts": lists, "from": planted, "until": planted])
  }

  private static func preferences() throws -> BodyCase {
    try BodyCase(
      "preferences",
      NoticePreferences(
        muted: [.message], quiet: QuietHours(fromMinute: 1, untilMinute: 2), zone: TimeZoneName("UTC"),
        digestMinutes: 30),
      required: ["zone"],
      wrong: ["muted": .array([planted]), "zone": planted, "digestMinutes": half, "quiet": .object([:])])
  }
}
