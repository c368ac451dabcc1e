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
