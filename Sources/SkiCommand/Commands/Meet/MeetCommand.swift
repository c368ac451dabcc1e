import ArgumentParser
import SkiAPI
import SkiAnswers

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
