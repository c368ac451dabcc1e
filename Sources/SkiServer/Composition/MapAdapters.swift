import Logging
package import SkiAPI
import SkiAnswers
package import SkiBase
package import SkiGraph
package import SkiPeople
package import SkiRouting

/// The functions that connect the trip services of a server with its map and states, on threads of their own.
///
/// A shared object; `Sendable`.
final class MapAdapters: Sendable {
  private let parts: ServerComposition.Parts
  private let environment: SkiEnvironment
  private let lifts: LiftStatusRepository
  private let closures: LiftClosureReporter
  private let users: UserService
  private let trips: TripService
  private let favourites: FavouritesRepository
  /// The lane of searches that people wait for.
  private let quick: WorkLane
  /// The lane of recordings and renewals, one after the other, so that most of the machine is left to requests.
  private let slow: WorkLane
  private let state: Locked<State>

  private struct State {
    var map: SkiMap
    var areas: AreaLifts?
    var report: StatusReport?
  }

  private static let quickTimeout = Duration.seconds(10)
  private static let slowTimeout = Duration.seconds(600)

  /// Creates the adapters and their lanes; the names of the map are read by ``start()``.
  init(
    _ parts: ServerComposition.Parts, environment: SkiEnvironment, store: TripsStore,
    lifts: LiftStatusRepository
  ) {
    (self.parts, self.environment, self.lifts) = (parts, environment, lifts)
    closures = LiftClosureReporter(notices: LiftNoticeService(store))
    (users, trips, favourites) = (UserService(store), TripService(store), FavouritesRepository(store))
    quick = WorkLane(
      name: "trips", width: 1, waitingLimit: ServerLimits.longWaiting,
      searchBytes: parts.limits.longSearchBytes)
    slow = WorkLane(
      name: "days", width: 1, waitingLimit: ServerLimits.longWaiting,
      searchBytes: parts.limits.longSearchBytes)
    state = Locked(State(map: parts.keeper.served.map.map))
  }

  /// Ends the lanes.
  func close() {
    quick.close()
    slow.close()
  }

  // MARK: Questions

  /// The functions that events need, with what follows their changes.
  func eventEnvironment(follower: EventFollower) -> EventEnvironment {
    let (keeper, now, positions) = (parts.keeper, parts.clock.now, environment.positions)
    let near = NearbyPeopleFinder(
      keeper: keeper, lane: quick, timeout: Self.quickTimeout, positions: positions, users: users,
      favourites: favourites)
    let advisor = LeaveByAdvisor(
      keeper: keeper, lane: quick, timeout: Self.quickTimeout, lifts: lifts, positions: positions,
      users: users, trips: trips, now: now)
    return EventEnvironment(
      near: { user, trip in try await near.people(near: user, in: trip) },
      suggester: MapMeetingSuggester(
        keeper: keeper, lane: quick, timeout: Self.quickTimeout, lifts: lifts, positions: positions,
        users: users, trips: trips, now: now),
      leaveBy: { request in try await advisor.leaveBy(request) }, follower: follower)
  }

  /// The function that matches recorded days.
  func matching() -> DayMatcher.Matching {
    RecordingMatcher(keeper: parts.keeper, lane: slow, timeout: Self.slowTimeout, limits: parts.limits)
      .matching
  }

  // MARK: Map and states

  /// The states of feeds and appointed people, to be served to everyone.
  func status() -> ServedStatus? {
    let current = lifts.current
    return ServedStatus(id: current.id, report: current.report)
  }

  /// Reads the lifts and runs of the first map.
  func start() async { await read(state.withLock { $0.map }) }

  /// Follows another map: its names, and the meeting points of events.
  func follow(_ map: SkiMap, events: EventService) async {
    let old = state.withLock { state in
      defer { state.map = map }
      return state.map
    }
    await read(map)
    let finder = MeetingPointFinder(from: old, to: map, lane: slow, timeout: Self.slowTimeout)
    do {
      let renewal = try await events.renewMeetingPoints { try await finder.find($0) }
      parts.log.info(
        "meeting points are renewed",
        metadata: ["changed": .stringConvertible(renewal.changed), "gone": .stringConvertible(renewal.gone)])
    } catch {
      parts.log.warning("meeting points can't be renewed", metadata: ["error": "\(Problem(any: error).code)"])
    }
  }

