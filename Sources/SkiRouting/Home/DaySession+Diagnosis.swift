import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the reason why there is no time-dependent route: it is too late, or there is none at any time.
  func diagnose(
    _ start: ResolvedEnd, _ destination: ResolvedEnd, _ day: PreparedDay
  ) throws -> NoAnswer {
    guard try session.hasPath(from: start, to: destination, day.costs) else {
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
