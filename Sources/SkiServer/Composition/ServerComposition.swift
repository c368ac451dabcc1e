package import CoreMetrics
import JWTKit
package import Logging
package import SkiAPI
package import SkiBase
import SkiGraph
import SkiPeople

/// The one place where the services of a server with a store are put together.
///
/// The order follows from what each needs: memberships, live sharing over them, the store of the trip services that tells live
/// sharing of changes, then the services. A value; `Sendable`.
package struct ServerComposition: Sendable {
  /// Live sharing with the authenticator.
  package let sharing: ServerCore.SharingParts
  /// The trip services.
  package let trips: TripsParts
  /// Their work beside requests.
  package let background: TripsBackground

  /// The parts that come from outside.
  package struct Parts: Sendable {
    /// The served map.
    package var keeper: MapReloader
    /// The database.
    package var driver: any SQLDriver
    /// The authenticator, whose keys sign.
    package var authenticator: TokenAuthenticator
    /// The operator's choices.
    package var configuration: TripsConfiguration
    /// Indicates whether people may log in by a name alone.
    package var offersDevelopmentLogin: Bool
    /// The bounds of requests.
    package var limits: ServerLimits
    /// The clocks.
    package var clock: TimeSource
    /// The metrics.
    package var metrics: any MetricsFactory
    /// The log.
    package var log: Logger

    package init(
      keeper: MapReloader, driver: any SQLDriver, authenticator: TokenAuthenticator,
      configuration: TripsConfiguration, offersDevelopmentLogin: Bool, limits: ServerLimits,
      clock: TimeSource = .system, metrics: any MetricsFactory, log: Logger
    ) {
      (self.keeper, self.driver, self.authenticator) = (keeper, driver, authenticator)
      (self.configuration, self.offersDevelopmentLogin) = (configuration, offersDevelopmentLogin)
      (self.limits, self.clock, self.metrics, self.log) = (limits, clock, metrics, log)
    }
  }

  /// Opens the services over a database, and brings its tables up to date.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a configuration that can't be used, `.missingInput` where libcurl is
  ///   needed and missing; besides, see `SQLDriver`.
  package static func open(_ parts: Parts) async throws -> ServerComposition {
    let (driver, clock) = (parts.driver, parts.clock)
    let membership = StoredMembership(driver)
    let environment = SkiEnvironment(
      map: parts.keeper.served.map.map, storage: try await .sql(driver), membership: membership, clock: clock,
      quotas: parts.configuration.quotas, auditDays: parts.configuration.auditDays)
    let channels = try OutsideServices(parts)
    let lifts = try await LiftStatusRepository.open(
      driver, sources: channels.feeds, clock: clock, quotas: parts.configuration.quotas)
    try await lifts.endWords(exceptOf: parts.configuration.speakers)
    var surroundings = TripsEnvironment(
      driver: driver, clock: clock, sharing: .shares(environment.shares).reading(lifts),
      quotas: parts.configuration.quotas)
    surroundings.followers = [HostReports.part]
    let store = try await TripsStore.open(surroundings)
    let adapters = MapAdapters(parts, environment: environment, store: store, lifts: lifts)
    let trips = try services(parts, store, lifts, membership, channels, adapters)
    let workers = try channels.channels.map { try OutboxWorker(store, channel: $0) }
    for worker in workers { try await worker.register() }
    return ServerComposition(
      sharing: ServerCore.SharingParts(
        environment: environment, claims: nil, authenticator: parts.authenticator),
      trips: trips,
      background: TripsBackground(
        tasks: tasks(parts, store, trips, workers, adapters),
        status: { adapters.status() }, tripWords: { lifts.tripWords.id },
        mapFollower: { map in await adapters.follow(map, events: trips.events) },
        statusFollower: { report in await adapters.follow(report) },
        close: { adapters.close() }))
  }

  private static func services(
    _ parts: Parts, _ store: TripsStore, _ lifts: LiftStatusRepository, _ membership: StoredMembership,
    _ outside: OutsideServices, _ adapters: MapAdapters
  ) throws -> TripsParts {
    let sessions = SessionService(store, signer: TokenIssuer { parts.authenticator.keys })
    let methods = outside.methods
    let users = UserService(store)
    return TripsParts(
      users: users, logins: LoginService(store, sessions: sessions, methods: methods), methods: methods,
      sessions: sessions, trips: TripService(store), friends: FriendService(store),
      favourites: FavouritesRepository(store),
      events: EventService(store, adapters.eventEnvironment(follower: NoticeProducers.events)),
      chats: ChatService(store, follower: NoticeProducers.chats), notices: NoticeService(store),
      days: DayService(store, greatestByteCount: parts.limits.recordingBytes),
      challenges: ChallengeService(store), lifts: lifts, liftNotices: LiftNoticeService(store),
      speakers: parts.configuration.speakers, membership: membership)
  }

  private static func tasks(
    _ parts: Parts, _ store: TripsStore, _ trips: TripsParts, _ workers: [OutboxWorker],
    _ adapters: MapAdapters
  ) -> [@Sendable () async -> Void] {
    let (log, metrics) = (parts.log, parts.metrics)
    let refresher = FeedRefresher(trips.lifts, clock: parts.clock, seed: .random(in: 0 ... .max)) { event in
      switch event {
      case .failed(let feed, let error):
        log.warning("a feed failed", metadata: ["feed": "\(feed.text)", "error": "\(error.code)"])
        Counter(label: "skiroute_feed_failures_total", dimensions: [("feed", feed.text)], factory: metrics)
          .increment()
      case .storeFailed(let error):
        log.error("states of lifts can't be stored", metadata: ["error": "\(error.code)"])
      default: break
      }
    }
    let matcher = DayMatcher(store, match: adapters.matching())
    var tasks: [@Sendable () async -> Void] = workers.map { worker in { await worker.run() } }
    tasks += [
      { await adapters.start() }, { await trips.chats.run() }, { await refresher.run() },
      { await matcher.run() },
      { await keepHouse(store, trips, parts) },
    ]
    return tasks
  }

  /// The time between two rounds of ``keepHouse(_:_:_:)`` in milliseconds: ten minutes.
  private static let roundMilliseconds: Int64 = 600_000

  /// Removes what is too old, and finishes removals that a stopped server began.
  private static func keepHouse(_ store: TripsStore, _ trips: TripsParts, _ parts: Parts) async {
    while !Task.isCancelled {
      do {
        _ = try await trips.users.finishRemovals()
        _ = try await trips.notices.forgetOld()
        try await store.removeExpired()
        try await trips.lifts.removeEndedWords()
      } catch let error as SkiError where error.code != .cancelled {
        parts.log.warning("old rows can't be removed", metadata: ["error": "\(error.code)"])
      } catch {}
      do { try await parts.clock.sleep(roundMilliseconds) } catch { return }
    }
  }
}

