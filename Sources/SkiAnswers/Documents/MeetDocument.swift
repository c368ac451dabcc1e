public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of the best meeting places of several people.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct MeetDocument: Sendable {
  /// A meeting place with its name.
  struct Offer: Sendable {
    var offer: MeetingOffer
    var name: String
    var point: GraphPoint

    var place: MeetingPlace { offer.place }
    var routes: [Route] { offer.routes }
    /// The criteria by which it is best, as text.
    var reasons: String { offer.choices.map(Self.words).joined(separator: ", ") }

    private static func words(_ choice: MeetingOffer.Choice) -> String {
      switch choice {
      case .earliest: "All there first"
      case .fairest: "Fairest"
      case .leastTotal: "Least travel together"
      }
    }
  }

  /// A place all could reach, but not all could return from.
  struct Refusal: Sendable {
    var name: String
    var lastArrival: DayTime
    /// The people who could not return, with the missing route; nil where it is only too late.
    var people: [(name: String, missing: MissingRoute?)]

    fileprivate var lines: [String] {
      ["All could be at \(name) at \(lastArrival), but:"]
        + people.map { person in
          let why = person.missing?.sentence(Self.way) ?? "By then it is too late to get back."
          return "  \(person.name): \(why)"
        }
    }

    private static let way = "route back from there"

    fileprivate func answer() -> MeetAnswer.Refusal {
      var answer = MeetAnswer.Refusal()
      (answer.name, answer.lastArrival) = (name, lastArrival)
      answer.people = people.map { person in
        var one = MeetAnswer.Person()
        (one.name, one.missing) = (person.name, person.missing?.answer(Self.way))
        return one
      }
      return answer
    }
  }

  /// The names of the people.
  private let people: [String]
  /// The difficulty ceiling of each person, in the same order.
  private let ceilings: [DifficultyCeiling]
  private let offers: [Offer]
  /// The people who cannot reach any of the places.
  private let unableToReach: [String]
  /// The common destination afterwards; nil where each returns to their start.
  private let home: String?
  /// The meeting place without returns, where only returns prevent it.
  private let refusal: Refusal?
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }

  /// Creates a document of the offers of a meeting.
  /// - Parameters:
  ///   - meeting: The answer.
  ///   - request: The request of the answer.
  ///   - places: The names of the request's places, in order; empty where the request has none.
  ///   - home: The name of the common destination afterwards; nil where each returns to their start, or not at all.
  ///   - map: The map of the answer.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the answer is of another map, `.malformedData` when the
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*s*) in the steps of the routes, and O(*k*) in places; O(size of the region) when it is opened.
  public init(
    _ meeting: Meeting, request: MeetRequest, places: [String] = [], home: String? = nil, map: SkiMap
  ) throws {
    let graph = try map.graph(meeting.region)
    let names = MeetingNames(
      graph: graph, labels: Dictionary(zip(request.places, places)) { first, _ in first })
    let people = request.people.map(\.name)
    self.people = people
    let convention = graph.usualConvention()
    ceilings = request.people.map { $0.profile.effectiveCeiling.signed(in: convention) }
    offers = meeting.offers.map { offer in
      let point = offer.routes.lazy.compactMap { $0.steps.last?.points.last }.first
      return Offer(
        offer: offer, name: names.name(offer.place), point: point ?? graph.point(of: offer.place.place))
    }
    unableToReach = meeting.unableToReach.map { people[$0] }
    self.home = home
    refusal = meeting.withoutReturn.map { refused in
      Refusal(
        name: names.name(refused.place), lastArrival: refused.place.lastArrival,
        people: refused.people.map { (people[$0.person], $0.missing) })
    }
    head = AnswerHead(
      sources: map.sources,
      heights: ElevationQuality.merged(offers.lazy.flatMap(\.routes).compactMap { $0.elevationQuality() }))
  }

  /// Returns the answer as text: each offer with the arrival of each person, and the routes to the earliest.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(*o* · *k* + *s*) in offers, people and the steps of the routes.
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = []
    if offers.isEmpty {
      lines.append("There is no place all can get to\(refusal == nil ? "" : " and back from").")
    }
    lines += refusal.map { $0.lines.map { TerminalText($0) } } ?? []
    for name in unableToReach { lines.append("\(name) can get to none of the places.") }
    for offer in offers {
      lines.append("\(offer.reasons): \(offer.name) at \(offer.place.lastArrival)")
      for (index, person) in people.enumerated() {
        let way = RouteDocument.minutes(offer.place.travelMilliseconds[index])
        let limit = AnswerHead.limit(ceilings[index])
        lines.append(
          "  \(person): there at \(offer.place.arrivals[index]), \(way)\(limit)\(leaving(offer, index))")
        if offer.offer.choices.contains(.earliest), index < offer.routes.count {
          lines += RouteDocument.stepLines(offer.routes[index], colour: colour).map { "    " + $0 }
        }
      }
    }
    return head.text(lines)
  }

  /// Returns the latest departure of a person as text.
  private func leaving(_ offer: Offer, _ person: Int) -> String {
    guard person < offer.place.leaveBy.count, let time = offer.place.leaveBy[person]?.time else { return "" }
    return "; must leave by \(time) to get \(home.map { "to \($0)" } ?? "back")"
  }

  /// Returns the answer as a plain document. Complexity: O(*o* · *k*) in offers and people.
  public func answer() -> MeetAnswer {
    var answer = MeetAnswer()
    (answer.header, answer.people, answer.ceilings) = (head.header(), people, ceilings.map(\.word))
    (answer.stranded, answer.home, answer.withoutReturn) = (unableToReach, home, refusal?.answer())
    answer.places = offers.map { offer in
      var place = MeetAnswer.Place()
      (place.name, place.point) = (offer.name, offer.point)
      place.choices = offer.offer.choices.map(\.rawValue)
      (place.lastArrival, place.arrivals) = (offer.place.lastArrival, offer.place.arrivals)
      place.seconds = offer.place.travelMilliseconds.map(\.inSeconds)
      place.leaveBy = offer.place.leaveBy.map { $0?.time }
      return place
    }
    return answer
  }

  /// Returns the answer as one line of JSON, with an object for each offer.
  /// - Complexity: O(*o* · *k*) in offers and people.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the offers as GeoJSON points, each followed by the steps of its routes as lines with the person's name.
  /// - Complexity: O(*o* · *k* + *p*) in offers, people and the points of the routes.
  public func geoJSON() -> TerminalText {
    let answer = answer()
    return AnswerHead.geoJSON("meet", answer) { json in
      for (place, offer) in zip(answer.places, offers) {
        json.feature(.point) {
          $0.position(place.point)
        } properties: {
          place.writeMembers(to: &$0, hasGeometry: false)
        }
        for (index, route) in offer.routes.enumerated() {
          AnswerHead.writeLines(route.steps.map { AnswerStep($0) }, to: &json) {
            $0.member("person", people[index])
          }
        }
      }
    }
  }
}

/// The names of meeting places.
struct MeetingNames {
  let graph: RoutingGraph
  /// The names of the requested places.
  let labels: [RouteEndpoint: String]

  /// Returns the requested name of a meeting place, or that of its feature.
  func name(_ place: MeetingPlace) -> String {
    labels[place.place] ?? place.feature.map { name(graph.feature($0), at: place.place) } ?? "a junction"
  }

  /// Returns the name of a hut or station; for a lift with its end.
  private func name(_ feature: GraphFeature, at place: RouteEndpoint) -> String {
    let what = graph.word(feature)
    guard feature.kind == .lift, case .node(let node) = place else {
      return feature.label.map { "\($0) (\(what))" } ?? "a \(what) without a name"
    }
    let end = node == feature.startNode ? "bottom" : "top"
    return feature.label.map { "\($0) (\(what), \(end))" } ?? "the \(end) of a \(what) without a name"
  }
}

extension RoutingGraph {
  /// Returns the position of an endpoint.
  package func point(of endpoint: RouteEndpoint) -> GraphPoint {
    switch endpoint {
    case .coordinate(let place): GraphPoint(position: FixedCoordinate(place), elevationCentimetres: nil)
    case .place(let place): place.point
    case .node(let node): point(node)
    }
  }
}
