package import SkiAPI
import SkiAnswers
package import SkiBase
package import SkiPeople
package import SkiRouting

/// The time at which a person must leave to be at a place in time, from their own last position and by their own limits.
package struct LeaveByAdvisor: Sendable {
  private let work: MapWork
  private let positions: MapRepository
  private let users: UserService
  private let trips: TripService
  private let now: @Sendable () -> UniversalTime

  /// The greatest time of a way, in milliseconds.
  package static let greatestTravelMilliseconds = 6 * 3_600_000
  /// The precision of the answer, in milliseconds; it is early by this at most.
  package static let precisionMilliseconds = 15_000

  /// Creates an advisor.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane for searches.
  ///   - timeout: The time for an answer, waiting included.
  ///   - lifts: The states that members of trips see; nil for those of everyone.
  ///   - positions: The live positions.
  ///   - users: The profiles.
  ///   - trips: The zones of trips.
  ///   - now: The clock.
  package init(
    keeper: MapKeeper, lane: WorkLane, timeout: Duration, lifts: LiftStatusRepository? = nil,
    positions: MapRepository, users: UserService, trips: TripService,
    now: @escaping @Sendable () -> UniversalTime
  ) {
    work = MapWork(keeper: keeper, lane: lane, timeout: timeout, lifts: lifts)
    (self.positions, self.users, self.trips, self.now) = (positions, users, trips, now)
  }

  /// Returns the latest time at which the person of a request leaves, which may be past; nil when their position is not
  /// known, or there is no way of ``greatestTravelMilliseconds`` on the day of the arrival.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip the person does not belong to, `.unavailable` when positions or the
  ///   store can't be read now or too many questions wait, `.timedOut` beyond the time.
  /// - Complexity: Some ten routes: arrivals don't get earlier with later departures, so that times are halved.
  package func leaveBy(_ request: LeaveByRequest) async throws -> UniversalTime? {
    let own = try await positions.currentUserLocation(of: request.person, in: request.trip)
    guard let start = own?.coordinate else { return nil }
    let zone = try await trips.get(request.trip, as: request.person).zone
    let profile = try await users.get(as: request.person).skier.profile()
    let now = now()
    return try await work.run(in: request.trip) { served in
      let day = TravelDay(of: request.arrival, now: now, served, zone: zone)
      let router = try served.map.service.router(day.schedule, closed: [])
      let question = RouteRequest(
        from: .coordinate(start), to: .coordinate(request.place.coordinate), profile: profile,
        snapLimitMetres: MeetingSearch.snapLimitMetres, objective: .fastest)
      return try Self.latest(question, router, by: day.dayTime(of: request.arrival)).map(day.time)
    }
  }

  /// Returns the latest departure of a route that arrives by a time; nil when there is none.
  package static func latest(
    _ request: RouteRequest, _ router: MapRouter, by deadline: DayTime
  ) throws -> DayTime? {
    // All attempts see one version of the closures.
    let router = try router.at(router.closures)
    func isInTime(_ departure: Int) throws -> Bool {
      let route = try router.route(request, departing: DayTime(milliseconds: departure)).value
      return route?.arrival.map { $0 <= deadline } ?? false
    }
    var (early, late) = (max(0, deadline.milliseconds - greatestTravelMilliseconds), deadline.milliseconds)
    if try isInTime(late) { return deadline }
    guard try isInTime(early) else { return nil }
    while late - early > precisionMilliseconds {
      let middle = (early + late) / 2
      if try isInTime(middle) { early = middle } else { late = middle }
    }
    return DayTime(milliseconds: early)
  }
}
