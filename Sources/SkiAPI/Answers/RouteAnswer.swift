public import SkiBase
public import SkiGraph

/// The answer to the question for one route.
public struct RouteAnswer: Sendable, Hashable {
  /// The ends, the totals or the reason why there is no route.
  public var route = Summary()
  /// The steps in order; empty without a route.
  public var steps: [AnswerStep] = []
  /// The directions; nil where none were requested.
  public var directions: [AnswerInstruction]?
  /// The elevation profile; nil where none was requested.
  public var profile: AnswerProfile?

  /// Creates an answer without a route and without a reason.
  public init() {}

  /// The ends of a route, its totals or the reason why there is none.
  public struct Summary: Sendable, Hashable {
    /// The name of the start.
    public var from = ""
    /// The name of the destination.
    public var to = ""
    /// The ceiling that the route keeps to, a colour as its region uses it; nil without one.
    public var ceiling: String?
    /// The clock of the times; nil where there are none.
    public var clock: AnswerClock?
    /// The attributions to show with the route.
    public var attribution: String?
    /// The totals; nil without a route.
    public var totals: AnswerTotals?
    /// The missing return from the destination; nil where there is one, none was requested, or there is no route.
    public var missingReturn: AnswerMissingWay?
    /// The reason why there is no route; nil for a route.
    public var missing: AnswerMissingRoute?
    /// The smallest sets of concessions that would permit a route; empty for a route.
    public var openings: [AnswerOpening] = []

    /// Creates a summary without ends and totals.
    public init() {}
  }
}

extension RouteAnswer: ContractDocument {
  package static let title = "RouteAnswer"
  package static let summary = "A route, or the reason why there is none."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member("route", .document, "The ends, the totals or the reason why there is none.", &answer.route)
    try member("steps", .documents(), "The steps in order.", &answer.steps)
    try member.given("directions", .documents(), "The directions, where requested.", &answer.directions)
    try member.given("profile", .document, "The elevation profile, where requested.", &answer.profile)
    return answer
  }
}

extension RouteAnswer.Summary: ContractDocument {
  package static let title = "RouteSummary"
  package static let summary = "The ends of a route, its totals or the reason why there is none."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var route = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member("from", .placeName, "The start.", &route.from)
    try member("to", .placeName, "The destination.", &route.to)
    try member.optional("ceiling", .ceiling, "The ceiling that the route keeps to.", &route.ceiling)
    try member.part(by: "utcOffset", &route.clock)
    try member.optional("attribution", .attribution, "Words to show with the route.", &route.attribution)
    try member.part(by: "seconds", &route.totals)
    try member.reason(&route.missing)
    try member.optional(
      "noWayBack", .document, "Why there is no route back from the destination.",
      unless: route.totals == nil, &route.missingReturn)
    var openings = route.missing == nil ? nil : route.openings
    try member.given(
      "openings", .documents(), "The smallest sets of concessions that would permit a route.", &openings)
    route.openings = openings ?? []
    return route
  }
}

/// The totals of a route.
public struct AnswerTotals: Sendable, Hashable {
  /// The departure; nil where the route was not requested by the clock.
  public var departure: DayTime?
  /// The arrival; nil where the route was not requested by the clock.
  public var arrival: DayTime?
  /// The outlook for the return home; nil where no home was named.
  public var home: AnswerHomeOutlook?
  /// The duration in seconds.
  public var seconds = 0.0
  /// The sum of the waits in seconds.
  public var waitSeconds = 0.0
  /// The length in metres.
  public var lengthMetres = 0.0
  /// The knowledge of the elevations; nil where there is nothing to know them of.
  public var heights: ElevationQuality?
  /// The length of runs that are skied, in metres.
  public var runMetres = 0.0
  /// The length of lifts in metres.
  public var liftMetres = 0.0
  /// The length of what is gone on foot, in metres.
  public var walkMetres = 0.0
  /// The length of paths, tracks and bridleways gone on foot, in metres.
  public var trailMetres = 0.0
  /// The ascent in metres; nil where elevations are unknown.
  public var ascentMetres: Double?
  /// The descent in metres; nil where elevations are unknown.
  public var descentMetres: Double?
  /// The ascent by lift in metres; nil where elevations are unknown.
  public var liftAscentMetres: Double?
  /// The descent on runs in metres; nil where elevations are unknown.
  public var runDescentMetres: Double?
  /// The gradient of the hardest 25 m of all runs, as a positive ratio; nil where elevations are unknown.
  public var maxGradient: Double?
  /// The position of its step.
  public var maxGradientStep: Int?
  /// The words of the sign there.
  public var maxGradientName: String?
  /// The hardest grade of all steps; nil without one.
  public var hardestDifficulty: Difficulty?
  /// The colour of the hardest grade.
  public var hardestColour: DifficultyColour?

