public import SkiBase
public import SkiGraph

// The answers to the questions for a day: home, reach, whatif and day; see Data/Formats/questions.md.

/// The latest departures from places that still reach home.
public struct HomeAnswer: Sendable, Hashable {
  /// A place with its latest departure.
  public struct Place: Sendable, Hashable {
    /// The name.
    public var name = ""
    /// The kind as words, as `red run`.
    public var kind = ""
    /// The latest departure to the minute; nil at any time, and where there is no route home.
    public var leaveBy: DayTime?
    /// The latest departure in seconds since midnight, to the millisecond.
    public var leaveBySeconds: Double?
    /// The latest departure for which each run of the route is left before it closes; nil where none closes.
    public var beforeRunsClose: DayTime?
    /// Indicates whether home is reached at any time.
    public var isAnyTime = false
    /// Indicates whether there is a route home at all.
    public var isReachable = false
    /// The position.
    public var point = GraphPoint.zero

    /// Creates a place without a name from which there is no route.
    public init() {}
  }

  /// The common members.
  public var header = AnswerHeader()
  /// The name of home.
  public var home = ""
  /// The time at which lifts stop; nil where it is not known for all.
  public var closing: DayTime?
  /// The missing route home of the only place; nil where there is one at some hour.
  public var missingReturn: AnswerMissingWay?
  /// The latest time of boarding a lift; nil where ``closing`` is.
  public var lastBoarding: DayTime?
  /// The places.
  public var places: [Place] = []

  /// Creates an answer without places.
  public init() {}
}

extension HomeAnswer: ContractDocument {
  package static let title = "HomeAnswer"
  package static let summary = "The latest departures from places that still reach home."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try AnswerHeader.form("home", &member, &answer.header)
    try answer.visitSummary(&member)
    try member.geometry("places", .documents(), "The places.", &answer.places)
    return answer
  }

  private mutating func visitSummary(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("to", .placeName, "Home.", &home)
    try member.optional("closing", .clock, "When lifts stop, where it is known for all.", &closing)
    try member.optional("noWayBack", .document, "Why the only place has no route home.", &missingReturn)
    try member.optional("lastBoarding", .clock, "When lifts are boarded at the latest.", &lastBoarding)
  }
}

extension HomeAnswer.Place: ContractDocument {
  package static let title = "HomePlace"
  package static let summary = "A place with its latest departure for home."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var place = member.start(Self())
    try member("name", .placeName, "The name.", &place.name)
    try member("kind", .text(like: "red run"), "The kind, in words.", &place.kind)
    try member.optional("leaveBy", .clock, "The last minute one may leave.", &place.leaveBy)
    try member.optional(
      "leaveBySeconds", .seconds, "The same in seconds since midnight.", &place.leaveBySeconds)
    try member.optional(
      "beforeRunsClose", .clock, "The last minute for which every run is left before it closes.",
      &place.beforeRunsClose)
    try member("anyTime", .flag, "Whether one may leave at any time.", &place.isAnyTime)
    try member("isReachable", .flag, "Whether there is a route at all.", &place.isReachable)
    try member.geometry("coordinate", .position, "The position.", &place.point)
    return place
  }
}

extension GraphPoint {
  /// The point at the origin of coordinates, for values that are set later.
  package static var zero: GraphPoint {
    GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: 0, longitude: 0)), elevationCentimetres: nil)
  }
}

/// The lifts, runs, huts and stations within reach.
public struct ReachAnswer: Sendable, Hashable {
  /// A lift, run, hut or station within reach.
  public struct Feature: Sendable, Hashable {
    /// The lift, run, hut or station.
    public var feature = AnswerFeature()
    /// The time at which one is there first.
    public var firstAt = DayTime(hour: 0)
    /// The share of its lines that is reached, 0...1.
    public var share = 0.0

    /// Creates a run that is not reached.
    public init() {}
  }

  /// The lifts and runs that are reached in time and lead nowhere back.
  public struct DeadEnds: Sendable, Hashable {
    /// The reason why the first of them has no route back.
    public var missing = AnswerMissingWay()
    /// The lifts and runs.
    public var features: [Feature] = []

    /// Creates no dead ends.
    public init() {}
  }

