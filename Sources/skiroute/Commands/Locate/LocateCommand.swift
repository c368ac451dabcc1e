import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiNavigation

/// `skiroute locate`: reports the kind of map at a place, its ski area and the nearest feature.
struct LocateCommand: ParsableCommand, BatchQuestion {
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

  @Argument(help: "latitude,longitude.") var place: String?
  @Option(
    parsing: .unconditional,
    help: "Accuracy of the receiver: metres around the coordinate that hold the true position with 68 %.")
  var accuracy = 10.0
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "text or json.") var format: PlainFormat = .text

  static let placeholders: [String] = []
  static let batchKeys: [BatchKey<Self>] = [
    BatchKey("place", \.place, isRequired: true), BatchKey("accuracy", \.accuracy),
  ]

  func run() throws {
    let coordinate = try checkedCoordinate()
    let map = try MapSelection.open(map)
    let index = MapKindIndex(map: map)
    if let coordinate {
      try Console.write(line(index.mapKind(at: coordinate, accuracyMetres: accuracy), map))
      Self.noteSwapped(coordinate, map)
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

  func json(over open: OpenMap) throws -> TerminalText {
    guard let coordinate = try checkedCoordinate() else {
      throw SkiError(.invalidArgument, "place is missing; write latitude,longitude")
    }
    let kind = try open.kinds.mapKind(at: coordinate, accuracyMetres: accuracy)
    let answer = try LocateAnswer(kind, open.map).json().line()
    Self.noteSwapped(coordinate, open.map)
    return answer
  }

  /// Checks the arguments and returns the coordinate; nil without one.
  private func checkedCoordinate() throws -> Coordinate? {
    try SkiError.require(
      accuracy >= 0 && accuracy.isFinite, "accuracy must be metres from 0 up, got \(accuracy)")
    return try place.map { text in
      guard let coordinate = try CoordinateArguments.coordinate(text) else {
        throw SkiError(
          .invalidArgument, "place \(text) is not latitude,longitude; write for example 42.5763,1.6681")
      }
      return coordinate
    }
  }

  private static func noteSwapped(_ coordinate: Coordinate, _ map: SkiMap) {
    guard let swapped = map.swapped(coordinate) else { return }
    Console.note("skiroute: did you mean \(swapped.argumentText())? Latitude comes first")
  }

  private func line(_ answer: MapKindAnswer, _ map: SkiMap) throws -> TerminalText {
    let place = try LocateAnswer(answer, map)
    return format == .json ? place.json().line() : place.text() + "\n"
  }
}
