import SkiBase
package import SkiGraph
package import SkiNavigation
package import SkiRouting

/// An open map with what the questions over it share: names, routers and the map of kinds.
///
/// `Sendable`: any number of threads may use it at once.
package final class MapService: Sendable {
  /// The map.
  package let map: SkiMap
  /// The names of the map.
  package let finder: PlaceFinder
  /// The kinds of map by place.
  package let kinds: MapKindIndex
  private let base: MapRouter
  /// The routers used so far, the most recently used one last; a list since they are few.
  private let routers = Locked<[(key: RouterKey, router: MapRouter)]>([])
  private let routerLimit: Int
  /// The lifts, runs, huts and stations of texts that were asked for; finding a name takes as long as a short route.
  private let ends = Locked<[String: NamedEndpoint]>([:])

  /// The parts of a day in which questions can differ.
  private struct RouterKey: Equatable {
    let schedule: Schedule
    let closed: [String]

    init(_ schedule: Schedule, closed: [String]) {
      var schedule = schedule
      // Only observations of a report depend on the time.
      if schedule.report == nil { schedule.now = nil }
      (self.schedule, self.closed) = (schedule, closed)
    }
  }

  /// Creates the shared parts of a map.
  /// - Parameters:
  ///   - routerLimit: The greatest number of routers of days kept; the least recently used one is dropped first.
  ///   - routerCacheBytes: The greatest number of bytes of the regions that all routers prepare, by an estimate.
  ///   - mapKindCacheBytes: The greatest number of bytes of the kinds of map kept.
  /// - Precondition: `routerLimit > 0`.
  package init(
    map: SkiMap, routerLimit: Int = 32, routerCacheBytes: Int = MapRouter.defaultCacheLimitBytes,
    mapKindCacheBytes: Int = MapKindIndex.defaultCacheLimitBytes
  ) {
    precondition(routerLimit > 0, "router limit must be positive, got \(routerLimit)")
    (self.map, self.routerLimit) = (map, routerLimit)
    finder = PlaceFinder(map: map)
    kinds = MapKindIndex(map: map, cacheLimitBytes: mapKindCacheBytes)
    base = MapRouter(map: map, cacheLimitBytes: routerCacheBytes)
  }

  /// The number of routers kept, for tests.
  package var routerCount: Int { routers.withLock { $0.count } }

  /// Returns the router of a day on which some lifts and runs are closed.
  /// - Parameter closed: The names or ids of the closed lifts and runs.
  /// - Throws: The errors of ``PlaceFinder/place(_:)``.
  /// - Complexity: O(1), besides finding the names on first use.
  package func router(_ schedule: Schedule, closed: [String]) throws -> MapRouter {
    let key = RouterKey(schedule, closed: closed)
    if let known = routers.withLock({ Self.take(key, from: &$0) }) { return known }
    let fresh = base.on(schedule, closing: try closed.map(finder.place))
    return routers.withLock { routers in
      if let known = Self.take(key, from: &routers) { return known }
      if routers.count >= routerLimit { routers.removeFirst() }
      routers.append((key, fresh))
      return fresh
    }
  }

  /// Returns the endpoint of a text.
  /// - Throws: The errors of ``NamedEndpoint/init(_:_:)``.
  /// - Complexity: O(1) for names asked for before, else that of ``PlaceFinder/place(_:)``.
  package func end(_ text: String) throws -> NamedEndpoint {
    if let known = ends.withLock({ $0[text] }) { return known }
    let end = try NamedEndpoint(text, finder)
    if case .place = end.endpoint, text.utf8.count <= Self.keptNameBytes {
      ends.withLock { ends in
        if ends.count >= Self.keptNameCount { ends.removeAll(keepingCapacity: true) }
        ends[text] = end
      }
    }
    return end
  }

  /// The greatest length of a name that is kept.
  private static let keptNameBytes = 100
  /// The greatest number of names kept.
  private static let keptNameCount = 1000

  /// Returns the name of the time zone of an endpoint: of its lift or run, or of the one nearest to a coordinate.
  /// - Returns: A name of the IANA database; nil where the map has none.
  /// - Throws: The errors of ``SkiMap/graph(_:)``.
  package func zone(of endpoint: RouteEndpoint) throws -> String? {
    switch endpoint {
    case .place(let place):
      let graph = try map.graph(place.region)
      guard let first = place.features.first else { return nil }
      return try graph.zone(of: first) ?? map.zone(near: graph.feature(first).start.coordinate)
    case .coordinate(let place): return try map.zone(near: place)
    case .node: return nil
    }
  }

  /// Returns a known router, which becomes the most recently used one.
  private static func take(
    _ key: RouterKey, from routers: inout [(key: RouterKey, router: MapRouter)]
  ) -> MapRouter? {
    guard let index = routers.lastIndex(where: { $0.key == key }) else { return nil }
    let known = routers.remove(at: index)
    routers.append(known)
    return known.router
  }
}
