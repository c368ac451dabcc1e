import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiSQLite
import SkiTestSupport
import Testing

@testable import SkiServer

/// A server's trip services over an empty store in memory, asked by requests without a connection.
///
/// A request goes through the table of routes, the authenticator and the route's handler, as in the server; failures become
/// problems. The map has the lift `BT` and the run `TMB`.
///
/// ```
/// try await TripsFixture.with { server in
///   let anna = try await server.person("Anna")
///   try await server.expect(.get, "/v1/trips", as: anna, gives: 200, #"{"trips":[]}"#)
///   try await server.expect(.get, "/v1/trips/unknown", as: anna, fails: .notFound)
/// }
/// ```
final class TripsFixture: Sendable {
  /// The clock of all services.
  let clock: FixtureClock
  /// The store.
  let store: TripsStore
  /// The services.
  let services: TripsParts
  /// The core of the server, without live sharing.
  let core: ServerCore
  private let table: RouteTable
  private let authenticator: FixtureAuthenticator

  /// Calls a body with the services over an empty store, and closes it afterwards.
  /// - Parameters:
  ///   - methods: The logins that are offered.
  ///   - events: The parts that events need from other services.
  ///   - body: The work.
  static func with(
    methods: LoginMethods = .forRoutes, events: EventEnvironment = EventEnvironment(),
    _ body: (TripsFixture) async throws -> Void
  ) async throws {
    let clock = FixtureClock()
    let driver = try SQLiteDriver.inMemory(
      options: SQLiteDriver.Options(clock: { clock.milliseconds }))
    do {
      let fixture = try await TripsFixture(driver, clock, methods: methods, events: events)
      defer { fixture.core.close() }
      try await body(fixture)
    } catch {
      await driver.close()
      throw error
    }
    await driver.close()
  }

  /// Creates the services over a store, one server of several that may share it.
  /// - Parameters:
  ///   - driver: The store; the caller closes it, and the core.
  ///   - clock: The clock of all servers.
  ///   - seed: The seed of identifiers, another one for each server of a store.
  ///   - methods: The logins that are offered.
  ///   - events: The parts that events need from other services.
  ///   - sources: The feeds of states.
  ///   - signer: The issuer of access tokens.
  ///   - speakers: The people who speak for ski areas; nil for the user `speaker` and `area-1`.
  init(
    _ driver: any SQLDriver, _ clock: FixtureClock, seed: UInt64 = 16, methods: LoginMethods = .forRoutes,
    events: EventEnvironment = EventEnvironment(), sources: [any LiftStatusDataSource] = [],
    signer: any AccessTokenSigner = FixtureSigner(), speakers: [LiftSpeaker]? = nil
  ) async throws {
    self.clock = clock
    let random = Locked(SeededGenerator(seed: seed))
    let lifts = try await LiftStatusRepository.open(driver, sources: sources, clock: clock.sharing)
    var surroundings = TripsEnvironment(
      driver: driver, clock: clock.sharing,
      random: TripsRandom { count in
        random.withLock { random in (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) } }
      }, sharing: SharingFollower.none.reading(lifts))
    surroundings.followers = [HostReports.part]
    store = try await TripsStore.open(surroundings)
    let sessions = SessionService(store, signer: signer)
    let names: [(id: SourceID, name: String?, area: SourceID?)] = [
      (id: SourceID("BT"), name: "Gondola", area: SourceID("area-1")),
      (id: SourceID("TMB"), name: "Valley run", area: SourceID("area-1")),
      (id: SourceID("far"), name: "Far", area: SourceID("area-2")),
    ]
    lifts.setNames(LiftNames(names))
    services = TripsParts(
      users: UserService(store), logins: LoginService(store, sessions: sessions, methods: methods),
      methods: methods, sessions: sessions, trips: TripService(store), friends: FriendService(store),
      favourites: FavouritesRepository(store), events: EventService(store, events), chats: ChatService(store),
      notices: NoticeService(store), days: DayService(store, greatestByteCount: 1000),
      challenges: ChallengeService(store), lifts: lifts,
      liftNotices: LiftNoticeService(store),
      speakers: try speakers ?? [
        LiftSpeaker(user: try UserID("speaker"), areas: [SourceID("area-1")], title: "Valley lifts")
      ],
      membership: StoredMembership(driver))
    core = ServerCore(
      limits: ServerLimits(), keeper: try Self.keeper.get(), sharing: nil, trips: services,
      metrics: MetricsRegistry(), log: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    table = RouteTable(
      TripsRoutes(core: core).routes + MapRoutes(core: core).routes + QuestionRoutes(core: core).routes)
    authenticator = FixtureAuthenticator(clock: clock)
  }

  /// The map of all fixtures, which is read once.
  private static let keeper = Result<MapReloader, any Error> {
    let world = try DrawnWorld(
      """
      T---M
      |   |
      +---B
      """, heights: ["T": 2000, "M": 1800, "B": 1600], [.run("TMB", .easy), .lift("BT", .gondola)])
    let folder = ScratchFolder()
    let path = folder.path + "/fixture.skimap"
    try MapContents(regions: [world.builder]).write(toFile: path)
    return try withExtendedLifetime(folder) {
      try MapReloader(mapPath: path, statusPath: nil, archives: [:], now: TimeSource.system.now)
    }
  }

