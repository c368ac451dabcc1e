public import SkiAPI
public import SkiBase

/// The trip services over a database, for tests of an app and for servers of one's own: the same protocols as those of SkiClient.
///
/// Each method takes the acting user. People log in by a name alone; other logins, the sending of notices and the matching of days are
/// work of the server.
public struct TripServices: Sendable {
  /// Users and what they say of themselves.
  public let users: any UserServing
  /// Sessions.
  public let sessions: any SessionServing
  /// Trips, members and invitations.
  public let trips: any TripServing
  /// Friends and blocks.
  public let friends: any FriendServing
  /// Favourites.
  public let favourites: any FavouritesServing
  /// The itinerary.
  public let events: any EventServing
  /// Chats.
  public let chats: any ChatServing
  /// Notices.
  public let notices: any NoticeServing
  /// Recorded days.
  public let days: any DayServing
  /// Challenges.
  public let challenges: any ChallengeServing
  private let store: TripsStore
  private let logins: LoginService
  private let accounts: UserService

  /// Opens the services over a database, and brings its tables up to date, with those of live sharing.
  /// - Parameters:
  ///   - database: The database; live sharing may keep its tables in the same one. Closing it ends the services.
  ///   - signer: The issuer of access tokens.
  ///   - clock: The clocks; the system's by default.
  ///   - shares: The grants of live sharing in this process, which end with memberships, trips and users; nil without it.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if a schema is newer than this program, `.unavailable` when the database
  ///   can't be read or written now.
  public init(
    _ database: StoreDatabase, signer: any AccessTokenSigner, clock: TimeSource = .system,
    shares: ShareRepository? = nil
  ) async throws {
    store = try await TripsStore.open(TripsEnvironment(database: database, clock: clock, shares: shares))
    let sessions = SessionService(store, signer: signer)
    logins = LoginService(store, sessions: sessions, methods: LoginMethods(development: DevelopmentLogin()))
    accounts = UserService(store)
    (users, self.sessions, trips) = (accounts, sessions, TripService(store))
    (friends, favourites) = (FriendService(store), FavouritesRepository(store))
    (events, chats, notices) = (EventService(store), ChatService(store), NoticeService(store))
    (days, challenges) = (DayService(store), ChallengeService(store))
  }

  /// Logs in by a name alone; the user begins to exist with their first login.
  /// - Parameters:
  ///   - name: The name.
  ///   - before: A refresh token of the session before, which ends if it is the same user's; nil for none.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a name that is not allowed, `.unavailable` when the store
  ///   can't be written now.
  public func logIn(development name: String, inPlaceOf before: RefreshToken? = nil) async throws
    -> SessionTokens
  {
    try await logins.logIn(development: name, inPlaceOf: before)
  }

  /// Removes what is stored and whose time is over, and repeats erasures of live sharing that were not confirmed when their users were
  /// removed; call it now and then.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  public func removeExpired() async throws {
    try await store.removeExpired()
    try await accounts.finishRemovals()
  }
}
