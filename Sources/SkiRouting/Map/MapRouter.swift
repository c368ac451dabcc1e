import SkiBase
public import SkiGraph

/// A router for a whole map on one day, the entry point of an app for routes, stops, alternatives, isochrones,
/// meetings, tours and closures.
///
/// It finds the region that all places of a question lie in; places in different regions give
/// `separateAreas`. A class, since the data prepared for each region is shared by all users.
/// `Sendable`: any number of tasks may use it at once. Every question observes the ``WorkLimit`` of its task.
///
/// Lifts and runs may close while questions are asked, see ``close(_:)``: each question sees one version of the
/// closures from beginning to end.
/// ```swift
/// let router = MapRouter(map: map, schedule: Schedule(hours: hours))
/// let request = RouteRequest(from: .place(village), to: .place(top), profile: skier)
/// let answer = try router.route(request, departing: DayTime(hour: 10))
/// ```
public final class MapRouter: Sendable {
  /// The map that the routes lead over.
  public let map: SkiMap
  /// The schedule of the day: hours, waits and states.
  public let schedule: Schedule
  let closureStore: ClosureStore
  /// The prepared regions, shared by the routers of other days and of single versions of the closures.
  private let regions: PreparedRegions
  private let day: PreparedDayNumber

  /// The greatest number of bytes that prepared regions take, by an estimate, unless the initialiser is given another.
  public static let defaultCacheLimitBytes = 512 << 20

  /// Creates a router for a map, without reading any region.
  /// - Parameters:
  ///   - map: The map.
  ///   - schedule: The schedule of the day; empty by default.
  ///   - closed: The places of this map whose lifts and runs are closed at first, as version 0; a place of another
  ///     map makes every question throw ``SkiError`` with code `.invalidArgument`.
  ///   - cacheLimitBytes: The greatest number of bytes that the prepared regions of this router and those made by
  ///     ``on(_:closing:)`` take together, by an estimate; the least recently used region is removed first.
  public init(
    map: SkiMap, schedule: Schedule = Schedule(), closed: [Place] = [],
    cacheLimitBytes: Int = defaultCacheLimitBytes
  ) {
    (self.map, self.schedule) = (map, schedule)
    closureStore = ClosureStore(ClosureState(map: map, places: closed))
    regions = PreparedRegions(limitBytes: cacheLimitBytes)
    day = PreparedDayNumber(regions)
  }

  private init(_ other: MapRouter, schedule: Schedule, closed: [Place]) {
    (map, self.schedule) = (other.map, schedule)
    closureStore = ClosureStore(ClosureState(map: other.map, places: closed))
    regions = other.regions
    day = PreparedDayNumber(regions)
  }

  /// Creates a router of the same day with closures of its own.
  init(_ other: MapRouter, closures: ClosureState) {
    (map, schedule, closureStore) = (other.map, other.schedule, ClosureStore(closures))
    (regions, day) = (other.regions, other.day)
  }

  /// The estimated bytes of the prepared regions of all days.
  package var preparedByteCount: Int { regions.byteCount }

  /// Returns a router for another day on the same map; both share the regions that either prepares.
  ///
  /// Later changes of the closures of one router do not change those of the other.
  /// - Parameters:
  ///   - schedule: The schedule of the day.
  ///   - closed: The places whose lifts and runs are closed at first, instead of those of this router.
  public func on(_ schedule: Schedule, closing closed: [Place] = []) -> MapRouter {
    MapRouter(self, schedule: schedule, closed: closed)
  }

  /// Returns the router of a region, cached after first use.
  /// - Throws: ``SkiError`` with code `.malformedData` for a corrupted region.
  /// - Complexity: O(size of the region) on first use, then O(1).
  package func router(for region: RegionIndex) throws -> Router { try prepared(region).router }

  /// Returns a session for the day in a region, for one task.
  /// - Throws: ``SkiError`` with code `.malformedData` for a corrupted region.
  /// - Complexity: As ``router(for:)`` and ``DaySession/init(_:timetable:)``.
  package func day(in region: RegionIndex) throws -> DaySession {
    let day = try preparedDay(region)
    return DaySession(day.router, timetable: day.timetable)
  }

  /// Calls a closure with a session of a region that no other task uses, without hours.
  /// - Throws: As ``router(for:)``, and the errors of the closure.
  func withSession<Value>(
    in region: RegionIndex, _ body: (RouteSession) throws -> Value
  ) throws -> Value {
    try prepared(region).sessions.use(body)
  }

  /// Calls a closure with a session for the day in a region that no other task uses.
  /// - Throws: As ``router(for:)``, and the errors of the closure.
  package func withDay<Value>(in region: RegionIndex, _ body: (DaySession) throws -> Value) throws -> Value {
    try preparedDay(region).sessions.use(body)
  }

  private func prepared(_ region: RegionIndex) throws -> RegionRouter {
    try map.check(region)
    return try regions.router(region) { RegionRouter(Router(graph: try map.graph(region))) }
  }

