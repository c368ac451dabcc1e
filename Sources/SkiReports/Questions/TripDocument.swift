public import SkiFormats
import SkiGraph
public import SkiModel
public import SkiRouting

/// A document of a route over several places, or of the reason there is none.
///
/// Its formats are described in Data/Formats/questions.md.
public struct TripDocument: Sendable {
  /// The trip, or the reason there is none.
  public var result: Answer<Trip>
  /// The names of the places: the start, the stops in order, the destination.
  public var places: [String]
  /// The missing return from the destination; nil where there is one, or none was requested.
  public var missingReturn: MissingReturn?
  private let head: AnswerHead

  /// Creates a document.
  /// - Parameters:
  ///   - result: The answer.
  ///   - places: The names of the places: the start, the stops in order, the destination.
  ///   - ceiling: The difficulty ceiling of the trip.
  ///   - sources: The sources of the map's data.
  public init(result: Answer<Trip>, places: [String], ceiling: DifficultyCeiling, sources: [DataSource]) {
    self.result = result
    self.places = places
    let legs = result.value?.legs ?? []
    head = AnswerHead(
      sources: sources, ceiling: ceiling,
      heights: ElevationQuality.merged(legs.lazy.compactMap { $0.elevationQuality() }))
  }

  /// Returns the trip as text.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(size).
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = ["\(places.joined(separator: " → "))\(head.limit)"]
    switch result {
    case .noAnswer(let none):
      let leg = none.leg ?? 0
      lines.append("From \(places[leg]) to \(places[leg + 1]):")
      lines.append(TerminalText(none.message()))
    case .answer(let trip):
      for (index, leg) in trip.legs.enumerated() {
        lines.append(
          "To \(places[index + 1]), \(RouteDocument.time(leg.totalMilliseconds(), until: leg.arrival))")
        lines += RouteDocument.stepLines(leg, colour: colour).map { "  " + $0 }
        let pause = trip.pausesMilliseconds[index]
        if pause > 0 { lines.append("  pause, \(RouteDocument.minutes(pause))") }
      }
      let total = RouteDocument.time(trip.totalMilliseconds(), until: trip.legs.last?.arrival)
      lines.append("Total \(total)")
      if let missingReturn { lines.append(missingReturn.line) }
    }
    return head.text(lines)
  }

  /// Returns the trip as JSON. Complexity: O(size).
  public func json() -> TerminalText {
    let legs = legs().enumerated().map { index, leg in
      JSONValue.object(members(index) + [RouteDocument.stepsMember(leg.steps)])
    }
    return head.json("trip", summary() + [.init("legs", .array(legs))])
  }

  /// Returns the steps of all legs as lines, each with the position of its leg. Complexity: O(size).
  public func geoJSON() -> TerminalText {
    let lines = legs().enumerated().flatMap { index, leg in
      AnswerHead.lines(leg.steps, .init("leg", .integer(index)))
    }
    let legs = legs().indices.map { JSONValue.object(members($0)) }
    return head.geoJSON("trip", summary() + [.init("legs", .array(legs))], lines)
  }

  private func legs() -> [Route] { result.value?.legs ?? [] }

  private func summary() -> [JSONValue.Member] {
    let names = JSONValue.Member("places", .array(places.map(JSONValue.string)))
    switch result {
    case .answer(let trip):
      return [
        names, .init("seconds", RouteDocument.seconds(trip.totalMilliseconds())), .init("reason", .null),
        MissingReturn.member(missingReturn),
      ]
    case .noAnswer(let none):
      return [names, .init("failingLeg", .integer(none.leg ?? 0))] + RouteDocument.reason(none)
    }
  }

  private func members(_ index: Int) -> [JSONValue.Member] {
    guard case .answer(let trip) = result else { return [] }
    return [
      .init("from", .string(places[index])), .init("to", .string(places[index + 1])),
      .init("pauseSeconds", RouteDocument.seconds(trip.pausesMilliseconds[index])),
    ] + RouteDocument.totals(trip.legs[index])
  }
}
