import ArgumentParser
import SkiService

/// `skiroute meet`: finds the best meeting places of several persons.
struct MeetCommand: QuestionCommand {
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

  @Argument(help: ArgumentHelp(KeyText.places)) var places: [String]
  @Option(
    help: ArgumentHelp(KeyText.person))
  var person: [String] = []
  @Option(help: ArgumentHelp(KeyText.meetAt)) var at: [String] = []
  @Option(help: ArgumentHelp(KeyText.meetHome)) var home: String?
  @Flag(help: ArgumentHelp(KeyText.oneWay)) var oneWay = false
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  var question: MeetQuestion {
    var question = MeetQuestion()
    (question.places, question.person, question.at) = (places, person, at)
    (question.home, question.oneWay) = (home, oneWay)
    (question.skier, question.hours) = (skier.terms, hours.terms)
    return question
  }

  func conditions() throws -> DayConditions { try hours.conditions() }
}
