public import SkiBase
public import SkiGraph

/// The reason why there is no route.
public struct AnswerMissingRoute: Sendable, Hashable {
  /// The reason that matters most.
  public var reason = NoAnswerReason.cutOff
  /// The limits that prevent a route together, ``reason`` first.
  public var reasons: [NoAnswerReason] = []
  /// The reason as a sentence.
  public var message = ""
  /// The end concerned; nil where the reason concerns neither.
  public var end: RouteEnd?
  /// The easiest ceiling that would do; nil where a ceiling is not the reason.
  public var leastCeiling: Difficulty?
  /// The colour of that ceiling in its region.
  public var leastCeilingColour: DifficultyColour?
  /// The distance to the nearest run, street or station in metres; nil where it is not the reason.
  public var nearestMetres: Double?
  /// The name of the place concerned; nil without one.
  public var place: String?
  /// The lifecycle of that place; nil unless it is outside the network.
  public var placeStatus: Lifecycle?
  /// The last moment at which there was a route; nil unless it is too late.
  public var latestDeparture: DayTime?
  /// The names of closed lifts and runs that would permit a route.
  public var closed: [String] = []
  /// The names of the lifts and runs of a route that are not open to skiers, each with the reason.
  public var barred: [String] = []
  /// The length of snow-covered tracks and paths on a route within all other limits, in metres; nil without one.
  public var snowCoveredMetres: Double?
  /// The straight distance between the places in metres; nil unless nothing leads from one to the other.
  public var straightMetres: Double?
  /// The lifts and runs near a place outside of the network, nearest first.
  public var nearby: [Nearby] = []

  /// Creates a reason that concerns nothing.
  public init() {}

  /// A lift or run near a place outside of the network.
  public struct Nearby: Sendable, Hashable {
    /// The kind.
    public var kind = FeatureKind.run
    /// The id in the source of the map.
    public var id = SourceID("")
    /// The name.
    public var name = ""
    /// The kind of lift; nil for runs.
    public var liftKind: LiftKind?
    /// The distance to its nearer end in metres.
    public var distanceMetres = 0.0

    /// Creates a run without a name.
    public init() {}
  }
}

extension AnswerMissingRoute: ContractDocument {
  package static let title = "MissingRoute"
  package static let summary = "The reason why there is no route."

  // The member `reason` is visited before, since answers with a route have it, too.
  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var missing = member.start(Self())
    try member("reasons", .words(), "All limits that prevent a route together.", &missing.reasons)
    try member("message", .text(like: "There is no route."), "The reason as a sentence.", &missing.message)
    try member.optional("end", .word, "The end that the reason is about.", &missing.end)
    try member.optional("leastCeiling", .word, "The easiest ceiling that would do.", &missing.leastCeiling)
    try member.optional(
      "leastCeilingColour", .word, "The colour of that ceiling in its region.", &missing.leastCeilingColour)
    try member.optional(
      "nearestMetres", .metres, "How far the nearest run, street or station is.", &missing.nearestMetres)
    try member.optional("place", .placeName, "The place that the reason is about.", &missing.place)
    try member.optional("placeStatus", .word, "The lifecycle of that place.", &missing.placeStatus)
    try member.optional(
      "latestDeparture", .clock, "The last moment at which there was a route.", &missing.latestDeparture)
    try member("closed", .texts, "What is closed and would permit a route.", &missing.closed)
    try member("barred", .texts, "What is not open to skiers, each with the reason.", &missing.barred)
    try member.optional(
      "snowCoveredMetres", .metres, "The length of snow-covered tracks and paths on a route.",
      &missing.snowCoveredMetres)
    try member.optional(
      "straightMetres", .metres, "The straight distance where nothing leads from one place to the other.",
      &missing.straightMetres)
    try member("nearby", .documents(), "Lifts, then runs nearby, nearest first.", &missing.nearby)
    return missing
  }
}

