import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute day`: plans a tour for a day on skis.
struct DayCommand: TimedCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "Plans a tour from home and back with as much skiing as a day allows.",
    discussion: """
      As many metres downhill, as many different runs, or all of the runs given by --run. The tour is the \
      best found, and is given with an upper bound of any other. Ctrl-C ends the search with the best tour \
      found so far.

      Examples:
        skiroute day Montsoleil --from 09:00 --until 10:00
        skiroute day Montsoleil --goal runs --from 15:20 --until 16:00
      """)

  @Argument(help: "Where the tour starts and ends: a name or latitude,longitude.") var home: String
  @Option(help: "Where it ends, if not at home.") var end: String?
  @Option(help: "When it starts; 09:00 unless --depart says otherwise.") var from: String?
  @Option(help: "When one must be back; when lifts stop, or 16:30.") var until: String?
  @Option(help: "metres (downhill), distance (along the runs) or runs (different ones).") var goal: DayGoal =
    .metres
  @Option(
    name: .customLong("run"),
    help: "A run to ski, by name or id; may be given several times, then only these count.")
  var chosen: [String] = []
  @OptionGroup var lunch: LunchOptions
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  static let placeholders = ["0,0"]
  static let batchKeys: [BatchKey<Self>] =
    [
      BatchKey("home", \.home, isRequired: true), BatchKey("end", \.end), BatchKey("from", \.from),
      BatchKey("until", \.until), BatchKey("goal", \.goal), BatchKey("run", \.chosen),
      BatchKey("lunch", \.lunch.lunch), BatchKey("lunchAt", \.lunch.lunchAt),
      BatchKey("lunchBy", \.lunch.lunchBy), BatchKey("lunchMinutes", \.lunch.lunchMinutes),
    ] + SkierOptions.batchKeys.within(\.skier) + HoursOptions.batchKeys.within(\.hours)

  /// A request with the places it names.
  private struct TourQuestion {
    var request: TourRequest
    let region: RegionIndex
    let home: String
    let lunch: String?
  }

  func run() throws {
    let question = try Question(skier, day: hours.day())
    let asked = try tourQuestion(question)
    let (request, region, router) = (asked.request, asked.region, question.router)
    let answer = try Interruption.cancelling { progress in
      try router.withDay(in: region) { session in
        try session.tour(request) {
          progress.show(Self.stage($0), $0.prepared)
          return !Task.isCancelled
        }
      }
    }
    try format.write(document(answer, asked, question))
  }

  func json(over map: OpenMap) throws -> TerminalText {
    let question = try Question(skier, day: hours.day(map.files), over: map)
    let asked = try tourQuestion(question)
    let answer = try question.router.withDay(in: asked.region) { try $0.tour(asked.request) { _ in true } }
    return try document(answer, asked, question).json()
  }

  private func tourQuestion(_ question: Question) throws -> TourQuestion {
    let start = try question.end(home)
    let end = try end.map(question.end)
    let place = try lunch.lunch.map(question.end)
    return try question.withSession(for: [start, end, place].compactMap(\.self)) { session, profile in
      let region = session.router.graph.region
      var request = TourRequest(
        home: start.endpoint, end: end?.endpoint, from: try DayTime(from ?? hours.depart ?? "09:00"),
        until: try until.map { try DayTime($0) } ?? question.day.closing ?? DayTime(hour: 16, minute: 30),
        profile: profile, lunch: try place.map { try lunch.stop(at: $0) }, snapLimitMetres: skier.snap)
      request.goal = chosen.isEmpty ? goal.goal : .runs(try runs(question, in: region))
      return TourQuestion(request: request, region: region, home: start.label, lunch: place?.label)
    }
  }

  private func document(
    _ answer: Answer<Tour>, _ asked: TourQuestion, _ question: Question
  ) throws -> TourDocument {
    try TourDocument(
      Question.value(answer), request: asked.request, home: asked.home, lunch: asked.lunch,
      map: question.map)
  }

  private static func stage(_ progress: TourProgress) -> String {
    guard let score = progress.score, let greatest = progress.scoreUpperBound else {
      return "planning the day"
    }
    return "\(Int(score)) so far, at most \(Int(greatest.rounded(.up)))"
  }

  private func runs(_ question: Question, in region: RegionIndex) throws -> [FeatureIndex] {
    try chosen.flatMap { text in
      let place = try question.finder.place(text.hasPrefix("run:") ? text : "run:" + text)
      try SkiError.require(
        place.kind == .run && place.region == region,
        "run \(text) is not a run of this ski area; skiroute places lists its runs")
      return place.features
    }
  }
}

/// The goal of a day's tour.
enum DayGoal: String, BatchWord, CaseIterable {
  case metres, distance, runs

  var goal: TourGoal {
    switch self {
    case .metres: .metres
    case .distance: .distance
    case .runs: .differentRuns
    }
  }
}

/// The options of the time and place of lunch.
struct LunchOptions: ParsableArguments {
  @Option(help: "Where to have lunch: a name or latitude,longitude.") var lunch: String?
  @Option(help: "When lunch starts at the earliest.") var lunchAt = "12:00"
  @Option(help: "When lunch starts at the latest; an hour later unless given.") var lunchBy: String?
  @Option(help: "How long lunch takes, in minutes.") var lunchMinutes = 60

  /// Returns the lunch stop at a place.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a time or the duration is invalid.
  func stop(at place: NamedEndpoint) throws -> TourLunch {
    try SkiError.require(
      (0...1440).contains(lunchMinutes), "lunch must take 0...1440 minutes, got \(lunchMinutes)")
    let earliest = try DayTime(lunchAt)
    return TourLunch(
      place: place.endpoint, earliest: earliest,
      latest: try lunchBy.map { try DayTime($0) } ?? earliest.advanced(byMilliseconds: 3_600_000),
      milliseconds: lunchMinutes * 60_000)
  }
}
