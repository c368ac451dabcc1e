import SkiGeo
import SkiGraph
import SkiModel

/// The answer to what to do with a day.
///
/// A value. Its forms are described in Data/Formats/questions.md.
public struct TourDocument: Sendable {
  /// A run that counts, or one that was asked for in vain.
  struct Entry: Sendable {
    var id: String
    var name: String
  }

  public var tour: Tour
  /// What home and the place of lunch are called.
  public var home: String
  public var lunch: String?
  public var from: DayTime
  public var until: DayTime
  /// Whether metres along the runs were counted as heights are not known.
  public var lacksHeights: Bool
  private let runs: [Entry]
  private let missing: [Entry]
  private let head: QuestionHead

  /// Makes a document.
  public init(
    _ tour: Tour, request: TourRequest, home: String, lunch: String?, graph: RoutingGraph,
    sources: [DataSource]
  ) {
    (self.tour, self.home, self.lunch) = (tour, home, lunch)
    (from, until) = (request.from, request.until)
    lacksHeights = request.goal == .metres && tour.measure == .lengthMetres
    let entry = { (run: TourRun) in
      Entry(id: graph.feature(run.feature).id.rawValue, name: graph.label(run.feature))
    }
    (runs, missing) = (tour.runs.map(entry), tour.missing.map(entry))
    head = QuestionHead(sources: sources)
  }

  /// Returns the answer as a skier reads it. Complexity: O(size).
  public func text(colour: Bool = false) -> String {
    var lines = ["A day from \(home), \(from) to \(until): \(amount), back at \(tour.arrival)".terminalSafe()]
    if lacksHeights { lines.append("Heights are not known here: metres along the runs were counted.") }
    lines.append(bound)
    for run in missing { lines.append("Not in time: \(run.name)".terminalSafe()) }
    for (index, leg) in tour.legs.enumerated() {
      if index > 0, let stop = tour.lunch {
        lines.append(
          "Lunch at \(lunch ?? ""): there at \(stop.arrival), \(stop.start) to \(stop.departure)"
            .terminalSafe())
      }
      lines += leg.steps.isEmpty ? [] : RepeatedLaps.lines(leg, colour: colour)
    }
    if !runs.isEmpty {
      lines.append("\(runs.count) runs: \(runs.map(\.name).joined(separator: ", "))".terminalSafe())
    }
    return head.text(lines)
  }

  private var amount: String {
    switch tour.measure {
    case .fallMetres: "\(StepWords.metres(tour.score)) downhill"
    case .lengthMetres: "\(StepWords.length(tour.score)) of runs"
    case .runs: missing.isEmpty ? "\(runs.count) different runs" : "\(runs.count) of the runs"
    }
  }

  private var bound: String {
    if tour.isProvenBest { return "No tour has more." }
    let more = tour.greatestScore - tour.score
    let words: String
    switch tour.measure {
    case .fallMetres: words = StepWords.metres(more)
    case .lengthMetres: words = StepWords.length(more)
    case .runs: words = more == 1 ? "1 run" : "\(Int(more)) runs"
    }
    let percent = tour.possibleGain.flatMap { decimalText($0 * 100, places: 1) }.map { " (\($0) %)" } ?? ""
    return "No tour has more than another \(words)\(percent)."
  }

  /// Returns the answer as JSON. Complexity: O(size).
  public func json() -> String {
    let legs = tour.legs.map { leg in
      JSONValue.object(
        RouteDocument.totals(leg) + [RouteDocument.stepsMember(leg.steps)])
    }
    return JSONValue.object(head.members("day") + summary() + [.init("legs", .array(legs))]).text() + "\n"
  }

  /// Returns the steps as lines, each with the number of its leg. Complexity: O(size).
  public func geoJSON() -> String {
    let features = tour.legs.enumerated().flatMap { index, leg in
      QuestionHead.lines(leg.steps, .init("leg", .integer(index)))
    }
    return head.geoJSON("day", summary(), features)
  }

  private func summary() -> [JSONValue.Member] {
    let list = { (entries: [Entry]) -> JSONValue in
      .array(entries.map { .object(["id": .string($0.id), "name": .string($0.name)]) })
    }
    let stop = tour.lunch.map { stop -> JSONValue in
      .object([
        "place": .optional(lunch), "arrival": .string(stop.arrival.description),
        "start": .string(stop.start.description), "departure": .string(stop.departure.description),
      ])
    }
    return [
      .init("home", .string(home)), .init("from", .string(from.description)),
      .init("until", .string(until.description)), .init("arrival", .string(tour.arrival.description)),
      .init("measure", .string(tour.measure.rawValue)), .init("score", .decimal(tour.score, places: 2)),
      .init("greatestScore", .decimal(tour.greatestScore, places: 2)),
      .init("possibleGain", tour.possibleGain.map { .decimal($0, places: 4) } ?? .null),
      .init("isProvenBest", .bool(tour.isProvenBest)), .init("lunch", stop ?? .null),
      .init("runs", list(runs)), .init("missing", list(missing)),
    ]
  }
}
