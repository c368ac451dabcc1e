import SkiBase
import SkiGraph

/// The positions of the ends of a matrix, found once for its region and its search.
extension MapRouter {
  /// Returns the positions of the ends of one side of a matrix, found by several threads.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  func matrixPlaces(
    _ endpoints: [RouteEndpoint?], as end: RouteEnd, _ profile: SkierProfile, _ snapLimitMetres: Double
  ) throws -> [MatrixPlace] {
    try ParallelBatches.map(endpoints) { endpoint in
      try endpoint.map {
        try self.matrixPlace($0, as: end, profile: profile, snapLimitMetres: snapLimitMetres)
      } ?? MatrixPlace()
    }
  }

  /// Returns the positions of an end of a matrix, as ``location(of:as:profile:snapLimitMetres:)`` and
  /// ``EndResolver/resolve(_:)`` find them.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  private func matrixPlace(
    _ place: RouteEndpoint, as end: RouteEnd, profile: SkierProfile, snapLimitMetres: Double
  ) throws -> MatrixPlace {
    let request = RouteRequest(from: place, to: place, profile: profile, snapLimitMetres: snapLimitMetres)
    if case .coordinate(let coordinate) = place {
      try EndResolver.check(request)
      let found = try RequestEnds.candidates(coordinate, request, map)
      if !found.isEmpty { return MatrixPlace(positions: found.map { ($0.region, $0.end) }) }
    }
    let location = try location(of: place, as: end, profile: profile, snapLimitMetres: snapLimitMetres)
    guard location.reason == nil, let region = location.regions.first else {
      return MatrixPlace(reason: location.reason)
    }
    let answer = try EndResolver(graph: map.graph(region), request: request).resolve(end)
    return MatrixPlace(positions: answer.value.map { [(region, $0)] } ?? [])
  }
}
