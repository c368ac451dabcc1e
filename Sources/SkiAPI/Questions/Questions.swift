package import SkiBase

// The questions over a map; the engine answers them in SkiAnswers.

/// A route from one place to another, alternatives, or a journey over several places.
public struct RouteQuestion: Sendable, Hashable {
  /// The start: a name or `latitude,longitude`.
  public var from = ""
  /// The destination.
  public var to = ""
  /// The place where one must be in the end; nil for none.
  public var home: String?
  /// The skier.
  public var skier = SkierOptions()
  /// The clock.
  public var hours = DayOptions()
  /// Directions and elevation profile.
  public var directions = DirectionsOptions()
  /// Alternatives, stops and preferences.
  public var choices = ChoiceOptions()

  /// Creates a question without places.
  public init() {}

  /// Creates a question for the best route.
  public init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

extension RouteQuestion: Question {
  package static let name = "route"
  package static let summary =
    "A route from one place to another, alternatives, or a journey over several places."
  package static let answers: [ContractContent] = [
    .document(RouteAnswer.self), .document(ChoicesAnswer.self), .document(JourneyAnswer.self),
  ]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member("from", .placeName, KeyText.from, &question.from)
    try member("to", .placeName, "Where to go: a name or latitude,longitude.", &question.to)
    try member.given(
      "home", .placeName,
      "Where one must be in the end: a warning is given when the route leads beyond the last place from which it can be reached.",
      &question.home)
    try member.part(&question.skier)
    try member.part(&question.hours)
    try member.part(&question.directions)
    try member.part(&question.choices)
    return question
  }
}

/// The latest departures home from a place, or from every place.
public struct HomeQuestion: Sendable, Hashable {
  /// The place where one is; nil for every place.
  public var from: String?
  /// The place where one must be in the end.
  public var home = ""
  /// The skier.
  public var skier = SkierOptions()
  /// The clock.
  public var hours = DayOptions()

  /// Creates a question without places.
  public init() {}
}

extension HomeQuestion: Question {
  package static let name = "home"
  package static let summary = "The latest departures home from a place, or from every place."
  package static let answers: [ContractContent] = [.document(HomeAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member.given(
      "from", .placeName, "Where one is: a name or latitude,longitude; without it every place.",
      &question.from)
    try member("home", .placeName, KeyText.home, &question.home)
    try member.part(&question.skier)
    try member.part(&question.hours)
    return question
  }
}

/// The lifts, runs, huts and stations within reach in a number of minutes.
public struct ReachQuestion: Sendable, Hashable {
  /// The start.
  public var from = ""
  /// The time limit in minutes.
  public var minutes = 30
  /// The place where one must be in the end; nil for none.
  public var home: String?
  /// The skier.
  public var skier = SkierOptions()
  /// The clock.
  public var hours = DayOptions()

  /// Creates a question without a start.
  public init() {}
}

extension ReachQuestion: Question {
  package static let name = "reach"
  package static let summary = "The lifts, runs, huts and stations within reach in a number of minutes."
  package static let answers: [ContractContent] = [.document(ReachAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member("from", .placeName, KeyText.from, &question.from)
    try member.preset("minutes", .integer(1...1440), "The time limit, in minutes.", &question.minutes)
    try member.given("home", .placeName, KeyText.home, &question.home)
    try member.part(&question.skier)
    try member.part(&question.hours)
    return question
  }
}

/// The effects of closing lifts or runs.
public struct ClosureQuestion: Sendable, Hashable {
  /// The lifts and runs that close.
  public var close: [String] = []
  /// The place where one starts and to which one must return.
  public var home = ""
  /// The skier.
  public var skier = SkierOptions()

  /// Creates a question without closures.
  public init() {}
}

extension ClosureQuestion: Question {
  package static let name = "whatif"
  package static let summary = "The effects of closing lifts or runs."
  package static let answers: [ContractContent] = [.document(ClosureAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member(
      "close", .textOrTexts, "A lift or run that closes, by name or id; may be given several times.",
      &question.close)
    try member(
      "home", .placeName, "Home: the place where one starts and to which one must return.", &question.home)
    try member.part(&question.skier)
    return question
  }
}

/// A tour from home and back with as much skiing as a day allows.
public struct TourQuestion: Sendable, Hashable {
  /// The goal of a day's tour.
  public enum Goal: String, Sendable, Hashable, CaseIterable {
    /// Metres downhill.
    case metres
    /// Metres along the runs.
    case distance
    /// Different runs.
    case runs
  }

  /// The place where the tour starts and ends.
  public var home = ""
  /// The place where it ends, if not at home.
  public var end: String?
  /// The start of the tour; nil for the departure, or 09:00.
  public var from: String?
  /// The time of the return; nil for when lifts stop, or 16:30.
  public var until: String?
  /// The goal.
  public var goal = Goal.metres
  /// The runs that count; all when empty.
  public var chosen: [String] = []
  /// The lunch.
  public var lunch = LunchOptions()
  /// The skier.
  public var skier = SkierOptions()
  /// The clock.
  public var hours = DayOptions()

  /// Creates a question without a place.
  public init() {}
}

extension TourQuestion: Question {
  package static let name = "day"
  package static let summary = "A tour from home and back with as much skiing as a day allows."
  package static let answers: [ContractContent] = [.document(TourAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member(
      "home", .placeName, "Where the tour starts and ends: a name or latitude,longitude.", &question.home)
    try member.given("end", .placeName, "Where it ends, if not at home.", &question.end)
    try member.given(
      "from", .text(like: "09:00"), "When it starts; else the departure, or 09:00.", &question.from)
    try member.given(
      "until", .text(like: "16:30"), "When one must be back; when lifts stop, or 16:30.", &question.until)
    try member.preset(
      "goal", .choice, "metres (downhill), distance (along the runs) or runs (different ones).",
      &question.goal)
    try member.preset(
      "run", .textOrTexts, "A run to ski, by name or id; may be given several times, then only these count.",
      &question.chosen)
    try member.part(&question.lunch)
    try member.part(&question.skier)
    try member.part(&question.hours)
    return question
  }
}

/// The kind of map at a place, its ski area and the nearest feature.
public struct LocateQuestion: Sendable, Hashable {
  /// The accuracy when none is given, in metres.
  package static let defaultAccuracyMetres = 10.0

