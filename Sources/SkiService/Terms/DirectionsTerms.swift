import SkiGeo
package import SkiGraph
package import SkiReports
import SkiRouting

/// The directions and the elevation profile of an answer.
package struct DirectionsTerms: Sendable, Hashable {
  /// Indicates directions.
  package var directions = false
  /// The language of the directions; nil for English.
  package var language: Language?
  /// Indicates an elevation profile.
  package var profile = false

  /// Creates terms without either.
  package init() {}

  /// Refuses a language without directions.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package func check() throws {
    if language != nil, !directions {
      throw SkiError(
        .invalidArgument, "option --language is for directions; add --directions or leave it out")
    }
  }

  /// Adds the requested profile and directions to an answer.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region is damaged.
  package func complete(_ document: inout RouteDocument, map: SkiMap) throws {
    guard case .answer(let route) = document.result else { return }
    if profile { document.hasProfile = true }
    guard directions else { return }
    document.directions = Directions(route, graph: try map.graph(route.region), destination: document.to)
    document.language = language ?? .english
  }

  /// The keys of directions and elevation profiles.
  package static let keys: [QuestionKey<Self>] = [
    QuestionKey("directions", \.directions, KeyText.directions),
    QuestionKey("language", \.language, KeyText.language), QuestionKey("profile", \.profile, KeyText.profile),
  ]
}

extension Language: QuestionWord {}
