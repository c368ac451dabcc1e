import SkiGeo

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
}