  /// The place: `latitude,longitude`.
  public var place: String?
  /// The accuracy of the position in metres, a radius that holds it with 68 %.
  public var accuracy = Self.defaultAccuracyMetres

  /// Creates a question without a place.
  public init() {}
}

extension LocateQuestion: Question {
  package static let name = "locate"
  package static let summary = "The kind of map at a place, its ski area and the nearest feature."
  package static let answers: [ContractContent] = [.document(LocateAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    // The command reads places from standard input, too.
    var place = question.place ?? ""
    try member("place", .text(like: "46.02,7.75"), KeyText.place, &place)
    question.place = place
    try member.preset(
      "accuracy", .number(0...1_000_000, places: 3, like: 25), KeyText.accuracy, &question.accuracy)
    return question
  }
}

/// The lifts, runs and huts near a place, by the time it takes to reach them.
public struct NearbyQuestion: Sendable, Hashable {
  /// The measure of the order.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// The time to get there.
    case minutes
    /// The distance in a straight line.
    case metres
  }

  /// The place.
  public var place = ""
  /// The kinds listed; empty for all.
  public var kinds: [String] = []
  /// The greatest time in minutes; nil for no limit.
  public var minutes: Double?
  /// The greatest straight-line distance in metres; nil for no limit.
  public var metres: Double?
  /// The measure of the order.
  public var order = Order.minutes
  /// The greatest number of items.
  public var limit = 20
  /// The skier.
  public var skier = SkierOptions()

  /// Creates a question without a place.
  public init() {}
}

extension NearbyQuestion: Question {
  package static let name = "nearby"
  package static let summary = "The lifts, runs and huts near a place, by the time it takes to reach them."
  package static let answers: [ContractContent] = [.document(NearbyAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member("place", .placeName, "Where one is: a name or latitude,longitude.", &question.place)
    try member.preset(
      "kinds", .textOrTexts, "What to list: lift, run, hut, with commas; else all.", &question.kinds)
    try member.given(
      "minutes", .number(0...1440, places: 3, like: 15), "The greatest time to get there, in minutes.",
      &question.minutes)
    try member.given(
      "metres", .number(0...100_000, places: 3, like: 800),
      "The greatest distance in a straight line, in metres.", &question.metres)
    try member.preset(
      "order", .choice, "minutes (time to get there) or metres (in a straight line).", &question.order)
    try member.preset("limit", .integer(1...200), KeyText.limit, &question.limit)
    try member.part(&question.skier)
    return question
  }
}

/// The places whose names match a text.
public struct PlacesQuestion: Sendable, Hashable {
  /// A name or a part of one.
  public var query = ""
  /// The greatest number of places.
  public var limit = 20

  /// Creates a question without a name.
  public init() {}

  /// Creates a question for a name.
  public init(query: String) { self.query = query }
}

extension PlacesQuestion: Question {
  package static let name = "places"
  package static let summary = "The places whose names match a text."
  package static let answers: [ContractContent] = [.array(of: PlaceEntry.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member(
      "query", .placeName, "A name or a part of one; case, accents and small typos are tolerated.",
      &question.query)
    try member.preset("limit", .integer(1...1000), KeyText.limit, &question.limit)
    return question
  }
}

/// The best meeting places of several people.
public struct MeetQuestion: Sendable, Hashable {
  /// The places where the people are.
  public var places: [String] = []
  /// The names and limits of the people, in the order of the places.
  public var person: [String] = []
  /// The places where they may meet; huts and lift stations when empty.
  public var at: [String] = []
  /// The place where all must get to afterwards; nil for where each came from.
  public var home: String?
  /// Indicates that no return is required.
  public var oneWay = false
  /// The skier: the limits of those without their own.
  public var skier = SkierOptions()
  /// The clock.
  public var hours = DayOptions()

  /// Creates a question without people.
  public init() {}
}

extension MeetQuestion: Question {
  package static let name = "meet"
  package static let summary = "The best meeting places of several people."
  package static let answers: [ContractContent] = [.document(MeetAnswer.self)]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var question = member.start(Self())
    try member("places", .textOrTexts, "Where each is: names or latitude,longitude.", &question.places)
    try member.preset(
      "person", .textOrTexts,
      "A name, then max-difficulty=, ability=, depart= and board, with spaces; in the order of the places.",
      &question.person)
    try member.preset("at", .textOrTexts, "Where they may meet; may be given several times.", &question.at)
    try member.given(
      "home", .placeName, "Where all must get to afterwards; else each to where they came from.",
      &question.home)
    try member.preset("oneWay", .flag, "No return is required.", &question.oneWay)
    try member.part(&question.skier)
    try member.part(&question.hours)
    return question
  }
}

/// The meanings of keys that several questions have, for the help of the command and the description of the server.
package enum KeyText {
  package static let from = "Where to start: a name or latitude,longitude."
  package static let home = "Where one must be in the end."
  package static let limit = "How many to show at most."
  package static let place = "latitude,longitude."
  package static let accuracy =
    "Accuracy of the receiver: metres around the coordinate that hold the true position with 68 %."
}
