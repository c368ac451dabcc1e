import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation

/// `skiroute locate`: reports the kind of map at a place, its ski area and the nearest feature.
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate", abstract: "Determines whether a coordinate is on the mountain or in the streets.",
    discussion: """
      Without PLACE, lines like 42.5763,1.6681 or 42.5763 1.6681, followed by an accuracy in metres if \
      known, are read from standard input and answered line by line. Lines that are not coordinates are \
      reported on standard error, and the exit code is then 65. Streets are distinguished from runs as far \
      as the map was built with streets.

      Examples:
        skiroute locate 46.0498,-4.9028
        echo 46.0498 -4.9028 8 | skiroute locate --format json
      """)

  @Argument(help: ArgumentHelp(KeyText.place)) var place: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(KeyText.accuracy))
  var accuracy = LocateQuestion.defaultAccuracyMetres
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    var question = LocateQuestion()
    (question.place, question.accuracy) = (place, accuracy)
    let coordinate = try question.checkedCoordinate()
    let map = try MapSelection.open(map)
    let index = MapKindIndex(map: map)
    if let coordinate {
      try Console.write(line(index.mapKind(at: coordinate, accuracyMetres: accuracy), map))
      LocateQuestion.noteSwapped(coordinate, map)
      return
    }
    try StandardInput.answerPlaces(SampleLines(takesAccuracy: true)) { batch in
      var text: TerminalText = ""
      for (place, given) in zip(batch.places, batch.accuracies) {
        text += try line(index.mapKind(at: place, accuracyMetres: given ?? accuracy), map)
      }
      return text
    }
  }

  private func line(_ answer: MapKindAnswer, _ map: SkiMap) throws -> TerminalText {
    let place = try LocateDocument(answer, map)
    return format == .json ? place.json() : place.text(colour: false)
  }
}