  /// The common members.
  public var header = AnswerHeader()
  /// The name of the start.
  public var from = ""
  /// The name of home; nil for none.
  public var home: String?
  /// The departure.
  public var departure = DayTime(hour: 0)
  /// The time in minutes.
  public var minutes = 0
  /// The lifts and runs that lead nowhere back; nil without any.
  public var deadEnds: DeadEnds?
  /// The lifts, runs, huts and stations that are reached, in the order of time.
  public var features: [Feature] = []

  /// Creates an answer with nothing in reach.
  public init() {}
}

extension ReachAnswer: ContractDocument {
  package static let title = "ReachAnswer"
  package static let summary = "The lifts, runs, huts and stations within reach."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try AnswerHeader.form("reach", &member, &answer.header)
    try member("from", .placeName, "The start.", &answer.from)
    try member.optional("home", .placeName, "Home.", &answer.home)
    try member("departure", .clock, "The departure.", &answer.departure)
    try member("minutes", .count, "The time.", &answer.minutes)
    try member.optional("noWayBack", .document, "What leads nowhere back.", &answer.deadEnds)
    try member.geometry("features", .documents(), "What is reached, in the order of time.", &answer.features)
    return answer
  }
}

extension ReachAnswer.DeadEnds: ContractDocument {
  package static let title = "DeadEnds"
  package static let summary = "What is reached in time and leads nowhere back."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var ends = member.start(Self())
    try member("missing", .document, "Why the first of them has no route.", &ends.missing)
    try member("features", .documents(), "The lifts and runs.", &ends.features)
    return ends
  }
}

extension ReachAnswer.Feature: ContractDocument {
  package static let title = "ReachedFeature"
  package static let summary = "A lift, run, hut or station within reach."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var reached = member.start(Self())
    try member.part(&reached.feature)
    try member("firstAt", .clock, "When one is first on it, or at it.", &reached.firstAt)
    try member(
      "share", .number(0...1, places: 3, like: 0.8), "How much of its lines is reached.", &reached.share)
    return reached
  }
}

/// The effects of closing lifts and runs.
public struct ClosureAnswer: Sendable, Hashable {
  /// The common members.
  public var header = AnswerHeader()
  /// The names of what closes.
  public var closed: [String] = []
  /// The name of home.
  public var home = ""
  /// The lifts and runs that routes from home no longer use.
  public var unreachable: [AnswerFeature] = []
  /// The lifts and runs from whose end home is no longer reached.
  public var cutOff: [AnswerFeature] = []
  /// The number of places that are no longer reached.
  public var unreachablePlaces = 0
  /// The number of places from which home is no longer reached.
  public var cutOffPlaces = 0
  /// The number of places from which home takes longer.
  public var longerPlaces = 0
  /// The greatest additional time home, in seconds; nil without any.
  public var greatestExtraSeconds: Double?

  /// Creates an answer without effects.
  public init() {}
}

extension ClosureAnswer: ContractDocument {
  package static let title = "ClosureAnswer"
  package static let summary = "The effects of closing lifts and runs."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try AnswerHeader.form("whatif", &member, &answer.header)
    try member("closed", .texts, "What closes.", &answer.closed)
    try member("home", .placeName, "The place that counts.", &answer.home)
    try member(
      "unreachable", .documents(), "Lifts and runs that routes from home no longer use.", &answer.unreachable)
    try member(
      "cutOff", .documents(), "Lifts and runs from whose end home is no longer reached.", &answer.cutOff)
    try member(
      "unreachablePlaces", .count, "How many places are no longer reached.", &answer.unreachablePlaces)
    try member(
      "cutOffPlaces", .count, "From how many places home is no longer reached.", &answer.cutOffPlaces)
    try member("longerPlaces", .count, "From how many places home takes longer.", &answer.longerPlaces)
    try member.optional(
      "greatestExtraSeconds", .seconds, "How much longer it takes from the worst of them.",
      &answer.greatestExtraSeconds)
    return answer
  }
}

/// A tour of a day.
public struct TourAnswer: Sendable, Hashable {
  /// A run of the tour.
  public struct Run: Sendable, Hashable {
    /// The id in the source of the map.
    public var id = SourceID("")
    /// The name.
    public var name = ""

    /// Creates a run.
    public init(id: SourceID = SourceID(""), name: String = "") { (self.id, self.name) = (id, name) }
  }

  /// A run that is in no tour.
  public struct MissingRun: Sendable, Hashable {
    /// The run.
    public var run = Run()
    /// The obstacle besides time: `noWayThere`, `notAccepted` or `noWayBack`; nil where only time does.
    public var obstacle: String?
    /// The reason why there is no route; nil where only time prevents it.
    public var why: AnswerMissingWay?

