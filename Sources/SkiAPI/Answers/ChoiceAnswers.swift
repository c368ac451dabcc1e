public import SkiBase
public import SkiGraph

// Routes within an answer: journeys, alternatives, meetings; see Data/Formats/questions.md.

/// A route within an answer: its totals and its steps.
public struct AnswerLeg: Sendable, Hashable {
  /// The totals.
  public var totals = AnswerTotals()
  /// The steps in order.
  public var steps: [AnswerStep] = []

  /// Creates a route without steps.
  public init() {}
}

extension AnswerLeg: ContractDocument {
  package static let title = "Leg"
  package static let summary = "The totals and the steps of a route within an answer."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var leg = member.start(Self())
    try leg.visitTotals(&member)
    try member.geometry("steps", .documents(), "The steps in order.", &leg.steps)
    return leg
  }

  fileprivate mutating func visitTotals<Document>(_ member: inout DocumentForm<Document>) throws(SkiError) {
    try member.part(&totals)
    // An answer with a route has no reason.
    var reason: NoAnswerReason?
    try member.optional("reason", .word, "Null for a route.", &reason)
  }
}

/// A route over several places.
public struct JourneyAnswer: Sendable, Hashable {
  /// A leg between two places.
  public struct Leg: Sendable, Hashable {
    /// The name of its start.
    public var from = ""
    /// The name of its destination.
    public var to = ""
    /// The pause behind it in seconds.
    public var pauseSeconds = 0.0
    /// The totals and the steps.
    public var leg = AnswerLeg()

    /// Creates a leg without steps.
    public init() {}
  }

  /// The common members.
  public var header = AnswerHeader()
  /// The names of the start, the stops and the destination.
  public var places: [String] = []
  /// The duration in seconds; nil without a journey.
  public var seconds: Double?
  /// The missing return from the destination; nil where there is one.
  public var missingReturn: AnswerMissingWay?
  /// The position of the leg that fails; nil for a journey.
  public var failingLeg: Int?
  /// The reason why it fails; nil for a journey.
  public var missing: AnswerMissingRoute?
  /// The legs; empty without a journey.
  public var legs: [Leg] = []

  /// Creates a journey without places.
  public init() {}
}

extension JourneyAnswer: ContractDocument {
  package static let title = "JourneyAnswer"
  package static let summary = "A route over several places, or the reason why there is none."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var journey = member.start(Self())
    try AnswerHeader.form("trip", &member, &journey.header)
    try member("places", .texts, "The start, the stops and the destination.", &journey.places)
    try member.given("failingLeg", .count, "The leg that fails, from 0.", &journey.failingLeg)
    try member.given("seconds", .seconds, "The duration in all.", &journey.seconds)
    try member.reason(&journey.missing)
    try member.optional(
      "noWayBack", .document, "Why there is no route back from the destination.",
      unless: journey.missing != nil, &journey.missingReturn)
    try member.outlines("legs", "The legs.", &journey.legs)
    return journey
  }
}

extension JourneyAnswer.Leg: ContractDocument {
  package static let title = "JourneyLeg"
  package static let summary = "A leg of a journey between two places."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var leg = member.start(Self())
    try member("from", .placeName, "Its start.", &leg.from)
    try member("to", .placeName, "Its destination.", &leg.to)
    try member("pauseSeconds", .seconds, "The pause behind it.", &leg.pauseSeconds)
    try leg.leg.visitTotals(&member)
    try member.geometry("steps", .documents(), "The steps in order.", &leg.leg.steps)
    return leg
  }
}

/// Several routes: alternatives, or Pareto-optimal ones with their criteria.
public struct ChoicesAnswer: Sendable, Hashable {
  /// The kinds of sets of routes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Routes that differ sufficiently.
    case alternatives
    /// Pareto-optimal routes.
    case pareto
  }

  /// The criteria of a Pareto-optimal route.
  public struct Criteria: Sendable, Hashable {
    /// The hardest grade; nil where no graded run is skied.
    public var hardest: Difficulty?
    /// Indicates whether a run has no grade, which counts as harder than any.
    public var isHardestUnknown = false
    /// The metres that are pushed or walked.
    public var pushedMetres = 0.0
    /// The number of lifts that are boarded.
    public var liftCount = 0

    /// Creates the criteria of a route without lifts and runs.
    public init() {}
  }

  /// A route with its criteria.
  public struct Choice: Sendable, Hashable {
    /// The totals and the steps.
    public var leg = AnswerLeg()
    /// The criteria; nil for alternatives.
    public var criteria: Criteria?

    /// Creates a route without steps.
    public init() {}
  }

  /// The kind of the set.
  public var kind = Kind.alternatives
  /// The common members.
  public var header = AnswerHeader()
  /// The name of the start.
  public var from = ""
  /// The name of the destination.
  public var to = ""
  /// The missing return from the destination; nil where there is one.
  public var missingReturn: AnswerMissingWay?
  /// The routes in the order of arrival.
  public var routes: [Choice] = []

  /// Creates an empty set of alternatives.
  public init() {}
}

extension ChoicesAnswer: ContractDocument {
  package static let title = "ChoicesAnswer"
  package static let summary = "Several routes: alternatives, or Pareto-optimal ones with their criteria."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var choices = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member("question", .word, "The question that is answered.", &choices.kind)
    try choices.header.visit(&member)
    try member("from", .placeName, "The start.", &choices.from)
    try member("to", .placeName, "The destination.", &choices.to)
    try member.optional(
      "noWayBack", .document, "Why there is no route back from the destination.", &choices.missingReturn)
    try member.outlines("routes", "The routes in the order of arrival.", &choices.routes)
    return choices
  }
}