  // MARK: People and trips

  /// Logs a new person in.
  func person(_ name: String) async throws -> UserID {
    try await services.logins.logIn(development: name).user
  }

  /// Creates a trip of a week with a host, beginning now, and further members.
  func trip(host: UserID, _ members: UserID...) async throws -> TripID {
    let trip = try await services.trips.create(
      name: "Ski week", zone: "Europe/Zurich", areas: [SourceID("area-1")], from: clock.now,
      until: clock.now.advanced(bySeconds: 7 * 86_400), as: host
    ).id
    guard !members.isEmpty else { return trip }
    let link = try await services.trips.invite(
      to: trip, uses: members.count, expires: clock.now.advanced(bySeconds: 3600), by: host)
    for member in members { try await services.trips.join(link.secret, as: member) }
    return trip
  }

  // MARK: Requests

  /// Sends a request, and returns the status and the document; null for a response without one.
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, with the query.
  ///   - body: The body of JSON; nil for none.
  ///   - user: The acting user; nil for a request without a token.
  func send(
    _ method: HTTPRequest.Method, _ path: String, body: String? = nil, as user: UserID? = nil
  ) async throws -> (status: Int, body: JSONTree) {
    let found = try await response(method, path, bytes: body.map { Array($0.utf8) } ?? [], as: user)
    guard !found.bytes.isEmpty else { return (found.status, .null) }
    return (found.status, try JSONTree.read(found.bytes, doubts: .refused))
  }

  /// Sends a request with a body of any type, and returns all of the response.
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, with the query.
  ///   - bytes: The body.
  ///   - type: The content type of a body that is not empty.
  ///   - host: The host that the request is for.
  ///   - headers: Further header fields.
  ///   - user: The acting user; nil for a request without a token.
  func response(
    _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8] = [], type: String = "application/json",
    host: String? = "127.0.0.1", headers: HTTPFields = [:], as user: UserID? = nil
  ) async throws -> (status: Int, headers: HTTPFields, bytes: [UInt8]) {
    let response: Response
    do {
      response = try await answer(method, path, bytes, type, host, headers, user)
    } catch {
      response = Problem(any: error).response()
    }
    let received = Locked<[UInt8]>([])
    let body = response.body
    try await body.write(BodyCollector(received: received))
    return (response.status.code, response.headers, received.withLock { $0 })
  }

  private func answer(
    _ method: HTTPRequest.Method, _ target: String, _ bytes: [UInt8], _ type: String, _ host: String?,
    _ headers: HTTPFields, _ user: UserID?
  ) async throws -> Response {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard case .route(let route, let values) = table.match(method, path: parts[0]) else {
      throw SkiError.unknownResource("path")
    }
    var principal: Principal?
    if route.access.needsToken || route.access == .personal && user != nil {
      if let user { principal = await authenticator.principal(of: "user:\(user)") }
      guard principal != nil else {
        throw Problem(.unauthorized, code: "notPermitted", "the request has no valid token")
      }
    }
    var fields = headers
    if !bytes.isEmpty { fields[.contentType] = type }
    return try await route.respond(
      ServerRequest(
        parameters: PathValues(route.path.parameters, try values.map { try QueryText.decoded($0) }),
        query: parts.count > 1 ? try QueryText.members(of: parts[1]) : [],
        headers: fields, host: host, principal: principal,
        served: try await core.served(for: principal), connection: nil,
        body: RequestBody(buffer: ByteBuffer(bytes: bytes)),
        isReading: method == .get))
  }

  // MARK: Expectations

  /// Records a failure unless a request gets a status and, where one is given, a document; returns the document.
  ///
  /// A member that is null counts as absent, in both documents.
  @discardableResult @inline(never)
  func expect(
    _ method: HTTPRequest.Method, _ path: String, body: String? = nil, as user: UserID? = nil,
    gives status: Int, _ document: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONTree {
    let found = try await send(method, path, body: body, as: user)
    #expect(found.status == status, "\(found.body)", sourceLocation: sourceLocation)
    guard let document else { return found.body }
    let expected = try JSONTree.read(Array(document.utf8), doubts: .refused)
    #expect(found.body.withoutNulls == expected.withoutNulls, sourceLocation: sourceLocation)
    return found.body
  }

  /// Records a failure unless a request gets the problem of a code; returns its detail.
  @discardableResult @inline(never)
  func expect(
    _ method: HTTPRequest.Method, _ path: String, body: String? = nil, as user: UserID? = nil,
    fails code: SkiError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let found = try await send(method, path, body: body, as: user)
    #expect(
      found.status == Problem.status(of: code).code, "\(found.body)", sourceLocation: sourceLocation)
    #expect(found.body.text("code") == code.rawValue, sourceLocation: sourceLocation)
    return found.body.text("detail") ?? ""
  }
}
