import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

/// `skiroute home`: reports the latest departure home from a place, or from every place.
struct HomeCommand: TimedCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Computes when to leave at the latest to be home before lifts and runs close.",
    discussion: """
      Without FROM, for every lift (its upper end), station and hut. A place from which one skis or walks home without a lift \
      answers: any time.

      Examples:
        skiroute home Crête --home Montsoleil --closing 16:30
        skiroute home --home Montsoleil --closing 16:30 --format json
      """)

  @Argument(help: "Where one is: a name or latitude,longitude; without it every place.") var from: String?
  @Option(help: "Where one must be in the end.") var home: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  static let placeholders = ["--home", "x"]
  static let batchKeys: [BatchKey<Self>] =
    [BatchKey("from", \.from), BatchKey("home", \.home, isRequired: true)]
    + SkierOptions.batchKeys.within(\.skier) + HoursOptions.batchKeys.within(\.hours)

  func run() throws {
    let document = try document(try Question(skier, day: hours.day()))
    try format.write(document)
    if document.entries.allSatisfy({ $0.latest == nil }) { throw ExitStatusError(status: .noRoute) }
  }

  func json(over map: OpenMap) throws -> TerminalText {
    try document(Question(skier, day: hours.day(map.files), over: map)).json()
  }

  private func document(_ question: Question) throws -> HomeDocument {
    let home = try question.end(home)
    let start = try from.map(question.end)
    return try question.withSession(for: [start, home].compactMap(\.self)) { session, profile in
      if let start { return try answer(from: start, home, session, profile, question) }
      return try HomeDocument(
        Question.value(
          session.latestDepartures(to: home.endpoint, profile: profile, snapLimitMetres: skier.snap)
            .map(session.homePlaces)),
        home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
        ceiling: profile.effectiveCeiling, map: question.map)
    }
  }

  /// Returns the document for one place.
  private func answer(
    from start: NamedEndpoint, _ home: NamedEndpoint, _ session: DaySession, _ profile: SkierProfile,
    _ question: Question
  ) throws -> HomeDocument {
    let request = RouteRequest(
      from: start.endpoint, to: home.endpoint, profile: profile, snapLimitMetres: skier.snap,
      objective: .fastest)
    let graph = session.router.graph
    let departure = try session.home(request, departing: question.day.departure).value
    let point = departure?.lastRoute.steps.first?.points.first
    var document = HomeDocument(
      home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
      entries: [
        HomeDocument.Entry(
          name: start.label, kind: "", point: point ?? graph.point(of: start.endpoint),
          latest: departure?.latest, beforeClosing: departure?.beforeClosing)
      ],
      lastRoute: departure?.lastRoute, ceiling: profile.effectiveCeiling, heights: graph.elevationQuality(),
      sources: question.map.sources)
    if departure == nil {
      let missing = try session.missingRoute(
        from: start.endpoint, backTo: home.endpoint, profile: profile, snapLimitMetres: skier.snap)
      document.missingReturn = missing.map { MissingReturn($0, isHome: true) }
    }
    return document
  }
}
