public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of a tour of a day.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct TourDocument: Sendable {
  /// A run of the tour, or a requested one that is missing.
  struct Entry: Sendable {
    var id: String
    var name: String
    /// The obstacle to the run in any tour, other than time.
    var obstacle: TourObstacle?
  }

  /// The tour of the document.
  public var tour: Tour
  /// The name of home.
  public var home: String
  /// The name of the place of lunch; nil without one.
  public var lunch: String?
  /// The earliest start of the tour.
  public var from: DayTime
  /// The latest return to home.
  public var until: DayTime
  /// Indicates whether the length of runs was maximised because elevations are unknown.
  public var lacksHeights: Bool
  private let runs: [Entry]
  private let missing: [Entry]
  /// The nearest run with its obstacle, where there is nothing to ski.
  private let obstacle: Entry?
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }

  /// Creates a document of a tour.
  /// - Parameters:
  ///   - tour: The answer.
  ///   - request: The request of the answer.
  ///   - home: The name of home.
  ///   - lunch: The name of the place of lunch; nil without one.
  ///   - map: The map of the answer.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the answer is of another map, `.malformedData` when the
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*r* + *m*) in runs and the links of the region; O(size of the region) when it is opened.
  public init(
    _ tour: Tour, request: TourRequest, home: String, lunch: String?, map: SkiMap
  ) throws {
    let graph = try map.graph(tour.region)
    self.init(tour, request: request, home: home, lunch: lunch, graph: graph, sources: map.sources)
  }

  /// Creates a document with the graph of the tour's region.
  package init(
    _ tour: Tour, request: TourRequest, home: String, lunch: String?, graph: RoutingGraph,
    sources: [DataSource]
  ) {
    (self.tour, self.home, self.lunch) = (tour, home, lunch)
    (from, until) = (request.from, request.until)
    lacksHeights = request.goal == .metres && tour.measure == .mapLengthMetres
    let entry = { (run: TourRun) in
      Entry(id: graph.feature(run.feature).id.rawValue, name: graph.label(run.feature))
    }
    runs = tour.runs.map(entry)
    missing = tour.missing.enumerated().map { index, run in
      var missed = entry(run)
      if index < tour.obstacles.count { missed.obstacle = tour.obstacles[index] }
      return missed
    }
    obstacle = tour.obstacle.map { obstacle in
      Entry(
        id: obstacle.feature.map { graph.feature($0).id.rawValue } ?? "",
        name: obstacle.feature.map { graph.label($0) } ?? "a run without a name", obstacle: obstacle)
    }
    head = AnswerHead(
      sources: sources, ceiling: request.profile.effectiveCeiling.signed(in: graph.usualConvention()),
      heights: graph.elevationQuality())
  }

  /// Returns the answer as text: the score and its bound, the steps of each leg, the runs; repeated laps as one.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(*s*²) at most in the steps of the legs, and O(*r*) in runs.
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = [
      "A day from \(home), \(from) to \(until)\(head.limit): \(amount), back at \(tour.arrival)"
    ]
    if lacksHeights { lines.append("Metres along the runs were counted, because elevations are not known.") }
    lines.append(TerminalText(bound))
    lines += missing.map { TerminalText($0.sentence ?? "Not in time: \($0.name)") }
    if let sentence = obstacle?.sentence { lines.append(TerminalText(sentence)) }
    for (index, leg) in tour.legs.enumerated() {
      if index > 0, let stop = tour.lunch {
        lines.append(
          "Lunch at \(lunch ?? ""): there at \(stop.arrival), \(stop.start) to \(stop.departure)")
      }
      lines += leg.steps.isEmpty ? [] : RepeatedLaps.lines(leg, colour: colour)
    }
    if !runs.isEmpty {
      lines.append("\(runs.count) runs: \(runs.map(\.name).joined(separator: ", "))")
    }
    return head.text(lines)
  }

  private var amount: String {
    switch tour.measure {
    case .fallMetres: "\(StepText.metres(tour.score)) downhill"
    case .mapLengthMetres: "\(StepText.length(tour.score)) of runs"
    case .runs:
      missing.isEmpty
        ? (runs.count == 1 ? "1 run" : "\(runs.count) different runs") : "\(runs.count) of the runs"
    }
  }

  private var bound: String {
    if tour.isProvenBest { return "No tour has more." }
    let more = tour.scoreUpperBound - tour.score
    let words: String
    switch tour.measure {
    case .fallMetres: words = StepText.metres(more)
    case .mapLengthMetres: words = StepText.length(more)
    case .runs: words = more == 1 ? "1 run" : "\(Int(more)) runs"
    }
    let percent = tour.possibleGain.flatMap { decimalText($0 * 100, places: 1) }.map { " (\($0) %)" } ?? ""
    return "No tour has more than another \(words)\(percent)."
  }

  /// Returns the answer as a plain document. Complexity: O(*p* + *r*) in the points of the legs and the runs.
  public func answer() -> TourAnswer {
    var answer = TourAnswer()
    (answer.header, answer.home, answer.from, answer.until) = (head.header(), home, from, until)
    (answer.arrival, answer.measure) = (tour.arrival, tour.measure.rawValue)
    (answer.score, answer.greatestScore) = (tour.score, tour.scoreUpperBound)
    (answer.possibleGain, answer.isProvenBest) = (tour.possibleGain, tour.isProvenBest)
    answer.lunch = tour.lunch.map { stop in
      var lunch = TourAnswer.Lunch()
      (lunch.place, lunch.arrival) = (self.lunch, stop.arrival)
      (lunch.start, lunch.departure) = (stop.start, stop.departure)
      return lunch
    }
    (answer.runs, answer.missing) = (runs.map(\.run), missing.map(\.missingRun))
    (answer.obstacle, answer.legs) = (obstacle?.missingRun, tour.legs.map { AnswerLeg($0) })
    return answer
  }

  /// Returns the answer as one line of JSON, with an object for each leg.
  /// - Complexity: O(*p* + *r*) in the points of the legs and the runs.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the steps as GeoJSON lines, each with the position of its leg, from 0.
  /// - Complexity: O(*p* + *r*) in the points of the legs and the runs.
  public func geoJSON() -> TerminalText {
    let answer = answer()
    return AnswerHead.geoJSON("day", answer) { json in
      for (index, leg) in answer.legs.enumerated() {
        AnswerHead.writeLines(leg.steps, to: &json) { $0.member("leg", index) }
      }
    }
  }
}

