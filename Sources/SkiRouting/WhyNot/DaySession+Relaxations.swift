extension DaySession {
  /// Returns every smallest set of concessions that would open a way at some hour; see ``RouteSession/relaxations(_:limits:)``.
  ///
  /// What the day closes counts as closed.
  package func relaxations(
    _ request: RouteRequest
  ) throws -> Answer<[Relaxation]> {
    var request = request
    request.profile.closedFeatures.formUnion(timetable.closedFeatures)
    return try session.relaxations(request)
  }
}
