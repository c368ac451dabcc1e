public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of a route over several places, or of the reason there is none.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct JourneyDocument: Sendable {
  /// The journey, or the reason there is none.
  public var result: Answer<Journey>
  /// The names of the places: the start, the stops in order, the destination; one more than legs.
  ///
  /// The end of a leg without a name is called by its number, such as `place 3`.
  public var places: [String]
  /// The missing return from the destination; nil where there is one, or none was requested.
  package var missingReturn: MissingReturn?
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }

  /// Creates a document of a journey.
  /// - Parameters:
  ///   - result: The journey, or the reason there is none.
  ///   - places: The names of the places: the start, the stops in order, the destination; one more than legs.
  ///   - ceiling: The difficulty ceiling of the journey.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*s*) in the steps of all legs.
  public init(result: Answer<Journey>, places: [String], ceiling: DifficultyCeiling, sources: [DataSource]) {
    self.result = result
    self.places = places
    let legs = result.value?.legs ?? []
    head = AnswerHead(
      sources: sources, ceiling: ceiling,
      heights: ElevationQuality.merged(legs.lazy.compactMap { $0.elevationQuality() }))
  }

  /// Returns the journey as text: the merged steps of each leg in lines, pauses, the total; or the reason there is none.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(*s*) in the steps of all legs.
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = ["\(places.joined(separator: " → "))\(head.limit)"]
    switch result {
    case .noAnswer(let none):
      let leg = none.leg ?? 0
      lines.append("From \(place(leg)) to \(place(leg &+ 1)):")
      lines.append(TerminalText(none.message()))
    case .answer(let journey):
      for (index, leg) in journey.legs.enumerated() {
        lines.append(
          "To \(place(index + 1)), \(RouteDocument.time(leg.totalMilliseconds(), until: leg.arrival))")
        lines += RouteDocument.stepLines(leg, colour: colour).map { "  " + $0 }
        let pause = Self.pause(index, of: journey)
        if pause > 0 { lines.append("  pause, \(RouteDocument.minutes(pause))") }
      }
      let total = RouteDocument.time(journey.totalMilliseconds(), until: journey.legs.last?.arrival)
      lines.append("Total \(total)")
      if let missingReturn { lines.append(missingReturn.line) }
    }
    return head.text(lines)
  }

  /// Returns the answer as a plain document. Complexity: O(*p*) in the points of all legs.
  public func answer() -> JourneyAnswer {
    var answer = JourneyAnswer()
    (answer.header, answer.places) = (head.header(), places)
    switch result {
    case .answer(let journey):
      (answer.seconds, answer.missingReturn) = (journey.totalMilliseconds().inSeconds, missingReturn?.answer)
      answer.legs = journey.legs.enumerated().map { index, route in
        var leg = JourneyAnswer.Leg()
        (leg.from, leg.to) = (place(index), place(index + 1))
        (leg.pauseSeconds, leg.leg) = (Self.pause(index, of: journey).inSeconds, AnswerLeg(route))
        return leg
      }
    case .noAnswer(let none): (answer.failingLeg, answer.missing) = (none.leg ?? 0, AnswerMissingRoute(none))
    }
    return answer
  }

  /// Returns the answer as one line of JSON, with an object for each leg.
  /// - Complexity: O(*p*) in the points of all legs.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the steps of all legs as GeoJSON lines, each with the position of its leg, from 0.
  /// - Complexity: O(*p*) in the points of all legs.
  public func geoJSON() -> TerminalText {
    let answer = answer()
    return AnswerHead.geoJSON("trip", answer) { json in
      for (index, leg) in answer.legs.enumerated() {
        AnswerHead.writeLines(leg.leg.steps, to: &json) { $0.member("leg", index) }
      }
    }
  }

  private func legs() -> [Route] { result.value?.legs ?? [] }

  /// Returns the name of the place at a position; its number from 1 where ``places`` has none.
  private func place(_ position: Int) -> String {
    places.indices.contains(position) ? places[position] : "place \(position &+ 1)"
  }

  /// Returns the pause after a leg in milliseconds; 0 where the journey has none.
  private static func pause(_ leg: Int, of journey: Journey) -> Int {
    journey.pausesMilliseconds.indices.contains(leg) ? journey.pausesMilliseconds[leg] : 0
  }
}

