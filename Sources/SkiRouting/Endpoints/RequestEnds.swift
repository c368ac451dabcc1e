import SkiBase
import SkiGraph

/// Both ends of a request at coordinates, on the network of one region.
struct RequestEnds {
  let region: RegionIndex
  let start: ResolvedEnd
  let destination: ResolvedEnd

  /// The ends of the way back.
  var reversed: RequestEnds { RequestEnds(region: region, start: destination, destination: start) }

  /// A coordinate on the network of a region, with its distance from there.
  struct Candidate {
    var metres: Double
    var region: RegionIndex
    var end: ResolvedEnd
  }

  /// Finds the ends of a request in one search of each region near them.
  /// - Returns: Nil for ends other than coordinates, for an invalid request, and where the ends have no region in common,
  ///   for which there is a reason to find.
  /// - Throws: ``SkiError`` as ``MapRouter/route(_:)``.
  /// - Complexity: O(log *r*) expected in regions, and a snap in each near an end.
  static func find(_ request: RouteRequest, on map: SkiMap) throws -> RequestEnds? {
    guard case .coordinate(let from) = request.from, case .coordinate(let to) = request.to, from.isValid,
      to.isValid, request.snapLimitMetres.isFinite, request.snapLimitMetres >= 0
    else { return nil }
    let starts = try candidates(from, request, map)
    if starts.isEmpty { return nil }
    let others = try candidates(to, request, map)
    for start in starts {
      guard let other = others.first(where: { $0.region == start.region }) else { continue }
      return RequestEnds(region: start.region, start: start.end, destination: other.end)
    }
    return nil
  }

  /// Returns a coordinate on the networks within the snap limit, nearest first; on none that is farther than the nearest
  /// by more than the default limit.
  /// - Throws: ``SkiError`` as ``MapRouter/route(_:)``.
  /// - Complexity: O(log *r*) expected in regions, and a snap in each near the coordinate.
  static func candidates(
    _ place: Coordinate, _ request: RouteRequest, _ map: SkiMap
  ) throws -> [Candidate] {
    let limit = min(request.snapLimitMetres, EndResolver.greatestLimitMetres)
    var found: [Candidate] = []
    for region in map.regions(near: place, withinMetres: limit) {
      let resolver = EndResolver(graph: try map.graph(region), request: request)
      guard let end = resolver.resolve(place) else { continue }
      found.append(Candidate(metres: end.nearest.distanceMetres, region: region, end: end))
    }
    guard found.count > 1 else { return found }
    found.sort { ($0.metres, $0.region.rawValue) < ($1.metres, $1.region.rawValue) }
    let reach = found[0].metres + EndResolver.reachMetres
    return found.filter { $0.metres <= reach }
  }
}
