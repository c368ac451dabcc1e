package import SkiAPI
import SkiAnswers
package import SkiBase
package import SkiPeople
import SkiRouting

/// The search for meeting places on the served map, from what people share with the one who asks.
///
/// A person counts by the exact position or the cell that they share with the asker, the asker by their own position. Those who
/// share only their ski area or nothing are missing. The answer holds no position.
package struct MapMeetingSuggester: MeetingSuggester {
  private let work: MapWork
  private let positions: MapRepository
  private let users: UserService
  private let trips: TripService
  private let now: @Sendable () -> UniversalTime

  /// The side of the largest cell whose centre stands for a position, in metres.
  package static let greatestCellMetres = 2000
  /// The time before the meeting from which people are on the way, in seconds.
  package static let greatestTravelSeconds = 7200.0

  /// Creates a search.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane for searches.
  ///   - timeout: The time for a search, waiting included.
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

  package func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion? {
    let places = try await coordinates(of: request)
    guard places.count > 1 else { return nil }
    let zone = try await trips.get(request.trip, as: request.asker).zone
    let skiers = try await users.skiers(of: Array(places.keys))
    // The asker comes first, whose region counts among equals.
    let order = [request.asker] + places.keys.sorted().filter { $0 != request.asker }
    let people = try order.compactMap { user in
      try places[user].map { place in
        MeetingSearch.Person(
          user: user, coordinate: place, profile: try (skiers[user] ?? SkierWords()).profile())
      }
    }
    let now = now()
    let found = try await work.run(in: request.trip) { served in
      try Self.search(for: request.time, now: now, served, zone).place(for: people)
    }
    return found.map { found in
      MeetingSuggestion(
        place: found.place, missing: request.people.filter { !found.people.contains($0) })
    }
  }

  /// Returns the search of the day of the meeting: of today, people are on the way from now.
  private static func search(
    for time: UniversalTime?, now: UniversalTime, _ served: ServedMap, _ zone: TimeZoneName
  ) throws -> MeetingSearch {
    let day = TravelDay(of: time ?? now, now: now, served, zone: zone)
    let start = time.map { max(now, $0.advanced(bySeconds: -greatestTravelSeconds)) } ?? now
    return MeetingSearch(
      router: try served.map.service.router(day.schedule, closed: []),
      departure: max(DayTime(milliseconds: 0), day.dayTime(of: start)), latest: time.map(day.dayTime))
  }

  /// Returns the coordinates by which people count.
  private func coordinates(of request: MeetingRequest) async throws -> [UserID: Coordinate] {
    let others = Set(request.people).subtracting([request.asker])
    var places: [UserID: Coordinate] = [:]
    for location in try await positions.locations(
      of: others, in: request.trip, as: .member(request.asker))
    {
      places[location.user] = Self.coordinate(location)
    }
    guard request.people.contains(request.asker) else { return places }
    places[request.asker] = try await positions.currentUserLocation(of: request.asker, in: request.trip)?
      .coordinate
    return places
  }

  private static func coordinate(_ location: SharedLocation) -> Coordinate? {
    switch location.detail {
    case .exact(let exact): exact.coordinate
    case .cell(let cell): cell.sideMetres <= greatestCellMetres ? cell.centre : nil
    case .area: nil
    }
  }
}
