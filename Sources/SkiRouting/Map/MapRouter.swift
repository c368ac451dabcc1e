public import SkiBase
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

  /// Returns the times of the fastest routes from each source to each destination, whatever the schedule.
  ///
  /// A pair has the time of ``route(_:)`` with the objective ``RouteObjective/fastest``. Pairs without a route within the
  /// limits, in different regions or with an end that is not on the network have no time.
  ///
  /// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies"; Delling, Goldberg and
  /// Werneck 2011, "Faster batched shortest paths in road networks".
  /// - Parameters:
  ///   - sources: The starts, by coordinate or place (by node only on a map of one region); nil for a row without times.
  ///   - destinations: The destinations, likewise; nil for a column without times.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  /// - Throws: ``SkiError`` as ``route(_:)``; with code `.limitExceeded` above ``RouteMatrix/greatestPairCount`` pairs.
  /// - Complexity: O(*s* · (*a* + *d*)) over all processors in *s* sources, *d* destinations and the *a* arcs of the region's hierarchy,
  ///   which are about 2.3 for each node; the hierarchy is computed on first use, in O(*n* log *n*) on ski networks.
  public func matrix(
    from sources: [RouteEndpoint?], to destinations: [RouteEndpoint?], profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> RouteMatrix {
    let pairs = sources.count.multipliedReportingOverflow(by: destinations.count)
    guard !pairs.overflow, pairs.partialValue <= RouteMatrix.greatestPairCount else {
      throw SkiError(
        .limitExceeded,
        "a matrix of \(sources.count) × \(destinations.count) has more than \(RouteMatrix.greatestPairCount) pairs; "
          + "ask for parts of it")
    }
    let closures = try checkedClosures()
    let starts = try matrixPlaces(sources, as: .start, profile, snapLimitMetres)
    let ends = try matrixPlaces(destinations, as: .destination, profile, snapLimitMetres)
    let matrix = Locked(
      RouteMatrix(sourceReasons: starts.map(\.reason), destinationReasons: ends.map(\.reason)))
    let identities = Dictionary((sources + destinations).enumerated().map { ($1, $0) }) { first, _ in first }
    for region in Set(starts.flatMap(\.positions).map(\.region)) {
      var profile = profile
      profile.close(closures, in: region)
      let rows = Self.ends(starts, of: sources, in: region, identities)
      let columns = Self.ends(ends, of: destinations, in: region, identities)
      guard !columns.isEmpty else { continue }
      let search = try MatrixSearch(
        router(for: region), profile: profile, sources: rows, destinations: columns)
      let numbers = columns.map(\.number)
      try search.forEachRow { source, times in
        matrix.withLock { matrix in
          // A source of one region shares it with every destination there.
          if starts[source.number].positions.count == 1 {
            matrix.set(times, from: source.number, to: numbers)
            return
          }
          for (column, time) in zip(columns, times)
          where starts[source.number].region(with: ends[column.number]) == region {
            matrix.set(time, from: source.number, to: column.number)
          }
        }
      }
    }
    return matrix.withLock { $0 }
  }

  /// Returns the ends of one side in a region.
  private static func ends(
    _ places: [MatrixPlace], of endpoints: [RouteEndpoint?], in region: RegionIndex,
    _ identities: [RouteEndpoint?: Int]
  ) -> [MatrixEnds.End] {
    places.indices.compactMap { number in
      places[number].end(in: region).map {
        MatrixEnds.End(number: number, resolved: $0, identity: identities[endpoints[number]] ?? number)
      }
    }
  }
}

/// The closures of a router, which change while questions are asked.
///
/// Each change makes a new version. A question sees one version from its first edge to its last, and the next question
/// sees every change that was made before it. Those who need several answers of one version ask a router of it:
/// ```swift
/// try router.close([lift])
/// let closures = router.closures
/// let fixed = try router.at(closures)
/// let (there, back) = (try fixed.route(outward), try fixed.route(homeward))
/// print("by version \(closures.version) of the closures")
/// ```
extension MapRouter {
  /// The present closures with their version.
  public var closures: ClosureState { closureStore.state }

  /// The present closures, then the newest after each change; a slow consumer receives the newest only.
  ///
  /// An iteration ends when its task is cancelled or the router is released.
  public var closureStates: LatestValues<ClosureState> { closureStore.states }

  /// The places closed at present besides those of the schedule.
  public var closed: [Place] { closures.places }

  /// Returns a router of one version of the closures, which shares all prepared data.
  ///
  /// Later changes of the closures of one router do not change those of the other.
  /// - Parameter closures: Closures of a router of this map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for closures of another map.
  public func at(_ closures: ClosureState) throws(SkiError) -> MapRouter {
    try SkiError.require(
      closures.map == map.id, "closures belong to another map; take those of a router of this map")
    return MapRouter(self, closures: closures)
  }

  /// Closes the lifts and runs of places for all questions asked from now on.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when all are closed already.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a place of another map or a feature that its region does
  ///   not have; `.malformedData`, `.inputOutput` or `.limitExceeded` when a region cannot be read. The closures are
  ///   then unchanged.
  /// - Complexity: O(*f* + *l* + *m* / 64) in closed features, links of those that close, and edges of their regions,
  ///   which are read on first use.
  @discardableResult
  public func close(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.closing(places) }
  }

  /// Reopens the lifts and runs of places for all questions asked from now on; those that the schedule closes stay
  /// closed.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when none is closed.
  /// - Throws: ``SkiError`` as ``close(_:)``.
  /// - Complexity: As ``close(_:)``.
  @discardableResult
  public func reopen(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.reopening(places) }
  }

  /// Closes the lifts and runs of places and reopens all others, in one version.
  /// - Parameter places: Places of this map.
  /// - Returns: The version of the closures; it does not change when just these features are closed already.
  /// - Throws: ``SkiError`` as ``close(_:)``.
  /// - Complexity: As ``close(_:)``.
  @discardableResult
  public func setClosed(_ places: [Place]) throws -> Int {
    let places = try CheckedPlaces(places, on: map)
    return closureStore.change { $0.replacing(with: places) }
  }

  /// Returns a profile with the present closures of a region added.
  package func profile(_ profile: SkierProfile, in region: RegionIndex) -> SkierProfile {
    var profile = profile
    profile.close(closures, in: region)
    return profile
  }

  /// Returns the closures that a question sees.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the router was created with places of another map.
  func checkedClosures() throws(SkiError) -> ClosureState {
    let closures = closures
    if let region = closures.foreignRegion { try map.check(region) }
    return closures
  }
}

extension SkierProfile {
  /// Adds the closures of a region.
  mutating func close(_ state: ClosureState, in region: RegionIndex) {
    closures = closures.union(state.closures(in: region))
  }
}
