public import SkiFormats
public import SkiGeo
public import SkiGraph
public import SkiModel
public import SkiRouting

/// The answer to where some people meet best.
///
/// A value. Its forms are described in Data/Formats/questions.md.
public struct MeetDocument: Sendable {
  /// Why a place is offered.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    case earliest, fairest, leastTotal

    var words: String {
      switch self {
      case .earliest: "All there first"
      case .fairest: "Fairest"
      case .leastTotal: "Least travel together"
      }
    }
  }

  /// A place that is offered, with the way of each.
  public struct Offer: Sendable {
    /// Why; more than one where one place is best in several ways.
    public var choices: [Choice]
    public var place: MeetingPlace
    public var name: String
    public var point: GraphPoint
    /// The way of each, in the order of the people; empty where one is there already.
    public var routes: [Route]

    /// Makes an offer.
    public init(
      choices: [Choice], place: MeetingPlace, name: String, point: GraphPoint, routes: [Route]
    ) {
      self.choices = choices
      self.place = place
      self.name = name
      self.point = point
      self.routes = routes
    }
  }

  /// A place all could get to, and not all back from.
  public struct Refusal: Sendable {
    public var name: String
    public var lastArrival: DayTime
    /// Who would not get back, and why; nil where it is only too late by then.
    public var people: [(name: String, missing: MissingWay?)]

    /// Makes a refusal.
    public init(name: String, lastArrival: DayTime, people: [(name: String, missing: MissingWay?)]) {
      (self.name, self.lastArrival, self.people) = (name, lastArrival, people)
    }

    fileprivate var lines: [String] {
      ["All could be at \(name) at \(lastArrival), but:"]
        + people.map { person in
          let why = person.missing?.sentence(Self.way) ?? "By then it is too late to get back."
          return "  \(person.name): \(why)"
        }
    }

    private static let way = "way back from there"

    fileprivate func json() -> JSONValue {
      .object([
        "name": .string(name), "lastArrival": .string(lastArrival.description),
        "people": .array(
          people.map { person in
            .object([
              "name": .string(person.name), "missing": person.missing.map { $0.json(Self.way) } ?? .null,
            ])
          }),
      ])
    }
  }

  public var people: [String]
  /// The ceiling of each, in the same order.
  public var ceilings: [DifficultyCeiling]
  public var offers: [Offer]
  /// Those who can get to none of the places.
  public var stranded: [String]
  /// Where all must get to afterwards; nil where each must get back to where they came from.
  public var home: String?
  /// Where all could meet if nobody had to get back, where that is in the way.
  public var refusal: Refusal?
  private let head: QuestionHead

  /// Makes a document.
  public init(
    people: [String], ceilings: [DifficultyCeiling], offers: [Offer], stranded: [String], home: String? = nil,
    sources: [DataSource]
  ) {
    self.people = people
    self.ceilings = ceilings
    self.offers = offers
    self.stranded = stranded
    self.home = home
    head = QuestionHead(
      sources: sources,
      heights: HeightKnowledge.merged(offers.lazy.flatMap(\.routes).compactMap { $0.heights() }))
  }

  /// Returns the answer as it is read aloud. Complexity: O(size).
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = []
    if offers.isEmpty {
      lines.append("There is no place all can get to\(refusal == nil ? "" : " and back from").")
    }
    lines += refusal.map { $0.lines.map { TerminalText($0) } } ?? []
    for name in stranded { lines.append("\(name) can get to none of the places.") }
    for offer in offers {
      let why = offer.choices.map(\.words).joined(separator: ", ")
      lines.append("\(why): \(offer.name) at \(offer.place.lastArrival)")
      for (index, person) in people.enumerated() {
        let way = RouteDocument.minutes(offer.place.travelMilliseconds[index])
        let limit = QuestionHead.limit(ceilings[index])
        lines.append(
          "  \(person): there at \(offer.place.arrivals[index]), \(way)\(limit)\(leaving(offer, index))")
        if offer.choices.contains(.earliest), index < offer.routes.count {
          lines += RouteDocument.stepLines(offer.routes[index], colour: colour).map { "    " + $0 }
        }
      }
    }
    return head.text(lines)
  }

  /// Until when one of the people must leave again.
  private func leaving(_ offer: Offer, _ person: Int) -> String {
    guard person < offer.place.leaveBy.count, let time = offer.place.leaveBy[person]?.time else { return "" }
    return "; must leave by \(time) to get \(home.map { "to \($0)" } ?? "back")"
  }

  /// Returns the answer as JSON. Complexity: O(size).
  public func json() -> TerminalText {
    JSONValue.object(head.members("meet") + summary()).line()
  }

  /// Returns the places as points and the ways as lines. Complexity: O(size).
  public func geoJSON() -> TerminalText {
    let features = offers.flatMap { offer in
      [QuestionHead.feature("Point", RouteDocument.coordinate(offer.point), members(offer))]
        + offer.routes.enumerated().flatMap { index, route in
          QuestionHead.lines(route.steps, .init("person", .string(people[index])))
        }
    }
    return head.geoJSON("meet", summary(), features)
  }

  private func summary() -> [JSONValue.Member] {
    [
      .init("people", .array(people.map(JSONValue.string))),
      .init("ceilings", .array(ceilings.map { .string($0.word) })),
      .init("stranded", .array(stranded.map(JSONValue.string))), .init("home", .optional(home)),
      .init("withoutReturn", refusal.map { $0.json() } ?? .null),
      .init(
        "places",
        .array(
          offers.map { .object(members($0) + [.init("coordinate", RouteDocument.coordinate($0.point))]) })),
    ]
  }

  private func members(_ offer: Offer) -> [JSONValue.Member] {
    [
      .init("name", .string(offer.name)),
      .init("choices", .array(offer.choices.map { .string($0.rawValue) })),
      .init("lastArrival", .string(offer.place.lastArrival.description)),
      .init("arrivals", .array(offer.place.arrivals.map { .string($0.description) })),
      .init("seconds", .array(offer.place.travelMilliseconds.map(RouteDocument.seconds))),
      .init("leaveBy", .array(offer.place.leaveBy.map { .optional($0?.time?.description) })),
    ]
  }
}
