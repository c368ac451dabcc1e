import SkiGeo

extension DaySession {
  /// Finds out why there is no route by the clock: it is too late for one there is, or there is none at any hour.
  func diagnose(
    _ start: ResolvedEnd, _ destination: ResolvedEnd, _ day: PreparedDay
  ) throws -> NoAnswer {
    guard try session.pieces(from: start, to: destination, day.costs, .aStar) != nil else {
      return try session.diagnose(day.model.profile, start, destination)
    }
    var reason = NoAnswer(.tooLate)
    let departures = try latestDepartures(to: destination, profile: day.profile)
    reason.latestDeparture = lastMoment(from: start, in: departures, day).map {
      DayTime(milliseconds: Int($0))
    }
    return reason
  }
}