  /// Follows other states, nil where nothing is said: members of trips get notices of closed lifts.
  func follow(_ report: StatusReport?) async {
    // A lift that closes after nothing was said has closed: no states are other than no report before.
    let report = report ?? StatusReport()
    let (old, areas) = state.withLock { state in
      defer { state.report = report }
      return (state.report, state.areas)
    }
    guard let areas else { return }
    do {
      _ = try await closures.report(from: old, to: report, areas)
    } catch {
      parts.log.warning(
        "notices of closed lifts can't be written", metadata: ["error": "\(Problem(any: error).code)"])
    }
  }

  private func read(_ map: SkiMap) async {
    do {
      let (names, areas) = try await slow.run(timeout: Self.slowTimeout) {
        (try LiftNames(of: map), try AreaLifts(of: map))
      }
      lifts.setNames(names)
      state.withLock { $0.areas = areas }
    } catch {
      parts.log.warning(
        "the lifts of the map can't be read", metadata: ["error": "\(Problem(any: error).code)"])
    }
  }
}

/// The notices of closed lifts to the members of the trips that are on now in their ski areas.
package struct LiftClosureReporter: Sendable {
  private let notices: LiftNoticeService

  /// Creates a reporter over a service of notices.
  package init(notices: LiftNoticeService) { self.notices = notices }

  /// Enqueues notices of the lifts that closed between two reports, in one transaction for each trip.
  ///
  /// Several servers may report the same: a recipient has one notice of a lift and time.
  /// - Returns: The number of notices that are new.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be used now; it may be repeated.
  /// - Complexity: O(*t*) in the trips that are on now, in pages, when a lift closed; else O(*n*) in the entries.
  @discardableResult
  package func report(from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts) async throws -> Int {
    guard !LiftClosures.lifts(from: old, to: new, areas).isEmpty else { return 0 }
    var (count, last): (Int, TripAreas?) = (0, nil)
    while true {
      let page = try await notices.tripsOn(after: last?.trip)
      guard let end = page.last else { return count }
      var lifts: [TripID: [ClosedLift]] = [:]
      for closure in LiftClosures.of(from: old, to: new, areas, trips: page) {
        for trip in closure.trips { lifts[trip, default: []].append(closure.lift) }
      }
      for trip in page.map(\.trip) {
        if let closed = lifts[trip] { count += try await notices.announce(closed, to: trip) }
      }
      last = end
    }
  }
}

/// A lift that closed, and the trips to whose ski areas it belongs.
package struct LiftClosure: Sendable, Hashable {
  /// The lift with the time at which it was seen closed.
  package var lift: ClosedLift
  /// The trips, in the order in which they were given.
  package var trips: [TripID]
}

/// The lifts that closed between two reports.
package enum LiftClosures {
  /// Returns the lifts that went from open or scheduled to closed or hold, in the order of the new report.
  ///
  /// A lift that the old report does not have was scheduled. A state without the time of its observation is none. Without an
  /// old report nothing is known to have changed.
  /// - Complexity: O(*n*) in the entries.
  package static func lifts(
    from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts
  ) -> [ClosedLift] {
    guard let old else { return [] }
    let (before, after) = (states(old, areas), states(new, areas))
    var (found, seen): ([ClosedLift], Set<SourceID>) = ([], [])
    for status in new.features {
      for lift in areas.lifts(of: status.key) where seen.insert(lift).inserted {
        guard let now = after[lift], isClosed(now), let time = now.observedAt,
          before[lift].map(isClosed) != true
        else { continue }
        found.append(ClosedLift(lift: lift, seen: time))
      }
    }
    return found
  }

  /// Returns the lifts that closed with the trips concerned; lifts of no trip are left out.
  /// - Complexity: O(*n*) in the entries, and O(lifts · trips).
  package static func of(
    from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts, trips: [TripAreas]
  ) -> [LiftClosure] {
    lifts(from: old, to: new, areas).compactMap { lift in
      let concerned = Set(areas.areas(of: lift.lift))
      let found = trips.filter { !concerned.isDisjoint(with: $0.areas) }.map(\.trip)
      return found.isEmpty ? nil : LiftClosure(lift: lift, trips: found)
    }
  }

  /// Returns the last state of each lift, as questions use it.
  private static func states(_ report: StatusReport, _ areas: AreaLifts) -> [SourceID: FeatureStatus] {
    var states: [SourceID: FeatureStatus] = [:]
    for status in report.features {
      for lift in areas.lifts(of: status.key) { states[lift] = status }
    }
    return states
  }

  private static func isClosed(_ status: FeatureStatus) -> Bool {
    status.observedAt != nil && status.state.stops
  }
}

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
    keeper: MapReloader, lane: WorkLane, timeout: Duration, lifts: LiftStatusRepository? = nil,
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
