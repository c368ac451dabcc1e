import ArgumentParser
import SkiAPI
import SkiAnswers

/// `skiroute reach`: reports the features within reach in a number of minutes.
struct ReachCommand: DayQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach", abstract: "Reports what can be skied or ridden within some minutes from a place.",
    discussion: """
      With --home, only what leaves enough time to get home before lifts and runs close. Places within reach without a \
      return within the skier's limits, to home or to the start, are listed with the reason.

      Examples:
        skiroute reach Montsoleil --minutes 20
        skiroute reach Crête --depart 15:30 --closing 16:30 --home Montsoleil
      """)

  @OptionGroup var asked: DocumentOptions<ReachQuestion>
  @OptionGroup var source: MapOptions
  @OptionGroup var day: DayFileOptions
  @Option(help: "text, json, or geojson with lines and a polygon around them.") var format: QuestionFormat =
    .text
  @OptionGroup var time: TimeOptions
}
