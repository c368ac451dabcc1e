package import SkiBase

extension DaySession {
  /// Returns every minimal set of relaxed limits that would allow a route; see ``RouteSession/relaxations(_:)``.
  ///
  /// Features closed all day count as closed.
  package func relaxations(
    _ request: RouteRequest
  ) throws(SkiError) -> Answer<[Relaxation]> {
    var request = request
    request.profile.closures = request.profile.closures.union(timetable.closures)
    return try session.relaxations(request)
  }
}