extension ChoicesAnswer.Choice: ContractDocument {
  package static let title = "Choice"
  package static let summary = "A route among several."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var choice = member.start(Self())
    try choice.leg.visitTotals(&member)
    try member.part(by: "liftCount", &choice.criteria)
    try member.geometry("steps", .documents(), "The steps in order.", &choice.leg.steps)
    return choice
  }
}

extension ChoicesAnswer.Criteria: ContractDocument {
  package static let title = "Criteria"
  package static let summary = "The criteria of a Pareto-optimal route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var one = member.start(Self())
    try member.optional("hardest", .word, "The hardest grade.", &one.hardest)
    try member("hardestIsUnknown", .flag, "Whether a run has no grade.", &one.isHardestUnknown)
    try member("pushedMetres", .metres, "Metres that are pushed or walked.", &one.pushedMetres)
    try member("liftCount", .count, "How many times a lift is boarded.", &one.liftCount)
    return one
  }
}

/// The places at which several people can meet.
public struct MeetAnswer: Sendable, Hashable {
  /// A place that is offered.
  public struct Place: Sendable, Hashable {
    /// The name.
    public var name = ""
    /// The reasons why it is offered: `earliest`, `fairest`, `leastTotal`.
    public var choices: [String] = []
    /// The arrival of the last person.
    public var lastArrival = DayTime(hour: 0)
    /// The arrival of each person.
    public var arrivals: [DayTime] = []
    /// The travel time of each person in seconds.
    public var seconds: [Double] = []
    /// The latest departure of each person to get back; nil at any time.
    public var leaveBy: [DayTime?] = []
    /// The position.
    public var point = GraphPoint.zero

    /// Creates a place without a name.
    public init() {}
  }

  /// A person without a return.
  public struct Person: Sendable, Hashable {
    /// The name.
    public var name = ""
    /// The reason why there is no route at any hour; nil where it is only too late.
    public var missing: AnswerMissingWay?

    /// Creates a person without a name.
    public init() {}
  }

  /// The place at which all could meet first, and from which some would not get back.
  public struct Refusal: Sendable, Hashable {
    /// The name.
    public var name = ""
    /// The arrival of the last person.
    public var lastArrival = DayTime(hour: 0)
    /// The people who would not get back.
    public var people: [Person] = []

    /// Creates a place without a name.
    public init() {}
  }

  /// The common members.
  public var header = AnswerHeader()
  /// The names of the people.
  public var people: [String] = []
  /// The ceiling of each person, as a word.
  public var ceilings: [String] = []
  /// The names of those who can get to none of the places.
  public var stranded: [String] = []
  /// The name of the common destination afterwards; nil where each returns to their start.
  public var home: String?
  /// The place without returns; nil where the places permit them.
  public var withoutReturn: Refusal?
  /// The places.
  public var places: [Place] = []

  /// Creates an answer without people.
  public init() {}
}

extension MeetAnswer: ContractDocument {
  package static let title = "MeetAnswer"
  package static let summary = "The places at which several people can meet."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try AnswerHeader.form("meet", &member, &answer.header)
    try member("people", .texts, "The people.", &answer.people)
    try member("ceilings", .texts, "The ceiling of each of them.", &answer.ceilings)
    try member("stranded", .texts, "Who can get to none of the places.", &answer.stranded)
    try member.optional("home", .placeName, "The common destination afterwards.", &answer.home)
    try member.optional(
      "withoutReturn", .document, "Where no place lets all get back, the one where they could meet at first.",
      &answer.withoutReturn)
    try member("places", .documents(), "The places.", &answer.places)
    return answer
  }
}

extension MeetAnswer.Place: ContractDocument {
  package static let title = "MeetingPlace"
  package static let summary = "A place at which several people can meet."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var place = member.start(Self())
    try member("name", .placeName, "The name.", &place.name)
    try member(
      "choices", MemberType<String>.text(like: "earliest").list,
      "Why it is offered: earliest, fairest, leastTotal.", &place.choices)
    try member("lastArrival", .clock, "When the last is there.", &place.lastArrival)
    try member("arrivals", MemberType<DayTime>.clock.list, "When each is there.", &place.arrivals)
    try member("seconds", MemberType<Double>.seconds.list, "How long each travels.", &place.seconds)
    try member(
      "leaveBy", MemberType<DayTime>.clock.nullable.list, "Until when each must leave; null at any time.",
      &place.leaveBy)
    try member.geometry("coordinate", .position, "The position.", &place.point)
    return place
  }
}

extension MeetAnswer.Refusal: ContractDocument {
  package static let title = "MeetingWithoutReturn"
  package static let summary = "A place at which all could meet, and from which some would not get back."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var place = member.start(Self())
    try member("name", .placeName, "The name.", &place.name)
    try member("lastArrival", .clock, "When the last is there.", &place.lastArrival)
    try member("people", .documents(), "Who would not get back.", &place.people)
    return place
  }
}

extension MeetAnswer.Person: ContractDocument {
  package static let title = "PersonWithoutReturn"
  package static let summary = "A person who would not get back from a meeting."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var person = member.start(Self())
    try member("name", .text(like: "Anna"), "The name.", &person.name)
    try member.optional(
      "missing", .document, "Why there is no route; null where it is only too late.", &person.missing)
    return person
  }
}
