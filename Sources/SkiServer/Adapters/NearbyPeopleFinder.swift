package import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
package import SkiPeople
import SkiRouting

/// The people near a member of a trip by the member's preferences, among those who share their position with them.
///
/// Metres are straight ones. Minutes are those of skiing and lifts by the member's limits without hours and states, or of a
/// straight walk of 80 m a minute, for people off the network. Only identifiers leave; people who show only their ski area are
/// not near.
package struct NearbyPeopleFinder: Sendable {
  private let work: MapWork
  private let positions: MapRepository
  private let users: UserService
  private let favourites: FavouritesRepository

  /// The distance that is walked in a minute, in metres.
  package static let walkedMetres = 80.0
  /// The straight distance that is skied or ridden in a minute at most, in metres.
  package static let greatestMetres = 1000.0

  /// Creates a finder.
  /// - Parameters:
  ///   - keeper: The served map and states.
  ///   - lane: The lane for searches.
  ///   - timeout: The time for an answer, waiting included.
  ///   - positions: The live positions.
  ///   - users: The profiles.
  ///   - favourites: The preferences.
  package init(
    keeper: MapReloader, lane: WorkLane, timeout: Duration, positions: MapRepository, users: UserService,
    favourites: FavouritesRepository
  ) {
    work = MapWork(keeper: keeper, lane: lane, timeout: timeout)
    (self.positions, self.users, self.favourites) = (positions, users, favourites)
  }

  /// Returns the people near a member, at most 200; none when the member's own position is not known.
  /// - Throws: ``SkiError`` with code `.notFound` for a trip the user does not belong to, `.unavailable` when positions or the
  ///   store can't be read now or too many questions wait, `.timedOut` beyond the time.
  /// - Complexity: One search for minutes.
  package func people(near user: UserID, in trip: TripID) async throws -> Set<UserID> {
    switch try await favourites.nearby(as: user) {
    case .metres(let metres): return Set(try await coordinates(within: metres, of: user, trip).keys)
    case .minutes(let minutes): return try await people(within: minutes, of: user, trip)
    }
  }

  private func people(within minutes: Double, of user: UserID, _ trip: TripID) async throws -> Set<UserID> {
    let location = try await positions.currentUserLocation(of: user, in: trip)
    guard let own = location?.coordinate else { return [] }
    let others = try await coordinates(
      within: min(LocationsShown.greatestMetres, minutes * Self.greatestMetres), of: user, trip)
    let walked = others.filter { own.distanceMetres(to: $0.value) <= minutes * Self.walkedMetres }
    guard walked.count < others.count else { return Set(walked.keys) }
    let profile = try await users.get(as: user).skier.profile()
    let skied = try await work.run { served in
      try Self.people(others, within: minutes, of: own, profile, served)
    }
    return skied.union(walked.keys)
  }

  /// Returns the coordinates of people within a distance, without those who show only their ski area.
  private func coordinates(
    within metres: Double, of user: UserID, _ trip: TripID
  ) async throws -> [UserID: Coordinate] {
    let near = try await positions.locations(
      in: trip, as: .member(user), showing: .near(metres: metres, most: LocationsShown.greatestCount))
    return Dictionary(
      near.compactMap { location in location.coordinate.map { (location.user, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the people within a travel time.
  private static func people(
    _ people: [UserID: Coordinate], within minutes: Double, of own: Coordinate, _ profile: SkierProfile,
    _ served: ServedMap
  ) throws -> Set<UserID> {
    let router = try served.map.service.router(Schedule(), closed: [])
    guard let region = try router.region(of: [.coordinate(own)], profile: profile).value else { return [] }
    var options = NearbyOptions()
    (options.kinds, options.limit) = ([.person], people.count)
    (options.greatestMinutes, options.unreachable) = (minutes, .leftOut)
    let finder = NearbyFinder(
      router: try router.router(for: region), profile: router.profile(profile, in: region), options: options)
    for (user, coordinate) in people {
      finder.set(NearbyPosition(place: nil, coordinate: coordinate), of: TravellerID(user.rawValue))
    }
    finder.move(to: NearbyPosition(place: nil, coordinate: own))
    _ = try finder.refresh()
    return Set(
      finder.list.entries.compactMap { entry -> UserID? in
        guard case .person(let traveller) = entry.id else { return nil }
        return try? UserID(traveller.rawValue)
      })
  }
}