    /// Creates a run for which time lacks.
    public init() {}
  }

  /// The pause for lunch.
  public struct Lunch: Sendable, Hashable {
    /// The name of the place.
    public var place: String?
    /// The arrival.
    public var arrival = DayTime(hour: 0)
    /// The start of the pause.
    public var start = DayTime(hour: 0)
    /// The departure.
    public var departure = DayTime(hour: 0)

    /// Creates a pause at midnight.
    public init() {}
  }

  /// The common members.
  public var header = AnswerHeader()
  /// The name of home.
  public var home = ""
  /// The earliest start.
  public var from = DayTime(hour: 0)
  /// The latest return.
  public var until = DayTime(hour: 0)
  /// The return.
  public var arrival = DayTime(hour: 0)
  /// The measure: `fallMetres`, `lengthMetres` or `runs`.
  public var measure = ""
  /// The amount of the tour.
  public var score = 0.0
  /// The amount that no tour exceeds.
  public var greatestScore = 0.0
  /// The difference of both as a ratio of the score; nil for a score of 0.
  public var possibleGain: Double?
  /// Indicates whether no tour has more.
  public var isProvenBest = false
  /// The pause for lunch; nil without one.
  public var lunch: Lunch?
  /// The runs that count, in order.
  public var runs: [Run] = []
  /// The requested runs that are missing.
  public var missing: [MissingRun] = []
  /// The nearest run with its obstacle, where there is nothing to ski.
  public var obstacle: MissingRun?
  /// The legs before and after lunch.
  public var legs: [AnswerLeg] = []

  /// Creates a tour without legs.
  public init() {}
}

extension TourAnswer: ContractDocument {
  package static let title = "TourAnswer"
  package static let summary = "A tour of a day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var tour = member.start(Self())
    try AnswerHeader.form("day", &member, &tour.header)
    try tour.visitScore(&member)
    try member.optional("lunch", .document, "The pause for lunch.", &tour.lunch)
    try member("runs", .documents(), "The runs that count, in the order in which they are skied.", &tour.runs)
    try member("missing", .documents(), "The requested runs that are not among them.", &tour.missing)
    try member.optional(
      "obstacle", .document, "The nearest run, where there is nothing to ski though there is time.",
      &tour.obstacle)
    try member.geometry("legs", .documents(), "The legs before and after lunch.", &tour.legs)
    return tour
  }

  private mutating func visitScore(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("home", .placeName, "Home.", &home)
    try member("from", .clock, "The earliest start.", &from)
    try member("until", .clock, "The latest return.", &until)
    try member("arrival", .clock, "The return.", &arrival)
    try member(
      "measure", .text(like: "fallMetres"), "What is counted: fallMetres, lengthMetres or runs.", &measure)
    try member("score", .number(places: 2, like: 5400), "The amount of the tour.", &score)
    try member(
      "greatestScore", .number(places: 2, like: 5500), "The amount that no tour exceeds.", &greatestScore)
    try member.optional("possibleGain", .ratio, "The difference as a ratio of the score.", &possibleGain)
    try member("isProvenBest", .flag, "Whether no tour has more.", &isProvenBest)
  }
}

extension TourAnswer.Run: ContractDocument {
  package static let title = "TourRun"
  package static let summary = "A run of a tour."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var run = member.start(Self())
    try member("id", .source, "The id in the source of the map.", &run.id)
    try member("name", .placeName, "The name.", &run.name)
    return run
  }
}

extension TourAnswer.MissingRun: ContractDocument {
  package static let title = "MissingRun"
  package static let summary = "A run that is in no tour."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var run = member.start(Self())
    try member.part(&run.run)
    try member.optional(
      "obstacle", .text(like: "noWayBack"),
      "noWayThere, notAccepted or noWayBack; null where only time lacks.",
      &run.obstacle)
    try member.optional("why", .document, "Why there is no route.", &run.why)
    return run
  }
}

extension TourAnswer.Lunch: ContractDocument {
  package static let title = "Lunch"
  package static let summary = "The pause for lunch."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var lunch = member.start(Self())
    try member.optional("place", .placeName, "The place.", &lunch.place)
    try member("arrival", .clock, "The arrival.", &lunch.arrival)
    try member("start", .clock, "The start of the pause.", &lunch.start)
    try member("departure", .clock, "The departure.", &lunch.departure)
    return lunch
  }
}
