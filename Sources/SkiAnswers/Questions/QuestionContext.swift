package import SkiAPI
import SkiBase
package import SkiGraph
package import SkiRouting

/// An open map with the skier and the day of a question.
package struct QuestionContext: Sendable {
  private let service: MapService
  /// The router of the day.
  package let router: MapRouter
  /// The day.
  package let day: QuestionDay
  /// The skier.
  package let profile: SkierProfile
  private let snapLimitMetres: Double

  /// Creates the context of a question over an open map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid skier; the errors of
  ///   ``MapService/router(_:closed:)``.
  package init(_ skier: SkierOptions, day: QuestionDay, over service: MapService) throws {
    profile = try skier.profile()
    (self.day, self.service) = (day, service)
    router = try service.router(day.schedule, closed: skier.closed)
    snapLimitMetres = skier.snap
  }

  /// The map.
  package var map: SkiMap { service.map }
  /// The names of the map.
  package var finder: PlaceFinder { service.finder }

  /// Returns the endpoint of a text.
  /// - Throws: The errors of ``MapService/end(_:)``.
  package func end(_ text: String) throws -> NamedEndpoint { try service.end(text) }

  /// Returns the common region of some endpoints, and notes the parts of the schedule that do not apply there.
  /// - Throws: ``NoAnswerError`` when the endpoints have no common region; the errors of
  ///   ``MapRouter/region(of:profile:snapLimitMetres:)``.
  package func region(of ends: [NamedEndpoint]) throws -> RegionIndex {
    let region = try Self.value(
      router.region(of: ends.map(\.endpoint), profile: profile, snapLimitMetres: snapLimitMetres))
    try router.noteCoverage(in: region)
    return region
  }

  /// Returns the value of an answer.
  /// - Throws: ``NoAnswerError`` with the reason where there is none.
  package static func value<Value>(_ answer: Answer<Value>) throws -> Value {
    switch answer {
    case .answer(let value): return value
    case .noAnswer(let reason): throw NoAnswerError(reason: reason)
    }
  }
}
