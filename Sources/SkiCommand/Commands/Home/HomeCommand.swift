import ArgumentParser
import SkiService

/// `skiroute home`: reports the latest departure home from a place, or from every place.
struct HomeCommand: QuestionCommand {
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

  @Argument(help: ArgumentHelp(KeyText.whereOneIs)) var from: String?
  @Option(help: ArgumentHelp(KeyText.home)) var home: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  var question: HomeQuestion {
    var question = HomeQuestion()
    (question.from, question.home) = (from, home)
    (question.skier, question.hours) = (skier.terms, hours.terms)
    return question
  }

  func conditions() throws -> DayConditions { try hours.conditions() }
}
