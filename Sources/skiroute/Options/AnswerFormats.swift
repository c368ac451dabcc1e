import ArgumentParser

/// The formats of a route; see Data/Formats/route.md.
enum RouteFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson, gpx
}

/// The formats of answers that are no routes.
enum PlainFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The formats of answers to questions about a day; see Data/Formats/questions.md.
enum QuestionFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson
}
