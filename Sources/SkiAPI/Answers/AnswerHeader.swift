public import SkiBase
public import SkiGraph

/// The members with which the answer to a question begins.
public struct AnswerHeader: Sendable, Hashable {
  /// The version of the formats; members may be added without a new one.
  public static let version = 1

  /// The hardest colour or grade of all routes, as its region uses it; nil where each of several people has their own.
  public var ceiling: String?
  /// The clock of the times; nil where there are none.
  public var clock: AnswerClock?
  /// The knowledge of elevations along the routes, or else in the region; nil where there is nothing to know them of.
  public var heights: ElevationQuality?
  /// The attributions to show with the answer.
  public var attribution: String?

  /// Creates the members of an answer without a ceiling, clock and elevations.
  public init(attribution: String? = nil) { self.attribution = attribution }

  /// Visits the members of an answer to a question.
  static func form<Answer>(
    _ question: String, _ member: inout DocumentForm<Answer>, _ header: inout AnswerHeader
  ) throws(SkiError) {
    try member.constant("version", .integer, "The version of the form.", version)
    try member.constant("question", .text, "The question that is answered.", question)
    try header.visit(&member)
  }

  /// Visits the members after the question.
  mutating func visit<Answer>(_ member: inout DocumentForm<Answer>) throws(SkiError) {
    try member.given(
      "ceiling", .ceiling, "The hardest colour or grade of all routes in the answer.", &ceiling)
    try member.part(by: "utcOffset", &clock)
    try member.optional("heights", .word, "What is known of elevations.", &heights)
    try member.optional("attribution", .attribution, "Words to show with the answer.", &attribution)
  }
}

/// The clock of the times in an answer.
public struct AnswerClock: Hashable, Sendable {
  /// The name of the time zone in the IANA database, as `Europe/Zurich`; nil where only the offset is known.
  public var zone: String?
  /// The offset from Universal Time at noon of the day.
  public var offset: UTCOffset

  /// Creates a clock.
  public init(zone: String?, offset: UTCOffset) { (self.zone, self.offset) = (zone, offset) }

  /// The clock as text: `Europe/Zurich (UTC+01:00)`.
  package var words: String { zone.map { "\($0) (\(offset))" } ?? offset.description }
}

extension AnswerClock: ContractDocument {
  package static let title = "Clock"
  package static let summary = "The clock of the times in an answer."

  package static func form(_ member: inout DocumentForm<AnswerClock>) throws(SkiError) -> AnswerClock {
    var clock = member.start(AnswerClock(zone: nil, offset: .zero))
    try member.optional(
      "zone", .zoneName, "The time zone of the clock; null where only the offset is known.", &clock.zone)
    try member("utcOffset", .offset, "Its offset from UTC at noon of the day.", &clock.offset)
    return clock
  }
}

extension MemberType<String> {
  static var ceiling: Self { Self(write: { $1.string($0) }, as: .text(like: "red")) }
  static var attribution: Self {
    Self(write: { $1.string($0) }, as: .text(like: "© OpenStreetMap contributors"))
  }

  static var zoneName: Self { Self(write: { $1.string($0) }, as: .text(like: "Europe/Zurich")) }
  static var placeName: Self { Self(write: { $1.string($0) }, as: .text(like: "Aurore")) }
}

extension MemberType<UTCOffset> {
  static var offset: Self {
    Self(
      write: { $1.string($0.text) },
      as: MemberForm(text: "an offset from UTC as +01:00", like: .zero, make: { try UTCOffset($0) }))
  }
}

/// A missing return from the end of a route, or another missing route within an answer.
public struct AnswerMissingWay: Sendable, Hashable {
  /// The limit that matters most.
  public var reason = NoAnswerReason.cutOff
  /// The limits that prevent a route together.
  public var reasons: [NoAnswerReason] = []
  /// The reason as a sentence.
  public var message = ""
  /// The skier's ceiling there as a grade.
  public var limit: Difficulty?
  /// The colour of the skier's ceiling there.
  public var limitColour: DifficultyColour?
  /// The easiest ceiling that has a route.
  public var leastCeiling: Difficulty?
  /// The colour of the easiest ceiling that has a route.
  public var leastCeilingColour: DifficultyColour?
  /// The names of what is closed and would open a route.
  public var closed: [String] = []

  /// Creates a missing route that nothing explains.
  public init() {}
}

extension AnswerMissingWay: ContractDocument {
  package static let title = "MissingWay"
  package static let summary = "Why there is no route at any hour, as from a destination back to the start."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var way = member.start(Self())
    try member("reason", .word, "What prevents a route; the reason that matters most.", &way.reason)
    try member("reasons", .words(), "All limits that prevent a route together.", &way.reasons)
    try member("message", .text(like: "No route back from here."), "The reason as a sentence.", &way.message)
    try member.optional("limit", .word, "The skier's ceiling there as a grade.", &way.limit)
    try member.optional("limitColour", .word, "The colour of that ceiling.", &way.limitColour)
    try member.optional("leastCeiling", .word, "The easiest ceiling that has a route.", &way.leastCeiling)
    try member.optional(
      "leastCeilingColour", .word, "The colour of the easiest ceiling.", &way.leastCeilingColour)
    try member("closed", .texts, "What is closed and would open a route.", &way.closed)
    return way
  }
}

/// A lift, run, station or hut in an answer.
public struct AnswerFeature: Sendable, Hashable {
  /// The id in the source of the map.
  public var id = SourceID("")
  /// The kind.
  public var kind = FeatureKind.run
  /// The name; nil without one.
  public var name: String?
  /// The numbers on the sign, in source order.
  public var refs: [String] = []

  /// Creates a run without a name.
  public init() {}

  /// Creates a lift, run, station or hut.
  public init(id: SourceID, kind: FeatureKind, name: String?, refs: [String]) {
    (self.id, self.kind, self.name, self.refs) = (id, kind, name, refs)
  }
}

extension AnswerFeature: ContractDocument, Signposted {
  package static let title = "Feature"
  package static let summary = "A lift, run, station or hut of the map."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var feature = member.start(Self())
    try member("id", .source, "The id in the source of the map.", &feature.id)
    try member("kind", .word, "The kind.", &feature.kind)
    try member.optional("name", .placeName, "The name.", &feature.name)
    try member.signs(&feature.refs)
    return feature
  }
}

extension DocumentForm {
  /// Visits the members `ref` and `refs` of what has numbers on its sign.
  mutating func signs(_ refs: inout [String]) throws(SkiError) {
    var ref = refs.count < 2 ? refs.first : refs.joined(separator: "/")
    try optional("ref", .text(like: "12"), "The numbers on the sign as one text.", &ref)
    try self("refs", .texts, "The numbers on the sign, one by one.", &refs)
  }
}
