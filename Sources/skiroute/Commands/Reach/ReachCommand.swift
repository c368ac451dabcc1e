import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute reach`: reports the features within reach in a number of minutes.
struct ReachCommand: TimedCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "reach", abstract: "Reports what can be skied or ridden within some minutes from a place.",
    discussion: """
      With --home, only what leaves enough time to get home before lifts and runs close. Places within reach without a \
      return within the skier's limits, to home or to the start, are listed with the reason.

      Examples:
        skiroute reach Montsoleil --minutes 20
        skiroute reach Crête --depart 15:30 --closing 16:30 --home Montsoleil
      """)

  @Argument(help: "Where to start: a name or latitude,longitude.") var from: String
  @Option(help: "The time limit, in minutes.") var minutes = 30
  @Option(help: "Where one must be in the end.") var home: String?
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json, or geojson with lines and a polygon around them.") var format: QuestionFormat =
    .text
  @OptionGroup var time: TimeOptions

  static let placeholders = ["0,0"]
  static let batchKeys: [BatchKey<Self>] =
    [BatchKey("from", \.from, isRequired: true), BatchKey("minutes", \.minutes), BatchKey("home", \.home)]
    + SkierOptions.batchKeys.within(\.skier) + HoursOptions.batchKeys.within(\.hours)

  func run() throws {
    try check()
    try format.write(document(try Question(skier, day: hours.day())))
  }

  func json(over map: OpenMap) throws -> TerminalText {
    try check()
    return try document(Question(skier, day: hours.day(map.files), over: map)).json()
  }

  private func check() throws {
    try SkiError.require((1...1440).contains(minutes), "minutes must be 1...1440, got \(minutes)")
  }

  private func document(_ question: Question) throws -> ReachDocument {
    let start = try question.end(from)
    let home = try home.map(question.end)
    return try question.withSession(for: [start, home].compactMap(\.self)) { session, profile in
      let departures = try home.flatMap {
        try session.latestDepartures(to: $0.endpoint, profile: profile, snapLimitMetres: skier.snap).value
      }
      let request = ReachRequest(
        from: start.endpoint, departure: question.day.departure, milliseconds: minutes * 60_000,
        profile: profile, back: start.endpoint, snapLimitMetres: skier.snap)
      let reach = try Question.value(session.reach(request, home: departures))
      return try ReachDocument(
        reach, request: request, from: start.label, home: home?.label, map: question.map)
    }
  }
}
