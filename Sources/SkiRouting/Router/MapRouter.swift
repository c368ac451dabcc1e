import SkiGeo
public import SkiGraph

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

  /// Returns the best route by the objective of the request, or why there is none.
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
    let ends = [request.from, request.to]
    switch try region(of: ends, profile: request.profile, snapLimitMetres: request.snapLimitMetres) {
    case .noRoute(let reason): return .noRoute(reason)
    case .answer(let region):
      var request = request
      request.profile.closedFeatures.formUnion(closed.features(in: region))
      return try router(for: region).route(request)
    }
  }

  /// Returns the region some places lie in together, the best for the first of them; or why there is none.
  ///
  /// Ends in different regions are cut off from each other. In a reason, the last place is the destination, all others starts.
  /// - Throws: ``SkiError`` as ``route(_:closing:)``.
  /// - Complexity: O(*r*) in regions, and a snap in each near a coordinate, for each place.
  public func region(
    of places: [RouteEndpoint], profile: SkierProfile, snapLimitMetres: Double = 150
  ) throws -> DayAnswer<RegionIndex> {
    var common: [RegionIndex]?
    var reason: NoRoute?
    for (index, place) in places.enumerated() {
      let end: RouteEnd = index > 0 && index == places.count - 1 ? .destination : .start
      let request = RouteRequest(
        from: place, to: place, profile: profile, snapLimitMetres: snapLimitMetres)
      let location = try locate(request, end)
      reason = reason ?? location.reason
      common = common.map { $0.filter(location.regions.contains) } ?? location.regions
    }
    if let reason { return .noRoute(reason) }
    return common?.first.map { .answer($0) } ?? .noRoute(NoRoute(.cutOff))
  }

  /// Returns a session for one day in a region; it belongs to one task.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  /// - Complexity: As ``router(for:)`` and ``DaySession/init(_:timetable:)``.
  public func day(in region: RegionIndex, schedule: Schedule) throws -> DaySession {
    let router = try router(for: region)
    return DaySession(router, timetable: Timetable(graph: router.graph, schedule: schedule))
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

extension Sequence<Place> {
  /// The lifts and runs of these places that lie in a region.
  public func features(in region: RegionIndex) -> Set<FeatureIndex> {
    Set(filter { $0.region == region }.flatMap(\.features))
  }
}