/// The signer of access tokens by the signing key of a file of keys, which ``TokenAuthenticator`` recognises.
package struct TokenIssuer: AccessTokenSigner {
  private let keys: @Sendable () -> KeySet

  /// Creates a signer.
  /// - Parameter keys: Returns the keys that hold now.
  package init(keys: @escaping @Sendable () -> KeySet) { self.keys = keys }

  /// Returns the successor of a refresh token: its HMAC by the signing key.
  ///
  /// The signed text begins with words with which no token does.
  /// - Throws: `SkiError` with code `.unavailable` when the file of keys names no signing key any more.
  package func successor(of token: String) async throws -> String {
    let keys = keys()
    guard let key = keys.signing.flatMap({ keys.keys[$0] }),
      let code = try? key.algorithm.sign(Array("refresh successor ".utf8) + Array(token.utf8))
    else { throw SkiError(.unavailable, "the file of keys names no signing key; add signing") }
    return code.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// Returns the signed token of claims.
  /// - Throws: `SkiError` with code `.unavailable` when the file of keys names no signing key any more.
  package func sign(_ claims: AccessClaims) async throws -> String {
    let keys = keys()
    guard let id = keys.signing, let key = keys.keys[id] else {
      throw SkiError(.unavailable, "the file of keys names no signing key; add signing")
    }
    let header = JSONValue.object([
      "alg": .string(key.algorithmName), "typ": .string("JWT"), "kid": .string(id),
    ])
    let body = JSONValue.object([
      "iss": .string(keys.issuer), "aud": .string(keys.audience), "sub": .string(claims.user.rawValue),
      "sid": .string(claims.session.rawValue), "iat": .integer(Int(claims.issued.secondsSince1970)),
      "exp": .integer(Int(claims.expires.secondsSince1970)),
    ])
    let signed = [header, body].map { Base64URL.encoded(Array($0.text().utf8)) }.joined(separator: ".")
    do {
      return signed + "." + Base64URL.encoded(try key.algorithm.sign(Array(signed.utf8)))
    } catch {
      throw SkiError(.unavailable, "the signing key can't be used; correct the file of keys")
    }
  }
}
