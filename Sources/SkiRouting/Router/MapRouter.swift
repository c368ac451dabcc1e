import SkiGeo
import SkiGraph
import SkiModel

/// Answers questions about a whole map: finds the region both ends lie in, and routes there.
///
/// A class because what is prepared for a region is kept for all who ask; `Sendable`. Whoever asks much about one region
/// takes its ``Router`` and keeps a ``RouteSession``.
public final class MapRouter: Sendable {
  /// The map.
  public let map: SkiMap
  private let routers = Locked<[RegionIndex: Router]>([:])

  /// Makes a router over a map; nothing is opened yet.
  public init(map: SkiMap) { self.map = map }

  /// Returns the router of a region, kept after it was first made.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  /// - Complexity: O(size of the region) the first time, then O(1).
  public func router(for region: RegionIndex) throws -> Router {
    if let known = routers.withLock({ $0[region] }) { return known }
    let fresh = Router(graph: try map.graph(region))
    routers.withLock { $0[region] = fresh }
    return fresh
  }

  /// Returns the fastest route, or why there is none.
  ///
  /// Ends in different regions are cut off from each other; a street between two ski areas lies in the region of each, and
  /// that of the other end counts. Closed places count wherever they lie;
  /// ``SkierProfile/closedFeatures`` of the request hold in the region of the start.
  /// - Parameters:
  ///   - request: Ends by coordinate or place; nodes only on a map of one region.
  ///   - closed: Places whose lifts and runs are closed.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``RouteSession/route(_:)``, `.malformedData` when a region was
  ///   altered.
  /// - Complexity: As ``RouteSession/route(_:)``, in the region's size, after O(*r*) in regions.
  public func route(_ request: RouteRequest, closing closed: [Place] = []) throws -> RouteResult {
    let start = try locate(request, .start)
    let destination = try locate(request, .destination)
    for end in [start, destination] { if let reason = end.reason { return .noRoute(reason) } }
    guard let region = start.regions.first(where: destination.regions.contains) else {
      return .noRoute(NoRoute(.cutOff))
    }
    var request = request
    for place in closed where place.region == region {
      request.profile.closedFeatures.formUnion(place.features)
    }
    return try router(for: region).route(request)
  }

  /// Where an end of a request lies: its regions, the nearest first, or why it is nowhere.
  private struct Location {
    var regions: [RegionIndex] = []
    var reason: NoRoute?
  }

  private func locate(_ request: RouteRequest, _ end: RouteEnd) throws -> Location {
    switch end == .start ? request.from : request.to {
    case .coordinate(let coordinate):
      try EndResolver.check(request)
      return try nearest(coordinate, request, end)
    case .place(let place): return try resolved(request, end, in: place.region, "place")
    case .node:
      guard map.regionCount <= 1 else {
        throw SkiError(
          .invalidArgument,
          "node needs a region on a map of \(map.regionCount) regions; ask the region's router")
      }
      return try resolved(request, end, in: .first, "node")
    }
  }

  private func resolved(
    _ request: RouteRequest, _ end: RouteEnd, in region: RegionIndex, _ what: String
  ) throws -> Location {
    guard region.position < map.regionCount else {
      throw SkiError(
        .invalidArgument, "\(what) lies in region \(region.rawValue) of \(map.regionCount); search again")
    }
    switch try EndResolver(graph: map.graph(region), request: request).resolve(end) {
    case .end: return Location(regions: [region])
    case .noRoute(let reason): return Location(regions: [region], reason: reason)
    }
  }

  /// Finds the regions with the nearest way or station, or with one as good as that.
  private func nearest(_ place: Coordinate, _ request: RouteRequest, _ end: RouteEnd) throws -> Location {
    let limit = min(request.snapLimitMetres, EndResolver.greatestLimitMetres)
    let found = try nearest(place, request, withinMetres: limit)
    if let best = found.first {
      let room = EndResolver.roomMetres(nearest: best.metres)
      let good = found.filter { $0.metres <= best.metres + room }
      return Location(regions: good.map(\.region))
    }
    var reason = NoRoute(.notNearAnything)
    reason.end = end
    reason.nearestMetres = try nearest(place, request, withinMetres: EndResolver.searchMetres).first?.metres
    return Location(reason: reason)
  }

  /// The distances of the nearest ways of regions around a place, nearest first; those far behind the nearest may lack.
  private func nearest(
    _ place: Coordinate, _ request: RouteRequest, withinMetres limit: Double
  ) throws -> [(metres: Double, region: RegionIndex)] {
    var found: [(metres: Double, region: RegionIndex)] = []
    var reach = limit
    for region in map.regions(near: place, withinMetres: limit) {
      let resolver = EndResolver(graph: try map.graph(region), request: request)
      guard let snap = resolver.snaps(place, withinMetres: reach, count: 1).first else { continue }
      found.append((snap.distanceMetres, region))
      reach = min(reach, snap.distanceMetres + EndResolver.reachMetres)
    }
    return found.sorted { ($0.metres, $0.region.rawValue) < ($1.metres, $1.region.rawValue) }
  }
}
