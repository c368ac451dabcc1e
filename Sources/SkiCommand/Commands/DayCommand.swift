import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiRouting

/// `skiroute day`: plans a tour for a day on skis.
struct DayCommand: DayQuestionCommand {
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

  @OptionGroup var asked: DocumentOptions<TourQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  func run() throws {
    let question = try asked.document()
    try question.check()
    let conditions = try day.conditions()
    let request = try question.asked(
      over: MapService(map: try MapSelection.open(source.map)), under: conditions)
    let answer = try Interruption.cancelling { progress in
      try request.context.router.tour(request.request) {
        progress.show(Self.stage($0), $0.prepared)
        return !Task.isCancelled
      }
    }
    try format.write(question.document(answer, request))
  }

  private static func stage(_ progress: TourProgress) -> String {
    guard let score = progress.score, let greatest = progress.scoreUpperBound else {
      return "planning the day"
    }
    return "\(Int(score)) so far, at most \(Int(greatest.rounded(.up)))"
  }

}

/// `skiroute meet`: finds the best meeting places of several persons.
struct MeetCommand: DayQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "meet", abstract: "Finds where several people, each with their own limits, meet first.",
    discussion: """
      Each PLACE is where one of them is. --person gives the name and the limits of each, in the order of the places: \
      "Anna max-difficulty=blue ability=beginner board depart=10:15". Places to meet are huts and lift stations, or those \
      given by --at. From the meeting place each must get back to where they came from, or to --home, within their limits and, \
      where hours are given, before lifts and runs close; with --one-way no return is required.

      Examples:
        skiroute meet Montsoleil Crête
        skiroute meet Montsoleil Crête --person "Anna max-difficulty=red" --one-way
      """)

  @OptionGroup var asked: DocumentOptions<MeetQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions
}

/// `skiroute home`: reports the latest departure home from a place, or from every place.
struct HomeCommand: DayQuestionCommand {
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

  @OptionGroup var asked: DocumentOptions<HomeQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions
}
