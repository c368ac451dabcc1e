import SkiBase
import SkiGraph

/// The prepared regions of a map, up to a number of bytes, shared by the routers of all days.
///
/// A shared object; `Sendable`. When memory is short, the least recently used region is removed with all its days;
/// questions under way keep what they use.
final class PreparedRegions: Sendable {
  /// A region on a day; days are numbered by ``newDay()``.
  private struct DayKey: Hashable {
    let region: RegionIndex
    let day: UInt64
  }

  private struct State {
    var routers: BoundedCache<RegionIndex, RegionRouter>
    var days: BoundedCache<DayKey, RegionDay>
    var dayCount: UInt64 = 0
  }

  private let state: Locked<State>

  /// Creates an empty collection.
  /// - Parameter limitBytes: The greatest number of bytes, by the estimate; a region in use stays even if it is larger.
  init(limitBytes: Int) {
    // Timetables take a fraction of what routers do, but there is one for each day.
    let days = limitBytes / 4
    state = Locked(
      State(
        routers: BoundedCache(limitBytes: limitBytes - days), days: BoundedCache(limitBytes: days)))
  }

  /// Returns the number of another day.
  func newDay() -> UInt64 {
    state.withLock { state in
      state.dayCount += 1
      return state.dayCount
    }
  }

  /// The estimated bytes of all regions and days.
  var byteCount: Int { state.withLock { $0.routers.byteCount + $0.days.byteCount } }

  /// Returns a region, made by a closure when it is not kept; concurrent callers may both make it, one result is kept.
  /// - Throws: The errors of the closure.
  func router(_ region: RegionIndex, make: () throws -> RegionRouter) throws -> RegionRouter {
    if let known = state.withLock({ $0.routers.value(of: region) }) { return known }
    let fresh = try make()
    return state.withLock { state in
      if let known = state.routers.value(of: region) { return known }
      let removed = state.routers.insert(fresh, of: region, bytes: fresh.byteCount)
      if !removed.isEmpty {
        let gone = Set(removed)
        state.days.removeAll { gone.contains($0.region) }
      }
      return fresh
    }
  }

  /// Returns a region on a day, made by a closure when it is not kept; see ``router(_:make:)``.
  /// - Throws: The errors of the closure.
  func day(_ region: RegionIndex, _ day: UInt64, make: () throws -> RegionDay) throws -> RegionDay {
    let key = DayKey(region: region, day: day)
    if let known = state.withLock({ Self.known(key, in: &$0) }) { return known }
    let fresh = try make()
    return state.withLock { state in
      if let known = Self.known(key, in: &state) { return known }
      // Without its router the day would keep a region alive that is not counted.
      if state.routers.value(of: region) != nil { state.days.insert(fresh, of: key, bytes: fresh.byteCount) }
      return fresh
    }
  }

  /// Removes the regions of a day of which no router is left.
  func removeDay(_ day: UInt64) { state.withLock { $0.days.removeAll { $0.day == day } } }

  private static func known(_ key: DayKey, in state: inout State) -> RegionDay? {
    guard let day = state.days.value(of: key) else { return nil }
    _ = state.routers.value(of: key.region)
    return day
  }
}

/// The number of a day, whose regions are removed with the last router of that day.
final class PreparedDayNumber: Sendable {
  let number: UInt64
  private let regions: PreparedRegions

  init(_ regions: PreparedRegions) { (number, self.regions) = (regions.newDay(), regions) }

  deinit { regions.removeDay(number) }
}

/// The router of one region with the sessions that tasks use in turn.
///
/// There are as many sessions as tasks have asked at once.
final class RegionRouter: Sendable {
  let router: Router
  let sessions: ObjectPool<RouteSession>

  /// Creates the pool, without a session.
  init(_ router: Router) {
    self.router = router
    sessions = ObjectPool { RouteSession(router) }
  }

  /// An estimate of the memory in bytes: the graph, and what searches of every kind on each core come to keep.
  var byteCount: Int { router.graph.storage.byteCount + MemoryEstimate.router.bytes(router.graph) }
}

/// The timetable of one region on one day with the sessions that tasks use in turn.
final class RegionDay: Sendable {
  let router: Router
  let timetable: Timetable
  let sessions: ObjectPool<DaySession>

  /// Creates the pool, without a session.
  init(_ router: Router, timetable: Timetable) {
    (self.router, self.timetable) = (router, timetable)
    sessions = ObjectPool { DaySession(router, timetable: timetable) }
  }

  /// An estimate of the memory in bytes besides that of the region's router.
  var byteCount: Int { MemoryEstimate.day.bytes(router.graph) }
}

/// An estimate of the memory that searches in a region keep, by nodes and edges.
///
/// An assumption, not a measurement: routers keep hierarchies, costs of profiles and scratch memory when they are first
/// needed, so that what a region takes is not known when it is added.
private struct MemoryEstimate {
  /// The bytes for each node, whatever is asked.
  let perNode: Int
  /// The bytes for each node and each core, for the scratch memory of sessions.
  let perNodeAndCore: Int

  static let router = MemoryEstimate(perNode: 900, perNodeAndCore: 100)
  static let day = MemoryEstimate(perNode: 100, perNodeAndCore: 150)

  func bytes(_ graph: RoutingGraph) -> Int {
    graph.nodeCount * (perNode + perNodeAndCore * WorkerThreads.available)
  }
}
