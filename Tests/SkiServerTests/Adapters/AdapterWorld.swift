import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiSQLite
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiServer

/// The trip services, live sharing and a drawn map in one process, at ten o'clock in the morning.
final class AdapterWorld: Sendable {
  static let milliseconds: Int64 = 1_700_042_400_000
  static let now = UniversalTime(milliseconds: milliseconds)

  let mountain: DrawnMountain
  let keeper: MapReloader
  let lane = WorkLane(name: "test", width: 1, waitingLimit: 64)
  let store: TripsStore
  let users: UserService
  let trips: TripService
  let favourites: FavouritesRepository
  let sharing: SkiEnvironment
  private let storage: SharingStorage
  private let logins: LoginService
  private let folder: ScratchFolder

  static let timeout = Duration.seconds(3600)

  /// Calls a body with a world whose store is closed afterwards.
  static func use(_ body: (AdapterWorld) async throws -> Void) async throws {
    let driver = try SQLiteDriver.inMemory(options: SQLiteDriver.Options(clock: { milliseconds }))
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(try await AdapterWorld(driver)))
    } catch {
      result = .failure(error)
    }
    await driver.close()
    try result.get()
  }

  private init(_ driver: any SQLDriver) async throws {
    let clock = TimeSource(
      now: { Self.now }, monotonicMilliseconds: { Self.milliseconds },
      sleep: { _ in
        try Task.checkCancellation()
        await Task.yield()
      })
    mountain = try DrawnMountain()
    folder = ScratchFolder()
    let path = folder.path + "/mountain.skimap"
    try mountain.contents.write(toFile: path)
    keeper = try MapReloader(mapPath: path, statusPath: nil, archives: [:], now: { Self.now })
    store = try await TripsStore.open(TripsEnvironment(driver: driver, clock: clock))
    users = UserService(store)
    trips = TripService(store)
    favourites = FavouritesRepository(store)
    logins = LoginService(
      store, sessions: SessionService(store, signer: UnsignedTokens()),
      methods: LoginMethods(telegram: nil, openID: nil, development: DevelopmentLogin()))
    storage = try await SharingStorage.sql(driver)
    sharing = SkiEnvironment(
      map: keeper.served.map.map, storage: storage, membership: StoredMembership(driver), clock: clock)
  }

  /// Logs a new person in.
  func person(_ name: String) async throws -> UserID { try await logins.logIn(development: name).user }

  /// Creates a trip of a host and further members in the area of the map.
  func trip(_ host: UserID, _ members: UserID...) async throws -> TripID {
    let trip = try await trips.create(
      name: "Ski week", zone: "Europe/Zurich", areas: [DrawnMountain.area], from: Self.now,
      until: Self.now.advanced(bySeconds: 7 * 86_400), as: host
    ).id
    guard !members.isEmpty else { return trip }
    let link = try await trips.invite(
      to: trip, as: .traveller, uses: members.count, expires: Self.now.advanced(bySeconds: 3600), by: host)
    for member in members { try await trips.join(link.secret, as: member) }
    return trip
  }

  /// Stores a position of a member, and shares it with the trip, or with the member alone.
  ///
  /// A store keeps positions of those who share with anyone, so the grant comes first.
  func place(_ user: UserID, at place: Coordinate, in trip: TripID, isShared: Bool = true) async throws {
    _ = try await storage.store.insert(
      ShareGrant(
        owner: user, trip: trip, audience: isShared ? .trip : .people([user]), precision: .exact,
        from: Self.now, until: Self.now.advanced(bySeconds: 3600), onlyInsideSkiArea: false))
    let outcomes = try await storage.store.write([
      LiveRow(
        trip: trip, user: user, order: LiveRow.Order(observedMilliseconds: Self.milliseconds),
        expiresMilliseconds: Self.milliseconds + 300_000,
        position: LiveRow.Position(
          exact: ExactLocation(coordinate: place, place: nil, state: .onRun, speedMetresPerSecond: 5),
          coarse: CoarsePublisher(), isInSkiArea: true))
    ])
    guard case .stored? = outcomes.first else {
      Issue.record("the position is not stored: \(outcomes)")
      return
    }
  }
}

/// An issuer of tokens that are not signed.
struct UnsignedTokens: AccessTokenSigner {
  func sign(_ claims: AccessClaims) async throws -> String { "\(claims.user)" }

  func successor(of token: String) async throws -> String { "next " + token }
}
