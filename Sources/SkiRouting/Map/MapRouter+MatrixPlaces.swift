import SkiGeo
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
      let found = try positions(near: coordinate, request)
      if !found.isEmpty { return MatrixPlace(positions: found) }
    }
    let location = try location(of: place, as: end, profile: profile, snapLimitMetres: snapLimitMetres)
    guard location.reason == nil, let region = location.regions.first else {
      return MatrixPlace(reason: location.reason)
    }
    let answer = try EndResolver(graph: map.graph(region), request: request).resolve(end)
    return MatrixPlace(positions: answer.value.map { [(region, $0)] } ?? [])
  }

  /// Returns the positions in the regions whose network is nearest to a coordinate, within the tolerance of snapping.
  private func positions(
    near place: Coordinate, _ request: RouteRequest
  ) throws -> [(region: RegionIndex, end: ResolvedEnd)] {
    let limit = min(request.snapLimitMetres, EndResolver.greatestLimitMetres)
    var found: [(metres: Double, region: RegionIndex, end: ResolvedEnd)] = []
    for region in map.regions(near: place, withinMetres: limit) {
      let resolver = EndResolver(graph: try map.graph(region), request: request)
      guard let end = resolver.resolve(place), let nearest = end.candidates.first else { continue }
      found.append((nearest.snap.distanceMetres, region, end))
    }
    found.sort { ($0.metres, $0.region.rawValue) < ($1.metres, $1.region.rawValue) }
    guard let best = found.first else { return [] }
    let room = best.metres + EndResolver.toleranceMetres(nearest: best.metres)
    return found.filter { $0.metres <= room }.map { ($0.region, $0.end) }
  }
}