  private func preparedDay(_ region: RegionIndex) throws -> RegionDay {
    try map.check(region)
    return try regions.day(region, day.number) {
      let router = try router(for: region)
      return RegionDay(router, timetable: Timetable(graph: router.graph, schedule: schedule))
    }
  }

  /// Returns the region that contains all of some places, the nearest to the first of them, or the reason why there is
  /// none.
  ///
  /// A coordinate may be near several regions; those of the other places decide. In a reason the last place is the
  /// destination, the others are starts.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  /// - Complexity: O(*r*) in regions, and a snap in each near a coordinate, for each place.
  package func region(
    of places: [RouteEndpoint], profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<RegionIndex> {
    try region(of: places.map { ($0, profile) }, snapLimitMetres: snapLimitMetres)
  }

  /// Returns the region that contains all of some places, each found by the profile beside it; see
  /// ``region(of:profile:snapLimitMetres:)``.
  func region(
    of places: [(RouteEndpoint, SkierProfile)], snapLimitMetres: Double
  ) throws -> Answer<RegionIndex> {
    var common: [RegionIndex]?
    var reason: NoAnswer?
    var found: [[RegionIndex]] = []
    for (index, (place, profile)) in places.enumerated() {
      let end: RouteEnd = index > 0 && index == places.count - 1 ? .destination : .start
      let location = try location(
        of: place, as: end, profile: profile, snapLimitMetres: snapLimitMetres)
      reason = reason ?? location.reason
      found.append(location.regions)
      common = common.map { $0.filter(location.regions.contains) } ?? location.regions
    }
    if let reason { return .noAnswer(reason) }
    if let region = common?.first { return .answer(region) }
    return .noAnswer(try separation(of: places.map(\.0), in: found))
  }

  /// Returns the reason why some places have no region in common, with the distance between the first two apart.
  private func separation(of places: [RouteEndpoint], in regions: [[RegionIndex]]) throws -> NoAnswer {
    var reason = NoAnswer(.separateAreas)
    for index in places.indices.dropFirst()
    where !regions[index].contains(where: regions[0].contains) {
      let areas = (regions[0] + regions[index]).uniqued(on: \.self)
      let lacksStreets = try !areas.contains { try map.graph($0).hasStreets() }
      reason.noteDistance(
        from: places[0].coordinate, to: places[index].coordinate, lacksStreets: lacksStreets)
      break
    }
    return reason
  }

  /// The regions of one end of a request, nearest first, or the reason why there is none.
  struct Location {
    var regions: [RegionIndex] = []
    var reason: NoAnswer?
  }

  /// Returns the regions of a place as an end of a request.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  func location(
    of place: RouteEndpoint, as end: RouteEnd, profile: SkierProfile, snapLimitMetres: Double
  ) throws -> Location {
    try locate(
      RouteRequest(from: place, to: place, profile: profile, snapLimitMetres: snapLimitMetres), end)
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
        "node needs a region on a map of \(map.regionCount) regions; use the router of its region")
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

  /// Returns whether a coordinate is near paths that are snow-covered and may not be walked.
  private func isNearSnowCovered(
    _ place: Coordinate, _ request: RouteRequest, withinMetres limit: Double
  ) throws -> Bool {
    var walker = request
    walker.profile.allowsSnowCovered = true
    return try !request.profile.allowsSnowCovered
      && !nearest(place, walker, withinMetres: limit).isEmpty
  }

  /// Returns the regions whose network is within the snap limit of a coordinate, nearest first, as
  /// ``RequestEnds/candidates(_:_:_:)``.
  private func nearest(_ place: Coordinate, _ request: RouteRequest, _ end: RouteEnd) throws -> Location {
    let limit = min(request.snapLimitMetres, EndResolver.greatestLimitMetres)
    let found = try nearest(place, request, withinMetres: limit)
    if let best = found.first {
      let good = found.filter { $0.metres <= best.metres + EndResolver.reachMetres }
      return Location(regions: good.map(\.region))
    }
    if try isNearSnowCovered(place, request, withinMetres: limit) {
      var reason = NoAnswer(.onlySnowCovered)
      reason.end = end
      return Location(reason: reason)
    }
    var reason = NoAnswer(.notNearAnything)
    reason.end = end
    reason.nearestMetres = try nearest(place, request, withinMetres: EndResolver.searchMetres).first?.metres
    if reason.nearestMetres == nil { reason.swappedCoordinate = map.swapped(place) }
    return Location(reason: reason)
  }

  /// Returns the distances from a coordinate to the networks of regions, nearest first; regions much farther than the
  /// nearest may be missing.
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
  /// Returns the features of the places in a region.
  package func features(in region: RegionIndex) -> Set<FeatureIndex> {
    Set(filter { $0.region == region }.flatMap(\.features))
  }
}
