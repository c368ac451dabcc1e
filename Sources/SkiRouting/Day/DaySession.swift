import SkiBase

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
  /// The weights of the profile prepared last without its closures.
  private var openWeights: DayWeights?
  /// The criteria of every edge that no profile changes, in the form of labels; nil until first used.
  var criteria: [UInt64]?
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

  /// Returns the costs of a profile, cached until another profile is used; other closures change the cached ones.
  /// - Complexity: As ``PreparedDay/init(router:profile:timetable:)``; for a profile that differs from the last in
  ///   closures alone as ``PreparedDay/init(_:closures:timetable:)``.
  func prepare(_ profile: SkierProfile) -> PreparedDay {
    if let prepared, prepared.profile == profile { return prepared }
    let fresh: PreparedDay
    if let prepared, prepared.profile.equals(exceptClosures: profile) {
      fresh = PreparedDay(prepared, closures: profile.closures, timetable: timetable)
    } else {
      fresh = PreparedDay(router: router, profile: profile, timetable: timetable)
      openWeights = nil
    }
    (prepared, preparedWeights) = (fresh, nil)
    return fresh
  }

  /// Returns the weighted costs of a day, cached until another profile is used.
  /// - Precondition: The day is the one prepared last.
  func weights(of day: PreparedDay) -> DayWeights {
    if let preparedWeights { return preparedWeights }
    let open =
      openWeights
      ?? DayWeights(
        PreparedDay(day, closures: FeatureClosures(), timetable: timetable), router: router)
    let fresh = DayWeights(open, closures: day.model.profile.closures)
    (openWeights, preparedWeights) = (open, fresh)
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
  /// The bound of straight-line speeds without waits, in metres per millisecond.
  let greatestSpeed: Double

  var model: CostModel { costs.model }
}

extension PreparedDay {
  /// Computes the costs of a profile on a day.
  /// - Complexity: O(*n* + *m* + *f*) in nodes, edges and features; the first of a pace as ``BaseCosts``.
  init(router: Router, profile: SkierProfile, timetable: Timetable) {
    var open = profile
    open.closures = timetable.closures
    let costs = PreparedCosts(router: router, profile: open)
    let timed = TimedCosts(model: costs.model, edges: costs.edges, timetable: timetable)
    open.closures = FeatureClosures()
    let day = PreparedDay(
      profile: open, costs: costs, timed: timed, greatestSpeed: timed.greatestSpeed(router.flat))
    self.init(day, closures: profile.closures, timetable: timetable)
  }

  /// Creates the costs of a profile that differs from that of another day in closures alone.
  /// - Complexity: As ``FeatureClosures/edges(in:)`` and ``FeatureClosures/union(_:)``.
  init(_ other: PreparedDay, closures: FeatureClosures, timetable: Timetable) {
    var profile = other.profile
    profile.closures = closures
    self.init(
      profile: profile, costs: PreparedCosts(other.costs, closures: closures.union(timetable.closures)),
      timed: TimedCosts(other.timed, closed: closures.edges(in: other.model.graph)),
      greatestSpeed: other.greatestSpeed)
  }
}

extension DayTime {
  /// Indicates whether the time lies within two days from midnight.
  var isWithinTwoDays: Bool { milliseconds >= 0 && milliseconds <= 172_800_000 }

  /// Returns the time as milliseconds since midnight.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a time outside two days.
  func searchMilliseconds() throws(SkiError) -> UInt32 {
    try SkiError.require(
      isWithinTwoDays,
      "time must lie within two days from midnight, got \(milliseconds) ms; give the clock time of the day")
    return UInt32(milliseconds)
  }
}
