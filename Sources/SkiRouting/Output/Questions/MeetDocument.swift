import SkiGeo
import SkiGraph
import SkiModel

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

  public var people: [String]
  public var offers: [Offer]
  /// Those who can get to none of the places.
  public var stranded: [String]
  private let head: QuestionHead

  /// Makes a document.
  public init(people: [String], offers: [Offer], stranded: [String], sources: [DataSource]) {
    self.people = people
    self.offers = offers
    self.stranded = stranded
    head = QuestionHead(sources: sources)
  }

  /// Returns the answer as it is read aloud. Complexity: O(size).
  public func text(colour: Bool = false) -> String {
    var lines: [String] = []
    if offers.isEmpty { lines.append("There is no place all can get to.") }
    for name in stranded { lines.append("\(name) can get to none of the places.".terminalSafe()) }
    for offer in offers {
      let why = offer.choices.map(\.words).joined(separator: ", ")
      lines.append("\(why): \(offer.name) at \(offer.place.lastArrival)".terminalSafe())
      for (index, person) in people.enumerated() {
        let way = RouteDocument.minutes(offer.place.travelMilliseconds[index])
        lines.append("  \(person): there at \(offer.place.arrivals[index]), \(way)".terminalSafe())
        if offer.choices.contains(.earliest), index < offer.routes.count {
          lines += RouteDocument.stepLines(offer.routes[index], colour: colour).map { "    " + $0 }
        }
      }
    }
    return head.text(lines)
  }

  /// Returns the answer as JSON. Complexity: O(size).
  public func json() -> String {
    JSONValue.object(head.members("meet") + summary()).text() + "\n"
  }

  /// Returns the places as points and the ways as lines. Complexity: O(size).
  public func geoJSON() -> String {
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
      .init("stranded", .array(stranded.map(JSONValue.string))),
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
    ]
  }
}
