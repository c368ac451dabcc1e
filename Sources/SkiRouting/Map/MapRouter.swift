import SkiGeo
public import SkiGraph

/// Answers every question about a map on one day: routes, stops, alternatives, homes, reach, meetings, tours, closures.
///
/// It finds the region that all places of a question lie in; a question over two regions is answered by
/// ``NoAnswer/Reason/separateAreas``. A class because what is prepared for a region is kept for all who ask; `Sendable`.
/// Every question looks at the ``WorkLimit`` of its task.
public final class MapRouter: Sendable {
  /// The map.
  public let map: SkiMap
  /// The day that is asked about: hours, waits and states.
  public let schedule: Schedule
  /// What is closed besides, wherever it lies.
  public let closed: [Place]
  private let routers: Locked<[RegionIndex: Router]>
  private let timetables = Locked<[RegionIndex: Timetable]>([:])

  /// Makes a router over a map; nothing is opened yet.
  /// - Parameters:
  ///   - map: The map.
  ///   - schedule: The day; nothing is known of it by default.
  ///   - closed: Places of this map whose lifts and runs are closed; with one of another map every question throws
  ///     ``SkiError`` with code `.invalidArgument`.
  public init(map: SkiMap, schedule: Schedule = Schedule(), closed: [Place] = []) {
    (self.map, self.schedule, self.closed) = (map, schedule, closed)
    routers = Locked([:])
  }

  private init(_ other: MapRouter, schedule: Schedule, closed: [Place]) {
    (map, self.schedule, self.closed) = (other.map, schedule, closed)
    routers = Locked(other.routers.withLock { $0 })
  }

  /// Returns a router for another day over the same map, with what is prepared already.
  public func on(_ schedule: Schedule, closing closed: [Place] = []) -> MapRouter {
    MapRouter(self, schedule: schedule, closed: closed)
  }

  /// Returns the router of a region, kept after it was first made.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  /// - Complexity: O(size of the region) the first time, then O(1).
  package func router(for region: RegionIndex) throws -> Router {
    if let known = routers.withLock({ $0[region] }) { return known }
    let fresh = Router(graph: try map.graph(region))
    routers.withLock { $0[region] = fresh }
    return fresh
  }

  /// Returns a session for the day in a region; it belongs to one task.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  /// - Complexity: As ``router(for:)`` and ``DaySession/init(_:timetable:)``.
  package func day(in region: RegionIndex) throws -> DaySession {
    let router = try router(for: region)
    if let known = timetables.withLock({ $0[region] }) { return DaySession(router, timetable: known) }
    let fresh = Timetable(graph: router.graph, schedule: schedule)
    timetables.withLock { $0[region] = fresh }
    return DaySession(router, timetable: fresh)
  }

  /// Returns the region some places lie in together, the best for the first of them; or why there is none.
  ///
  /// A street between two ski areas lies in the region of each, and that of the other end counts. In a reason, the last place
  /// is the destination, all others starts.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  /// - Complexity: O(*r*) in regions, and a snap in each near a coordinate, for each place.
  package func region(
    of places: [RouteEndpoint], profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> Answer<RegionIndex> {
    for place in closed { try map.check(place.region) }
    var common: [RegionIndex]?
    var reason: NoAnswer?
    for (index, place) in places.enumerated() {
      let end: RouteEnd = index > 0 && index == places.count - 1 ? .destination : .start
      let request = RouteRequest(
        from: place, to: place, profile: profile, snapLimitMetres: snapLimitMetres)
      let location = try locate(request, end)
      reason = reason ?? location.reason
      common = common.map { $0.filter(location.regions.contains) } ?? location.regions
    }
    if let reason { return .noAnswer(reason) }
    return common?.first.map { .answer($0) } ?? .noAnswer(NoAnswer(.separateAreas))
  }

  /// Returns a skier for whom what is closed in a region is closed.
  package func profile(_ profile: SkierProfile, in region: RegionIndex) -> SkierProfile {
    var profile = profile
    profile.closedFeatures.formUnion(closed.features(in: region))
    return profile
  }

  /// Where an end of a request lies: its regions, the nearest first, or why it is nowhere.
  private struct Location {
    var regions: [RegionIndex] = []
    var reason: NoAnswer?
  }

  private func locate(_ request: RouteRequest, _ end: RouteEnd) throws -> Location {
    switch end == .start ? request.from : request.to {
    case .coordinate(let coordinate):
      try EndResolver.check(request)
      return try nearest(coordinate, request, end)
    case .place(let place): return try resolved(request, end, in: place.region)
    case .node:
      try SkiError.require(
        map.regionCount <= 1,
        "node needs a region on a map of \(map.regionCount) regions; ask the region's router")
      return try resolved(request, end, in: map.region(at: 0))
    }
  }

  private func resolved(
    _ request: RouteRequest, _ end: RouteEnd, in region: RegionIndex
  ) throws -> Location {
    switch try EndResolver(graph: map.graph(region), request: request).resolve(end) {
    case .answer: return Location(regions: [region])
    case .noAnswer(let reason): return Location(regions: [region], reason: reason)
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
    var reason = NoAnswer(.notNearAnything)
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
  package func features(in region: RegionIndex) -> Set<FeatureIndex> {
    Set(filter { $0.region == region }.flatMap(\.features))
  }
}
