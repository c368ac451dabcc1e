import SkiGeo

/// Answers questions about one day on one graph, one after the other: hours, waits and states count.
///
/// A class that belongs to one task: not `Sendable`. Its costs are kept while the profile stays the same.
package final class DaySession {
  /// The router whose graph is searched.
  package var router: Router { session.router }
  /// The hours of the day.
  package let timetable: Timetable
  let session: RouteSession
  /// The memory of searches backwards, made by the first.
  private(set) lazy var backwardSearch = RouteSearch(router.reversed().flat)
  private var prepared: PreparedDay?
  private var preparedWeights: DayWeights?
  /// How many partial ways the last search over several criteria kept at least for a while.
  package internal(set) var labelCount = 0

  /// Makes a session. Complexity: O(*n* + *m*).
  /// - Precondition: The timetable is of the router's graph.
  package init(_ router: Router, timetable: Timetable) {
    session = RouteSession(router)
    self.timetable = timetable
  }

  /// How many nodes the last search forwards settled.
  package var settledCount: Int { session.search.settledCount }

  /// Returns the costs of a profile, kept until another profile asks.
  func prepare(_ profile: SkierProfile) -> PreparedDay {
    if let prepared, prepared.profile == profile { return prepared }
    let fresh = PreparedDay(router: router, profile: profile, timetable: timetable)
    (prepared, preparedWeights) = (fresh, nil)
    return fresh
  }

  /// Returns what edges weigh on a day, kept until another profile asks.
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
  /// The profile asked with.
  let profile: SkierProfile
  /// The costs of every hour, with what the timetable closes closed.
  let costs: PreparedCosts
  let timed: TimedCosts
  /// ``FlatGraph/greatestSpeed(milliseconds:)`` without any waits.
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
  /// The moment as searches count, or an error when it is no moment of the day asked about.
  func searchMilliseconds() throws -> UInt32 {
    try SkiError.require(
      milliseconds >= 0 && milliseconds <= 172_800_000,
      "time must lie within two days from midnight, got \(milliseconds) ms; give the clock time of the day")
    return UInt32(milliseconds)
  }
}
