package import SkiAPI
import SkiBase
import SkiGraph

extension PlacesQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require((1...1000).contains(limit), "limit must be 1...1000, got \(limit)")
    try SkiError.require(
      query.contains(where: { !$0.isWhitespace }), "name is empty; write a name or a part of one")
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let matches = try service.finder.matches(query, limit: limit)
    return QuestionDocument(try PlacesDocument(matches, map: service.map), isNegative: matches.isEmpty)
  }
}