/// A document of an answer, in the formats common to all questions; see Data/Formats/questions.md.
package protocol AnswerDocument: Sendable {
  /// The clock of the times in the answer; nil where it has none.
  var clock: AnswerClock? { get set }
  /// Returns the answer as text, optionally with terminal colours. Complexity: O(size).
  func text(colour: Bool) -> TerminalText
  /// Returns the answer as JSON. Complexity: O(size).
  func json() -> TerminalText
  /// Returns that JSON in UTF-8. Complexity: O(size).
  func jsonBytes() -> [UInt8]
  /// Returns the answer as GeoJSON. Complexity: O(size).
  func geoJSON() -> TerminalText
}

extension AnswerDocument {
  /// An answer without times has no clock.
  package var clock: AnswerClock? {
    get { nil }
    set {}
  }

  package func jsonBytes() -> [UInt8] { Array(json().utf8) }
}

extension ChoicesDocument: AnswerDocument {}
extension ClosureDocument: AnswerDocument {}
extension HomeDocument: AnswerDocument {}
extension MeetDocument: AnswerDocument {}
extension ReachDocument: AnswerDocument {}
extension TourDocument: AnswerDocument {}
extension JourneyDocument: AnswerDocument {}
extension RouteDocument: AnswerDocument {
  package func text(colour: Bool) -> TerminalText { text(colour: colour, columns: 80) }
}

/// A table of times between places, as comma-separated values and as JSON.
///
/// Its formats are described in Data/Formats/tables.md.
package struct MatrixDocument: Sendable {
  private let matrix: RouteMatrix
  private let sources: [String]
  private let destinations: [String]
  private let attributions: [String]

  /// Creates the document of a matrix.
  /// - Parameters:
  ///   - matrix: The times.
  ///   - sources: The names of the sources, in order.
  ///   - destinations: The names of the destinations, in order.
  ///   - data: The sources of the map's data.
  /// - Precondition: There is a name for each source and each destination.
  package init(_ matrix: RouteMatrix, sources: [String], destinations: [String], data: [DataSource]) {
    precondition(
      sources.count == matrix.sourceCount && destinations.count == matrix.destinationCount,
      "a matrix needs a name for each source and each destination")
    (self.matrix, self.sources, self.destinations) = (matrix, sources, destinations)
    attributions = data.attributions()
  }

  /// Calls a closure with each row of comma-separated values: a header with the destinations, then the seconds from
  /// each source, empty without a route.
  /// - Throws: The errors of the closure.
  /// - Complexity: O(*s* · *d*) in sources and destinations.
  package func forEachCSVRow(_ body: (CSVRow) throws -> Void) rethrows {
    try body(CSVRow([.text("seconds")] + destinations.map { .text($0) }))
    for (source, name) in sources.enumerated() {
      var fields: [CSVRow.Field] = [.text(name)]
      for destination in destinations.indices {
        fields.append(
          matrix.milliseconds(from: source, to: destination).map { .decimal(Double($0) / 1000, places: 3) }
            ?? .empty)
      }
      try body(CSVRow(fields))
    }
  }

  /// Returns the times as one JSON object: `version`, `attribution`, `from`, `to` and `seconds`, with an array for each
  /// source and null without a route.
  /// - Complexity: O(*s* · *d*) in sources and destinations.
  package func json() -> TerminalText {
    var answer = MatrixAnswer()
    (answer.attribution, answer.from, answer.to) = (attributions.credit, sources, destinations)
    answer.seconds = sources.indices.map { source in
      destinations.indices.map { matrix.milliseconds(from: source, to: $0).map { Double($0) / 1000 } }
    }
    return answer.line()
  }
}
