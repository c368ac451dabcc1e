import SkiBase
import SkiGraph

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
