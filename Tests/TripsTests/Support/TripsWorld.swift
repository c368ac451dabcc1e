import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// The services over one store, with people and trips made in one line each.
final class TripsWorld: Sendable {
  let clock: TestClock
  let driver: CountingDriver
  let store: TripsStore
  let users: UserService
  let sessions: SessionService
  let logins: LoginService
  let trips: TripService
  let friends: FriendService
  let favourites: FavouritesRepository
  /// The calls of live sharing's work, in their order.
  let followed: CallLog

  init(
    _ driver: any SQLDriver, _ clock: TestClock, methods: LoginMethods = .forTests,
    quotas: Quotas = .standard
  ) async throws {
    let counting = CountingDriver(driver)
    let followed = CallLog()
    store = try await TripsStore.open(
      TripsEnvironment(
        driver: counting, clock: clock.sharing, random: .seeded(7), sharing: followed.follower,
        quotas: quotas))
    (self.clock, self.driver, self.followed) = (clock, counting, followed)
    users = UserService(store)
    sessions = SessionService(store, signer: PlainSigner())
    logins = LoginService(store, sessions: sessions, methods: methods)
    trips = TripService(store)
    friends = FriendService(store)
    favourites = FavouritesRepository(store)
  }

  /// Logs a new person in.
  func person(_ name: String) async throws -> UserID { try await logins.logIn(development: name).user }

  /// Creates a trip of a week with a host, beginning now, and further members.
  func trip(host: UserID, _ members: UserID..., hosts: [UserID] = []) async throws -> TripID {
    let trip = try await trips.create(
      name: "Ski week", zone: "Europe/Zurich", areas: [SourceID("area-1")], from: clock.now,
      until: clock.now.advanced(bySeconds: 7 * 86_400), as: host)
    try await add(members, to: trip.id, by: host)
    try await add(hosts, to: trip.id, by: host, as: .host)
    return trip.id
  }

  /// Lets people join a trip by an invitation.
  func add(_ people: [UserID], to trip: TripID, by host: UserID, as role: TripRole = .traveller) async throws
  {
    guard !people.isEmpty else { return }
    let link = try await trips.invite(
      to: trip, as: role, uses: people.count, expires: clock.now.advanced(bySeconds: 3600), by: host)
    for person in people { try await trips.join(link.secret, as: person) }
  }

  /// Returns the first column of all rows of a query.
  func texts(_ sql: String, _ values: [SQLValue] = []) async throws -> [String] {
    try await store.read { connection in
      try connection.rows(sql, values).map { row in
        if case .integer(let integer)? = row.values.first { return String(integer) }
        return try row.optionalText(0) ?? "none"
      }
    }
  }
}

/// A log of what live sharing is asked to do; one that fails on demand.
final class CallLog: Sendable {
  private let calls = Locked<[String]>([])
  private let isAway = Locked(false)

  /// The calls, each as its name with the identifiers.
  var all: [String] { calls.withLock { $0 } }

  /// Lets all further calls fail, or not.
  func setAway(_ away: Bool) { isAway.withLock { $0 = away } }

  private func add(_ call: String) throws {
    if isAway.withLock({ $0 }) { throw SkiError(.unavailable, "live sharing is away; try again") }
    calls.withLock { $0.append(call) }
  }

  var follower: SharingFollower {
    SharingFollower(
      memberLeft: { user, trip in try self.add("left \(user) \(trip)") },
      membershipChanged: { trip in try self.add("changed \(trip)") },
      tripEnded: { trip in try self.add("ended \(trip)") },
      userRemoved: { user in try self.add("removed \(user)") })
  }
}

/// An issuer of access tokens that are plain text.
struct PlainSigner: AccessTokenSigner {
  func sign(_ claims: AccessClaims) async throws -> String {
    "\(claims.user) \(claims.session) \(claims.expires.milliseconds)"
  }

  func successor(of token: String) async throws -> String { SecretDigest(of: "next " + token).text }
}

extension LoginMethods {
  /// The logins of the suites: a test bot, and names.
  static let forTests = LoginMethods(
    telegram: TelegramLogin(botToken: TelegramFields.botToken),
    openID: OpenIDLogin(
      provider: "telegram", issuer: "https://issuer.test", client: "client-1", verifier: ClaimsVerifier()),
    development: DevelopmentLogin())
}

extension TripsRandom {
  /// A source of bytes that a seed determines.
  static func seeded(_ seed: UInt64) -> TripsRandom {
    let generator = Locked(SeededGenerator(seed: seed))
    return TripsRandom { count in
      generator.withLock { generator in
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      }
    }
  }
}