extension TourDocument.Entry {
  /// The reason a run is in no tour, as a sentence; nil where only time prevents it.
  var sentence: String? { obstacle.map { $0.missing.sentence(Self.way($0.kind, name)) } }

  private static func way(_ kind: TourObstacle.Kind, _ name: String) -> String {
    switch kind {
    case .noWayThere: "route to \(name)"
    case .notAccepted: "skiing \(name)"
    case .noWayBack: "route back from \(name)"
    }
  }

  /// The run for an answer.
  fileprivate var run: TourAnswer.Run { TourAnswer.Run(id: SourceID(id), name: name) }

  /// The missing run for an answer, with its obstacle.
  fileprivate var missingRun: TourAnswer.MissingRun {
    var missing = TourAnswer.MissingRun()
    (missing.run, missing.obstacle) = (run, obstacle?.kind.rawValue)
    missing.why = obstacle.map { $0.missing.answer(Self.way($0.kind, name)) }
    return missing
  }
}

/// Formats the steps of a long tour as text, with repeated laps counted.
enum RepeatedLaps {
  /// The greatest number of lines of a lap.
  private static let greatestLength = 12

  /// Returns a line for each step with its time; repetitions of the preceding lines are counted.
  /// - Complexity: O(*s*²) at most in the steps of laps, O(*s*) in all steps.
  static func lines(_ route: Route, colour: Bool) -> [TerminalText] {
    var clock = route.departure
    let told = TextLines.lines(route.steps).map { line -> (hour: DayTime?, text: TerminalText) in
      defer { clock = clock?.advanced(byMilliseconds: line.step.milliseconds) }
      return (clock, RouteDocument.words(line, route, colour: colour))
    }
    let texts = told.map(\.text)
    var lines: [TerminalText] = []
    var at = 0
    while at < told.count {
      let (length, times) = laps(texts, from: at)
      for line in told[at..<at + length] { lines.append("\(line.hour.map { "\($0)  " } ?? "")\(line.text)") }
      at += length * times
      guard times > 1 else { continue }
      let until = at < told.count ? told[at].hour : route.arrival
      let what = length == 1 ? "The same" : "These \(length) lines"
      lines.append("       \(what) \(times) times in all\(until.map { ", until \($0)" } ?? "")")
    }
    return lines
  }

  /// Returns the lap from a line on that covers most lines with its repetitions; a single line without repetition.
  private static func laps(_ texts: [TerminalText], from start: Int) -> (length: Int, times: Int) {
    var best = (length: 1, times: 1)
    for length in 1...greatestLength where start + 2 * length <= texts.count {
      var times = 1
      while start + (times + 1) * length <= texts.count,
        texts[start..<start + length]
          .elementsEqual(texts[start + times * length..<start + (times + 1) * length])
      { times += 1 }
      if times > 1, length * times > best.length * best.times { best = (length, times) }
    }
    return best
  }
}
