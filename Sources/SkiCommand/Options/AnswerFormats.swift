import ArgumentParser
import SkiAnswers

/// The formats of a route; see Data/Formats/route.md.
enum RouteFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson, gpx

  /// Writes an answer, as text if the format is GPX, which it does not have.
  func write(_ document: some AnswerDocument) throws {
    try (QuestionFormat(rawValue: rawValue) ?? .text).write(document)
  }
}

/// The formats of answers without geometry.
enum PlainFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The formats of answers to requests about a day; see Data/Formats/questions.md.
enum QuestionFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson

  /// Writes an answer.
  func write(_ document: some AnswerDocument) throws {
    switch self {
    case .text: try Console.write(document.text(colour: Console.wantsColour()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    }
  }
}
