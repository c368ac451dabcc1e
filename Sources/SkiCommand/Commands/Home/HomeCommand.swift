import ArgumentParser
import SkiAPI
import SkiAnswers

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
