import SkiBase
import SkiGraph
import SkiRouting

/// The request and the map of a question about routes.
struct RouteContext {
  var request: RouteRequest
  var start: NamedEndpoint
  var destination: NamedEndpoint
  var day: QuestionDay
  /// Indicates whether the answer is time-dependent.
  var isTimed: Bool
  var service: MapService
  var router: MapRouter
  var sources: [DataSource]

  /// The ceiling that applies to the answer.
  var ceiling: DifficultyCeiling { request.profile.effectiveCeiling }

  /// Returns the difficulty convention of the region of the start, or of its coordinate.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered, `.inputOutput` or `.limitExceeded`
  ///   when it can't be read into memory.
  func convention() throws -> DifficultyConvention {
    switch request.from {
    case .place(let place): try router.map.graph(place.region).usualConvention()
    case .coordinate(let place): DifficultyConvention(at: place)
    case .node: try router.map.graph(router.map.region(at: 0)).usualConvention()
    }
  }

  /// Returns the ceiling in the colours of the start's region.
  /// - Throws: As ``convention()``.
  func signedCeiling() throws -> DifficultyCeiling { ceiling.signed(in: try convention()) }

  /// Reports the parts of a status that do not apply in the region of some places.
  func noteCoverage(of places: [RouteEndpoint]) throws {
    let region = try router.region(
      of: places, profile: request.profile, snapLimitMetres: request.snapLimitMetres)
    if case .answer(let region) = region { try router.noteCoverage(in: region) }
  }

  /// Returns a route without clock times unless hours are given.
  func timed(_ route: Route) -> Route {
    var route = route
    if !isTimed { route.departure = nil }
    return route
  }
}
