public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of several routes: alternatives, or Pareto-optimal routes with their criteria.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct ChoicesDocument: Sendable {
  /// The kind of the set of routes.
  package var kind: ChoicesAnswer.Kind
  /// The name of the start.
  public var from: String
  /// The name of the destination.
  public var to: String
  /// The routes, in the order of the answer.
  public var routes: [Route]
  /// The criteria of each of ``routes``, in the same order; empty for alternatives.
  public var criteria: [RouteCriteria]
  /// The missing return from the destination; nil where there is one, or none was requested.
  package var missingReturn: MissingReturn?
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }

  /// Creates the document of Pareto-optimal routes.
  /// - Parameters:
  ///   - choices: The routes with their criteria, as `MapRouter.paretoChoices(_:departing:)` returns them.
  ///   - from: The name of the start.
  ///   - to: The name of the destination.
  ///   - ceiling: The difficulty ceiling of the routes.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*s*) in the steps of all routes.
  public init(
    pareto choices: [RouteChoice], from: String, to: String, ceiling: DifficultyCeiling, sources: [DataSource]
  ) {
    (kind, self.from, self.to) = (.pareto, from, to)
    (routes, criteria) = (choices.map(\.route), choices.map(\.criteria))
    head = AnswerHead(sources: sources, ceiling: ceiling, heights: Self.heights(routes))
  }

  /// Creates the document of alternatives.
  /// - Parameters:
  ///   - alternatives: The routes, as `MapRouter.alternatives(_:departing:count:)` returns them.
  ///   - from: The name of the start.
  ///   - to: The name of the destination.
  ///   - ceiling: The difficulty ceiling of the routes.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*s*) in the steps of all routes.
  public init(
    alternatives: [Route], from: String, to: String, ceiling: DifficultyCeiling, sources: [DataSource]
  ) {
    (kind, self.from, self.to) = (.alternatives, from, to)
    (routes, criteria) = (alternatives, [])
    head = AnswerHead(sources: sources, ceiling: ceiling, heights: Self.heights(routes))
  }

  private static func heights(_ routes: [Route]) -> ElevationQuality? {
    ElevationQuality.merged(routes.lazy.compactMap { $0.elevationQuality() })
  }

  /// The greatest number of Pareto-optimal routes in the text.
  static let listedRoutes = 12
  /// The difference of travel time in milliseconds below which routes are alike.
  static let alikeMilliseconds = 120_000
  /// The difference of pushed metres below which routes are alike.
  static let alikeMetres = 100.0

  /// Returns the routes as text: alternatives with their merged steps in lines, or up to 12 Pareto-optimal routes that
  /// differ, with their criteria.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(*s*) in the steps of all routes.
  public func text(colour: Bool = false) -> TerminalText {
    let title =
      "\(from) → \(to)\(head.limit): " + (kind == .pareto ? "Pareto-optimal routes" : "different routes")
    var lines: [TerminalText] = ["\(title), \(routes.count)"]
    switch kind {
    case .pareto:
      let told = listedPositions()
      lines += told.flatMap { paretoLines($0) }.map { TerminalText($0) }
      if told.count < routes.count {
        lines.append("and \(routes.count - told.count) more, all of them in --format json")
      }
    case .alternatives:
      for (index, route) in routes.enumerated() {
        lines.append(
          "Route \(index + 1): \(RouteDocument.time(route.totalMilliseconds(), until: route.arrival))")
        lines += RouteDocument.stepLines(route, colour: colour).map { "  " + $0 }
      }
    }
    return head.text(lines + (missingReturn.map { [$0.line] } ?? []))
  }

  private func paretoLines(_ index: Int) -> [String] {
    let one = criteria[index]
    let lifts = one.liftCount == 0 ? "no lift" : one.liftCount == 1 ? "1 lift" : "\(one.liftCount) lifts"
    let words = [
      RouteDocument.minutes(one.milliseconds), hardest(index), lifts,
      "\(StepText.length(one.pushedMetres)) pushed or walked",
    ]
    let names = Self.names(routes[index])
    return ["\(index + 1)  " + words.joined(separator: ", ")]
      + (names.isEmpty ? [] : ["   " + names.joined(separator: ", ")])
  }

  private func hardest(_ index: Int) -> String {
    switch criteria[index].hardest {
    case .nothing: "nothing skied"
    case .unknown: "a run without a grade"
    case .grade(let grade):
      routes[index].steps.first { $0.difficulty == grade && $0.colour != nil }
        .map { "\(StepText.symbol($0.colour)) \($0.colour?.rawValue ?? "")" } ?? grade.rawValue
    }
  }

  /// Returns the names of a route's lifts and runs, each once, short pieces left out.
  static func names(_ route: Route) -> [String] {
    TextLines.merged(route.steps).filter { $0.kind == .lift || $0.kind == .run }.compactMap(\.label).uniqued()
  }

  /// Returns the positions of the routes in the text: the best by each criterion, then the fastest of those not alike.
  private func listedPositions() -> [Int] {
    var told: [Int] = []
    let best: [(RouteCriteria, RouteCriteria) -> Bool] = [
      { $0.milliseconds < $1.milliseconds },
      { ($0.hardest, $0.milliseconds) < ($1.hardest, $1.milliseconds) },
      { ($0.pushedMetres, $0.milliseconds) < ($1.pushedMetres, $1.milliseconds) },
      { ($0.liftCount, $0.milliseconds) < ($1.liftCount, $1.milliseconds) },
    ]
    for isLess in best {
      let index = criteria.indices.min { isLess(criteria[$0], criteria[$1]) }
      if let index, !told.contains(where: { areAlike($0, index) }) { told.append(index) }
    }
    for index in routes.indices where told.count < Self.listedRoutes {
      if !told.contains(where: { areAlike($0, index) }) { told.append(index) }
    }
    return told.sorted()
  }

  private func areAlike(_ a: Int, _ b: Int) -> Bool {
    let (one, other) = (criteria[a], criteria[b])
    return one.hardest == other.hardest && one.liftCount == other.liftCount
      && abs(one.milliseconds - other.milliseconds) < Self.alikeMilliseconds
      && abs(one.pushedMetres - other.pushedMetres) < Self.alikeMetres
  }

  /// Returns the answer as a plain document. Complexity: O(*p*) in the points of all routes.
  public func answer() -> ChoicesAnswer {
    var answer = ChoicesAnswer()
    (answer.kind, answer.header) = (kind, head.header())
    (answer.from, answer.to, answer.missingReturn) = (from, to, missingReturn?.answer)
    answer.routes = routes.indices.map { index in
      var choice = ChoicesAnswer.Choice()
      choice.leg = AnswerLeg(routes[index])
      if criteria.indices.contains(index) { choice.criteria = .init(criteria[index]) }
      return choice
    }
    return answer
  }

  /// Returns the routes as one line of JSON, with their steps and criteria.
  /// - Complexity: O(*p*) in the points of all routes.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the steps of all routes as GeoJSON lines, each with the position of its route in ``routes``.
  /// - Complexity: O(*p*) in the points of all routes.
  public func geoJSON() -> TerminalText {
    let answer = answer()
    return AnswerHead.geoJSON(kind == .pareto ? "pareto" : "alternatives", answer) { json in
      for (index, choice) in answer.routes.enumerated() {
        AnswerHead.writeLines(choice.leg.steps, to: &json) { $0.member("route", index) }
      }
    }
  }
}

extension ChoicesAnswer.Criteria {
  fileprivate init(_ criteria: RouteCriteria) {
    self.init()
    if case .grade(let grade) = criteria.hardest { hardest = grade }
    isHardestUnknown = criteria.hardest == .unknown
    (pushedMetres, liftCount) = (criteria.pushedMetres, criteria.liftCount)
  }
}