  /// Creates the totals of a route without steps.
  public init() {}
}

extension AnswerTotals: ContractDocument {
  package static let title = "RouteTotals"
  package static let summary = "The totals of a route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var totals = member.start(Self())
    try member.optional("departure", .clock, "The departure, where the clock counts.", &totals.departure)
    try member.optional("arrival", .clock, "The arrival, where the clock counts.", &totals.arrival)
    try member.optional("home", .document, "The outlook for the return home.", &totals.home)
    try member("seconds", .seconds, "The duration.", &totals.seconds)
    try member("waitSeconds", .seconds, "The sum of the waits.", &totals.waitSeconds)
    try member("lengthMetres", .metres, "The length.", &totals.lengthMetres)
    try member.optional("heights", .word, "What is known of elevations.", &totals.heights)
    try member("runMetres", .metres, "The length of runs that are skied.", &totals.runMetres)
    try member("liftMetres", .metres, "The length of lifts.", &totals.liftMetres)
    try member("walkMetres", .metres, "The length of what is gone on foot.", &totals.walkMetres)
    try member(
      "trailMetres", .metres, "The length of paths, tracks and bridleways gone on foot.", &totals.trailMetres)
    try totals.visitElevations(&member)
    return totals
  }

  private mutating func visitElevations(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member.optional("ascentMetres", .metres, "Metres up.", &ascentMetres)
    try member.optional("descentMetres", .metres, "Metres down.", &descentMetres)
    try member.optional("liftAscentMetres", .metres, "Metres up by lift.", &liftAscentMetres)
    try member.optional("runDescentMetres", .metres, "Metres down on runs.", &runDescentMetres)
    try member.optional("maxGradient", .ratio, "The gradient of the hardest 25 m of all runs.", &maxGradient)
    try member.optional("maxGradientStep", .count, "The position of its step, from 0.", &maxGradientStep)
    try member.optional("maxGradientName", .placeName, "What the sign there says.", &maxGradientName)
    try member.optional("hardestDifficulty", .word, "The hardest grade of all steps.", &hardestDifficulty)
    try member.optional("hardestColour", .word, "The colour of that grade.", &hardestColour)
  }
}

/// The outlook for the return home from a route.
public struct AnswerHomeOutlook: Sendable, Hashable {
  /// The kinds of outlooks.
  public enum Outlook: String, Sendable, Hashable, CaseIterable {
    /// Home is reached from the destination.
    case reachable
    /// Home is reached from a place on the route, and not from the destination.
    case lost
    /// It is too late for home already at the start.
    case lostFromStart
    /// No route leads home from the start at any hour.
    case noWayFromStart
  }

  /// The kind of outlook.
  public var outlook = Outlook.reachable
  /// The step at whose start home is reached last; nil unless it is lost on the way.
  public var step: Int?
  /// The time of passing that place.
  public var passedAt: DayTime?
  /// The latest departure from the destination or that place; nil at any time.
  public var leaveBy: DayTime?
  /// The position of that place.
  public var point: GraphPoint?

  /// Creates the outlook of a home that is reached at any time.
  public init() {}
}

extension AnswerHomeOutlook: ContractDocument {
  package static let title = "HomeOutlook"
  package static let summary = "Whether home is still reached after a route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var home = member.start(Self())
    try member("outlook", .word, "Whether home is reached.", &home.outlook)
    try member.given("step", .count, "The step at whose start home is reached last.", &home.step)
    try member.given("passedAt", .clock, "When one passes there.", &home.passedAt)
    try member.optional(
      "leaveBy", .clock, "Until when that place, or the destination, may be left; null at any time.",
      unless: home.outlook == .lostFromStart || home.outlook == .noWayFromStart, &home.leaveBy)
    try member.given("coordinate", .position, "The last place from which home is reached.", &home.point)
    return home
  }
}