extension AnswerMissingRoute.Nearby: ContractDocument {
  package static let title = "NearbyEnd"
  package static let summary = "A lift or run near a place outside of the network."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var near = member.start(Self())
    try member("kind", .word, "The kind.", &near.kind)
    try member("id", .source, "The id in the source of the map.", &near.id)
    try member("name", .placeName, "The name.", &near.name)
    try member.optional("liftType", .word, "The kind of lift.", &near.liftKind)
    try member("distanceMetres", .metres, "The distance to its nearer end.", &near.distanceMetres)
    return near
  }
}

/// The answer to a question that has none, with the reason.
public struct MissingAnswer: Sendable, Hashable {
  /// The reason.
  public var missing = AnswerMissingRoute()

  /// Creates an answer with a reason.
  public init(_ missing: AnswerMissingRoute = AnswerMissingRoute()) { self.missing = missing }

  private struct Reason: ContractDocument {
    var missing: AnswerMissingRoute

    static let title = "NoAnswerFacts"
    static let summary = "The reason why a question has no answer."

    static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
      var whole = member.start(Self(missing: AnswerMissingRoute()))
      var reason = whole.missing.reason
      try member("reason", .word, "The reason that matters most.", &reason)
      try member.part(&whole.missing)
      whole.missing.reason = reason
      return whole
    }
  }
}

extension MissingAnswer: ContractDocument {
  package static let title = "NoAnswer"
  package static let summary = "The answer to a question that has none."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var reason = Reason(missing: member.written?.missing ?? AnswerMissingRoute())
    try member("noAnswer", .document, "The reason.", &reason)
    return Self(reason.missing)
  }
}

extension DocumentForm {
  /// Visits the member `reason`, null for an answer, and the others of the reason why there is none.
  mutating func reason(_ missing: inout AnswerMissingRoute?) throws(SkiError) {
    var reason = missing?.reason
    try optional("reason", .word, "The reason that matters most; null for a route.", &reason)
    try part(by: "message", &missing)
    if let reason { missing?.reason = reason }
  }
}

/// A smallest set of concessions that would permit a route.
public struct AnswerOpening: Sendable, Hashable {
  /// A concession: what would have to be accepted.
  public struct Concession: Sendable, Hashable {
    /// The kind, as `harder`, `open`, `avoidedLift`, `ungraded`, `offScale`, `snowCovered` or `onFoot`.
    public var kind = ""
    /// The name of the lift, run or path; nil without one.
    public var name: String?
    /// The length in metres; nil where there is none.
    public var metres: Double?
    /// The grade of a harder run; nil for other kinds.
    public var difficulty: Difficulty?
    /// The colour of a harder run; nil for other kinds.
    public var colour: DifficultyColour?
    /// The ends of a walk; empty for other kinds.
    public var points: [GraphPoint] = []

    /// Creates a concession of no kind.
    public init() {}
  }

  /// The number of grades by which the hardest run is over the ceiling.
  public var gradesOver = 0
  /// The duration of a route with them, in seconds.
  public var seconds = 0.0
  /// The concessions in the order of the route.
  public var concessions: [Concession] = []

  /// Creates a set of no concessions.
  public init() {}
}

extension AnswerOpening: ContractDocument {
  package static let title = "Opening"
  package static let summary = "A smallest set of concessions that would permit a route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var opening = member.start(Self())
    try member(
      "gradesOver", .count, "How many grades the hardest run is over the ceiling.", &opening.gradesOver)
    try member("seconds", .seconds, "How long a route with them takes.", &opening.seconds)
    try member(
      "concessions", .documents(), "The concessions in the order of the route.", &opening.concessions)
    return opening
  }
}

extension AnswerOpening.Concession: ContractDocument {
  package static let title = "Concession"
  package static let summary = "What would have to be accepted, or open, for a route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var one = member.start(Self())
    try member("kind", .text(like: "harder"), "The kind.", &one.kind)
    try member.optional("name", .placeName, "The lift, run or path.", &one.name)
    try member.optional("metres", .metres, "The length.", &one.metres)
    try member.given("difficulty", .word, "The grade of a harder run.", &one.difficulty)
    try member.optional(
      "colour", .word, "The colour of a harder run.", unless: one.difficulty == nil, &one.colour)
    var points = one.points.isEmpty ? nil : one.points
    try member.given("coordinates", .positions, "The ends of a walk.", &points)
    one.points = points ?? []
    return one
  }
}
