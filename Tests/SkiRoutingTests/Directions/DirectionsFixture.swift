import SkiAnswers
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

extension DrawnWorld {
  /// Returns the directions from one letter to another; without a route the test fails.
  func directions(_ from: Character, _ to: Character, destination: String? = nil) throws -> Directions {
    let route = try #require(try route(.node(node(from)), .node(node(to))))
    return Directions(route, graph: graph, destination: destination)
  }

  /// Returns the sentences of the directions from one letter to another.
  func sentences(_ from: Character, _ to: Character, in language: Language = .english) throws -> [String] {
    try directions(from, to).sentences(in: language)
  }
}

/// Returns descriptions of the faults in a sentence of directions.
func problems(_ text: String) -> [String] {
  var found: [String] = []
  for wrong in ["  ", "{", "}", "()", "( ", " )", " ,", " .", "..", "Optional", "nil", ",,", "?"]
  where text.contains(wrong) {
    found.append("“\(wrong)” in “\(text)”")
  }
  if !text.hasSuffix(".") || text.first?.isWhitespace ?? true { found.append("no sentence: “\(text)”") }
  return found
}
