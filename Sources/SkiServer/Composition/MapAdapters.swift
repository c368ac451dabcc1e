import Logging
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

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
      name: "trips", width: 1, waitingLimit: parts.limits.longWaiting,
      searchBytes: parts.limits.longSearchBytes)
    slow = WorkLane(
      name: "days", width: 1, waitingLimit: parts.limits.longWaiting,
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
