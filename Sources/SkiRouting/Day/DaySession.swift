import SkiGeo

/// A session that answers time-dependent questions about one day on one graph, with hours, waits and states.
///
/// A class for one task: not `Sendable`. The costs of the last profile are cached.
package final class DaySession {
  /// The router of the graph.
  package var router: Router { session.router }
  /// The timetable of the day.
  package let timetable: Timetable
  /// The session without hours on the same graph.
  package let session: RouteSession
  /// The scratch memory of backward searches, created on first use.
  private(set) lazy var backwardSearch = RouteSearch(router.reversed().flat)
  private var prepared: PreparedDay?
  private var preparedWeights: DayWeights?
  /// The number of labels created by the last search over several criteria.
  package internal(set) var labelCount = 0

  /// Creates a session.
  /// - Precondition: The timetable belongs to the router's graph.
  /// - Complexity: O(*n* + *m*).
  package init(_ router: Router, timetable: Timetable) {
    session = RouteSession(router)
    self.timetable = timetable
  }

  /// The number of nodes settled by the last forward search.
  package var settledCount: Int { session.search.settledCount }

  /// Returns the costs of a profile, cached until another profile is used.
  func prepare(_ profile: SkierProfile) -> PreparedDay {
    if let prepared, prepared.profile == profile { return prepared }
    let fresh = PreparedDay(router: router, profile: profile, timetable: timetable)
    (prepared, preparedWeights) = (fresh, nil)
    return fresh
  }

  /// Returns the weighted costs of a day, cached until another profile is used.
  /// - Precondition: The day is the one prepared last.
  func weights(of day: PreparedDay) -> DayWeights {
    if let preparedWeights { return preparedWeights }
    let fresh = DayWeights(day, router: router)
    preparedWeights = fresh
    return fresh
  }
}

/// The costs of one profile on one day.
struct PreparedDay {
  /// The profile of the request.
  let profile: SkierProfile
  /// The costs without timetables, with the features closed all day removed.
  let costs: PreparedCosts
  let timed: TimedCosts
  /// The value of ``FlatGraph/greatestSpeed(milliseconds:)`` without waits.
  let greatestSpeed: Double

  init(router: Router, profile: SkierProfile, timetable: Timetable) {
    self.profile = profile
    var open = profile
    open.closedFeatures.formUnion(timetable.closedFeatures)
    costs = PreparedCosts(router: router, profile: open)
    timed = TimedCosts(model: costs.model, edges: costs.edges, timetable: timetable)
    greatestSpeed = router.flat.greatestSpeed(
      milliseconds: Array(timed.milliseconds.prefix(router.flat.edgeCount)))
  }

  var model: CostModel { costs.model }
}

extension DayTime {
  /// Returns the time as milliseconds since midnight.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a time outside two days.
  func searchMilliseconds() throws -> UInt32 {
    try SkiError.require(
      milliseconds >= 0 && milliseconds <= 172_800_000,
      "time must lie within two days from midnight, got \(milliseconds) ms; give the clock time of the day")
    return UInt32(milliseconds)
  }
}
