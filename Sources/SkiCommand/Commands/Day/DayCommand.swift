import ArgumentParser
import SkiRouting
import SkiService

/// `skiroute day`: plans a tour for a day on skis.
struct DayCommand: QuestionCommand {
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

  @Argument(help: ArgumentHelp(KeyText.tourHome)) var home: String
  @Option(help: ArgumentHelp(KeyText.tourEnd)) var end: String?
  @Option(help: ArgumentHelp(KeyText.tourFrom)) var from: String?
  @Option(help: ArgumentHelp(KeyText.tourUntil)) var until: String?
  @Option(help: ArgumentHelp(KeyText.goal)) var goal: TourQuestion.Goal =
    .metres
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(KeyText.tourRun))
  var chosen: [String] = []
  @OptionGroup var lunch: LunchOptions
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  var question: TourQuestion {
    var question = TourQuestion()
    (question.home, question.end, question.from, question.until) = (home, end, from, until)
    (question.goal, question.chosen, question.lunch) = (goal, chosen, lunch.terms)
    (question.skier, question.hours) = (skier.terms, hours.terms)
    return question
  }

  func conditions() throws -> DayConditions { try hours.conditions() }

  func run() throws {
    let question = question
    try question.check()
    let conditions = try conditions()
    let asked = try question.asked(
      over: MapService(map: try MapSelection.open(skier.map)), under: conditions)
    let answer = try Interruption.cancelling { progress in
      try asked.context.router.withDay(in: asked.region) { session in
        try session.tour(asked.request) {
          progress.show(Self.stage($0), $0.prepared)
          return !Task.isCancelled
        }
      }
    }
    try format.write(question.document(answer, asked))
  }

  private static func stage(_ progress: TourProgress) -> String {
    guard let score = progress.score, let greatest = progress.scoreUpperBound else {
      return "planning the day"
    }
    return "\(Int(score)) so far, at most \(Int(greatest.rounded(.up)))"
  }

}

extension TourQuestion.Goal: ExpressibleByArgument {}

/// The options of the time and place of lunch.
struct LunchOptions: ParsableArguments {
  @Option(help: ArgumentHelp(KeyText.lunch)) var lunch: String?
  @Option(help: ArgumentHelp(KeyText.lunchAt)) var lunchAt = "12:00"
  @Option(help: ArgumentHelp(KeyText.lunchBy)) var lunchBy: String?
  @Option(help: ArgumentHelp(KeyText.lunchMinutes)) var lunchMinutes = 60

  /// The terms of the options.
  var terms: LunchTerms {
    var terms = LunchTerms()
    (terms.place, terms.earliest, terms.latest, terms.minutes) = (lunch, lunchAt, lunchBy, lunchMinutes)
    return terms
  }
}
