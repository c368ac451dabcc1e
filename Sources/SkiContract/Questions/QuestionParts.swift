package import SkiGeo
public import SkiModel

// The parts that questions share: the skier, the clock, directions, choices, lunch.

/// The skier of a question.
public struct SkierTerms: Sendable, Hashable {
  /// The hardest colour or grade; nil for the limit of the ability.
  public var maxDifficulty: String?
  /// The ability: `beginner`, `intermediate`, `advanced` or `expert`.
  public var ability = "intermediate"
  /// Indicates a snowboard instead of skis.
  public var board = false
  /// The kinds of lift and terrain to avoid, each text with commas.
  public var avoid: [String] = []
  /// Indicates that only lit runs count.
  public var night = false
  /// The closed lifts and runs, by name or id.
  public var closed: [String] = []
  /// The policy for ungraded runs: `estimate`, `allow` or `refuse`.
  public var ungraded = "estimate"
  /// The further kinds of run to allow, each text with commas.
  public var allow: [String] = []
  /// The distance in metres that a coordinate may lie from the network.
  public var snap = SnapLimit.defaultMetres

  /// Creates the default skier.
  public init() {}
}

extension SkierTerms: ContractDocument {
  package static let title = "SkierTerms"
  package static let summary = "The skier of a question."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var skier = member.start(Self())
    try member.given("maxDifficulty", .text(like: "red"), KeyText.maxDifficulty, &skier.maxDifficulty)
    try member.preset("ability", .text(like: "advanced"), KeyText.ability, &skier.ability)
    try member.preset("board", .flag, KeyText.board, &skier.board)
    try member.preset("avoid", .textOrTexts, KeyText.avoid, &skier.avoid)
    try member.preset("night", .flag, KeyText.night, &skier.night)
    try member.preset("closed", .textOrTexts, KeyText.closed, &skier.closed)
    try member.preset("ungraded", .text(like: "refuse"), KeyText.ungraded, &skier.ungraded)
    try member.preset("allow", .textOrTexts, KeyText.allow, &skier.allow)
    try member.preset(
      "snap", .number(0...SnapLimit.greatestMetres, places: 3, like: 300), KeyText.snap, &skier.snap)
    return skier
  }
}

/// The clock of a question.
public struct DayTerms: Sendable, Hashable {
  /// The departure, as `14:30`; nil for now.
  public var depart: String?
  /// The time when lifts start.
  public var opening: String?
  /// The time when lifts stop.
  public var closing: String?
  /// The day, as `2026-02-14`; nil for today.
  public var date: String?
  /// The time zone of all times, as `Europe/Zurich`; nil for that of the map at the start.
  public var zone: String?

  /// Creates a clock without any time.
  public init() {}
}

extension DayTerms: ContractDocument {
  package static let title = "DayTerms"
  package static let summary = "The clock of a question."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var hours = member.start(Self())
    try member.given("depart", .text(like: "14:30"), KeyText.depart, &hours.depart)
    try member.given("opening", .text(like: "08:45"), KeyText.opening, &hours.opening)
    try member.given("closing", .text(like: "16:30"), KeyText.closing, &hours.closing)
    try member.given("date", .text(like: "2026-02-14"), KeyText.date, &hours.date)
    try member.given("zone", .zoneName, KeyText.zone, &hours.zone)
    return hours
  }
}

/// The directions and the elevation profile of an answer.
public struct DirectionsTerms: Sendable, Hashable {
  /// Indicates directions.
  public var directions = false
  /// The language of the directions; nil for English.
  public var language: Language?
  /// Indicates an elevation profile.
  public var profile = false

  /// Creates terms without either.
  public init() {}
}

extension DirectionsTerms: ContractDocument {
  package static let title = "DirectionsTerms"
  package static let summary = "The directions and the elevation profile of an answer."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var terms = member.start(Self())
    try member.preset("directions", .flag, KeyText.directions, &terms.directions)
    try member.given("language", .choice, KeyText.language, &terms.language)
    try member.preset("profile", .flag, KeyText.profile, &terms.profile)
    return terms
  }
}

/// The alternatives, stops and preferences of a question about routes.
public struct ChoiceTerms: Sendable, Hashable {
  /// The places to pass, in order.
  public var via: [String] = []
  /// The minutes to stay at each of them.
  public var pause = 0
  /// The greatest number of different routes.
  public var alternatives: Int?
  /// Indicates that time alone is minimised.
  public var fastest = false
  /// Indicates all Pareto-optimal routes.
  public var pareto = false
  /// The preferred words.
  public var prefer: [String] = []
  /// The avoided words.
  public var shun: [String] = []

  /// Creates terms of one route.
  public init() {}
}

extension ChoiceTerms: ContractDocument {
  package static let title = "ChoiceTerms"
  package static let summary = "The alternatives, stops and preferences of a question about routes."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var choices = member.start(Self())
    try member.preset("via", .textOrTexts, KeyText.via, &choices.via)
    try member.preset("pause", .integer(0...1440), KeyText.pause, &choices.pause)
    try member.given("alternatives", .integer(2...10), KeyText.alternatives, &choices.alternatives)
    try member.preset("fastest", .flag, KeyText.fastest, &choices.fastest)
    try member.preset("pareto", .flag, KeyText.pareto, &choices.pareto)
    try member.preset("prefer", .textOrTexts, KeyText.prefer, &choices.prefer)
    try member.preset("shun", .textOrTexts, KeyText.shun, &choices.shun)
    return choices
  }
}

/// The time and place of lunch on a tour.
public struct LunchTerms: Sendable, Hashable {
  /// The place; nil without lunch.
  public var place: String?
  /// The earliest start.
  public var earliest = "12:00"
  /// The latest start; an hour later when nil.
  public var latest: String?
  /// The duration in minutes.
  public var minutes = 60

  /// Creates terms without lunch.
  public init() {}
}

extension LunchTerms: ContractDocument {
  package static let title = "LunchTerms"
  package static let summary = "The time and place of lunch on a tour."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var lunch = member.start(Self())
    try member.given("lunch", .text(like: "Berghaus"), KeyText.lunch, &lunch.place)
    try member.preset("lunchAt", .text(like: "12:00"), KeyText.lunchAt, &lunch.earliest)
    try member.given("lunchBy", .text(like: "13:00"), KeyText.lunchBy, &lunch.latest)
    try member.preset("lunchMinutes", .integer(0...1440), KeyText.lunchMinutes, &lunch.minutes)
    return lunch
  }
}
