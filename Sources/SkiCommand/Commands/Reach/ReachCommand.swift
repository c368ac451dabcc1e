import ArgumentParser
import SkiService

/// `skiroute reach`: reports the features within reach in a number of minutes.
struct ReachCommand: QuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach", abstract: "Reports what can be skied or ridden within some minutes from a place.",
    discussion: """
      With --home, only what leaves enough time to get home before lifts and runs close. Places within reach without a \
      return within the skier's limits, to home or to the start, are listed with the reason.

      Examples:
        skiroute reach Montsoleil --minutes 20
        skiroute reach Crête --depart 15:30 --closing 16:30 --home Montsoleil
      """)

  @Argument(help: ArgumentHelp(KeyText.from)) var from: String
  @Option(help: ArgumentHelp(KeyText.minutes)) var minutes = 30
  @Option(help: ArgumentHelp(KeyText.home)) var home: String?
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json, or geojson with lines and a polygon around them.") var format: QuestionFormat =
    .text
  @OptionGroup var time: TimeOptions

  var question: ReachQuestion {
    var question = ReachQuestion()
    (question.from, question.minutes, question.home) = (from, minutes, home)
    (question.skier, question.hours) = (skier.terms, hours.terms)
    return question
  }

  func conditions() throws -> DayConditions { try hours.conditions() }
}
