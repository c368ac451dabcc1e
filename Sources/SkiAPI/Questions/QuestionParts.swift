package import SkiBase
public import SkiGraph

// The parts that questions share: the skier, the clock, directions, choices, lunch.

/// The skier of a question.
public struct SkierOptions: Sendable, Hashable {
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

extension SkierOptions: ContractDocument {
  package static let title = "SkierOptions"
  package static let summary = "The skier of a question."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var skier = member.start(Self())
    try member.given(
      "maxDifficulty", .text(like: "red"),
      "The hardest colour or grade to ski: green, blue, red, black, double-black, novice ... expert; else the limit of the ability.",
      &skier.maxDifficulty)
    try member.preset(
      "ability", .text(like: "advanced"),
      "beginner (skis up to blue), intermediate (red), advanced (black) or expert (every grade): pace and limit.",
      &skier.ability)
    try member.preset("board", .flag, "On a snowboard instead of skis.", &skier.board)
    try member.preset(
      "avoid", .textOrTexts,
      "Kinds of lift to avoid, by OpenSkiMap's words, and of terrain (glades, moguls, ungroomed), with commas: drag_lift,glades.",
      &skier.avoid)
    try member.preset("night", .flag, "At night: only runs that are known to be lit.", &skier.night)
    try member.preset(
      "closed", .textOrTexts, "A lift or run that is closed, by name or id; may be given several times.",
      &skier.closed)
    try member.preset(
      "ungraded", .text(like: "refuse"), "Ungraded runs: estimate, allow or refuse.", &skier.ungraded)
    try member.preset(
      "allow", .textOrTexts,
      "What else to allow, with commas: freeride, extreme, tour (ski tours, hikes), itinerary (ungroomed), walk (over 300 m along snow-covered paths).",
      &skier.allow)
    try member.preset(
      "snap", .number(0...SnapLimit.greatestMetres, places: 3, like: 300),
      "How far a coordinate may lie from the network, in metres.", &skier.snap)
    return skier
  }
}

/// The clock of a question.
public struct DayOptions: Sendable, Hashable {
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

extension DayOptions: ContractDocument {
  package static let title = "DayOptions"
  package static let summary = "The clock of a question."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var hours = member.start(Self())
    try member.given(
      "depart", .text(like: "14:30"), "When to leave, 14:30; else now, where hours are given.", &hours.depart)
    try member.given("opening", .text(like: "08:45"), "When lifts start, 08:45.", &hours.opening)
    try member.given(
      "closing", .text(like: "16:30"),
      "When lifts stop, 16:30; boarding ends ten minutes before, and runs close half an hour after.",
      &hours.closing)
    try member.given(
      "date", .text(like: "2026-02-14"),
      "The day, 2026-02-14, for opening hours on the map; else today, when times are considered.", &hours.date
    )
    try member.given(
      "zone", .zoneName,
      "The time zone of all times, as Europe/Zurich; else that of the status report, or of the ski area at the start.",
      &hours.zone)
    return hours
  }
}

/// The directions and the elevation profile of an answer.
public struct DirectionsOptions: Sendable, Hashable {
  /// Indicates directions.
  public var directions = false
  /// The language of the directions; nil for English.
  public var language: Language?
  /// Indicates an elevation profile.
  public var profile = false

  /// Creates terms without either.
  public init() {}
}

extension DirectionsOptions: ContractDocument {
  package static let title = "DirectionsOptions"
  package static let summary = "The directions and the elevation profile of an answer."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var terms = member.start(Self())
    try member.preset(
      "directions", .flag, "Write directions: on which side to leave a lift, where to keep left or right.",
      &terms.directions)
    try member.given("language", .choice, "The language of the directions.", &terms.language)
    try member.preset(
      "profile", .flag, "Also draw the elevation profile of the route, or write it in JSON.", &terms.profile)
    return terms
  }
}

/// The alternatives, stops and preferences of a question about routes.
public struct ChoiceOptions: Sendable, Hashable {
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

extension ChoiceOptions: ContractDocument {
  package static let title = "ChoiceOptions"
  package static let summary = "The alternatives, stops and preferences of a question about routes."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var choices = member.start(Self())
    try member.preset(
      "via", .textOrTexts, "A place to pass, in order; may be given several times.", &choices.via)
    try member.preset(
      "pause", .integer(0...1440), "How many minutes to stay at each of them.", &choices.pause)
    try member.given(
      "alternatives", .integer(2...10), "Up to this many different routes, 2 to 10.", &choices.alternatives)
    try member.preset(
      "fastest", .flag,
      "Minimise time alone; otherwise minutes on foot, pushed or climbed and riding down count more than others.",
      &choices.fastest)
    try member.preset(
      "pareto", .flag, "All Pareto-optimal routes by time, hardest grade, metres pushed and number of lifts.",
      &choices.pareto)
    try member.preset(
      "prefer", .textOrTexts,
      "What to prefer, counted half as long: a colour, grade, terrain (glades, moguls, ungroomed, lit), kind of lift, lift or run; may be given several times.",
      &choices.prefer)
    try member.preset(
      "shun", .textOrTexts,
      "What to avoid, counted three times as long: as above (more for what is harder than a colour), flats, crowds; may be given several times.",
      &choices.shun)
    return choices
  }
}

/// The time and place of lunch on a tour.
public struct LunchOptions: Sendable, Hashable {
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

extension LunchOptions: ContractDocument {
  package static let title = "LunchOptions"
  package static let summary = "The time and place of lunch on a tour."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var lunch = member.start(Self())
    try member.given(
      "lunch", .text(like: "Berghaus"), "Where to have lunch: a name or latitude,longitude.", &lunch.place)
    try member.preset("lunchAt", .text(like: "12:00"), "When lunch starts at the earliest.", &lunch.earliest)
    try member.given(
      "lunchBy", .text(like: "13:00"), "When lunch starts at the latest; an hour later unless given.",
      &lunch.latest)
    try member.preset("lunchMinutes", .integer(0...1440), "How long lunch takes, in minutes.", &lunch.minutes)
    return lunch
  }
}
