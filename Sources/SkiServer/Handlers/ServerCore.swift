package import CoreMetrics
package import Logging
package import SkiAPI
package import SkiBase
package import SkiPeople

/// The parts that the handlers of all routes share. A shared object; `Sendable`.
package final class ServerCore: Sendable {
  /// The bounds of requests.
  package let limits: ServerLimits
  /// The served map and states.
  package let keeper: MapReloader
  /// The lane of quick questions and tiles.
  package let quick: WorkLane
  /// The lane of long questions.
  package let long: WorkLane
  /// The lane that reads files.
  package let files: WorkLane
  /// The bytes of bodies that may be held at once.
  package let bodies: ByteBudget
  /// Live sharing; nil without keys of tokens.
  package let sharing: SharingParts?
  /// The watch of the store; nil without one.
  let store: StoreWatch?
  /// The trip services; nil without a store and a signing key.
  package let trips: TripsParts?
  /// The work of the trip services beside requests; nil without them.
  let background: TripsBackground?
  /// The encoder of the messages that streams show.
  let messages = MessageDocument()
  /// The changes for which streams wait.
  package let news = ServerUpdates()
  /// The metrics.
  package let metrics: any MetricsFactory
  /// The log.
  package let log: Logger
  /// The greatest resident memory in bytes that the limits allow; see ``ServerLimits/residentBytes(cores:)``.
  let memoryBoundBytes: Int
  /// The identity of the words of hosts of the last announcement.
  private let tripWords = Locked("")
  /// The version of ended sessions of the last announcement.
  private let endedSessions = Locked(0)
  /// The number of open streams.
  let streamCount = Locked(0)

  /// Live sharing with the users' credentials.
  package struct SharingParts: Sendable {
    /// The services.
    package let environment: SkiEnvironment
    /// The memberships that tokens claim; nil where the trip services store them.
    package let claims: ClaimedMembership?
    /// The authenticator.
    package let authenticator: any Authenticator
    /// The encoder of positions.
    package let people = PersonDocument()

    /// Creates the parts.
    package init(
      environment: SkiEnvironment, claims: ClaimedMembership?, authenticator: any Authenticator
    ) {
      (self.environment, self.claims, self.authenticator) = (environment, claims, authenticator)
    }
  }

  /// Creates the core of a server, and starts its lanes.
  package init(
    limits: ServerLimits, keeper: MapReloader, sharing: SharingParts?, trips: TripsParts? = nil,
    background: TripsBackground? = nil, store: (any SQLDriver)? = nil, metrics: any MetricsFactory,
    log: Logger
  ) {
    let cores = WorkerThreads.available
    (self.limits, self.keeper, self.sharing, self.trips) = (limits, keeper, sharing, trips)
    self.background = background
    self.store = store.map { StoreWatch($0, metrics: metrics, log: log) }
    (self.metrics, self.log) = (metrics, log)
    memoryBoundBytes = limits.residentBytes(cores: cores)
    Gauge(label: "skiroute_memory_bound_bytes", factory: metrics).record(memoryBoundBytes)
    bodies = ByteBudget(limitBytes: limits.heldBodyBytes)
    quick = WorkLane(
      name: "quick", width: cores, waitingLimit: ServerLimits.quickWaiting,
      searchBytes: limits.quickSearchBytes)
    long = WorkLane(
      name: "long", width: max(1, cores - 1), waitingLimit: ServerLimits.longWaiting,
      searchBytes: limits.longSearchBytes)
    files = WorkLane(name: "file", width: 2, waitingLimit: ServerLimits.quickWaiting)
  }

  /// Returns the map and the states as a user sees them; nil for someone unknown.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func served(for principal: Principal?) async throws -> ServedMap {
    guard let principal, let trips else { return keeper.served }
    return try await trips.served(keeper.served, for: principal.user)
  }

  /// Runs quick work for a request.
  func quickly<Result: Sendable>(
    _ request: ServerRequest, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await quick.run(timeout: limits.quickTimeout, isAbandoned: request.isAbandoned, body)
  }

  /// Looks at the files of map and states each second until the task is cancelled, and tells streams of changes.
  package func watchFiles() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      await lookAtFiles(isForced: false)
    }
  }

  /// Ends the streams of ended sessions until the task is cancelled; apart from files, since the store may not answer.
  package func watchSessions() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil { await endStreams() }
  }

  /// Lets the streams of sessions end that ended on any server.
  private func endStreams() async {
    guard let sessions = trips?.sessions else { return }
    try? await sessions.readEnded()
    let version = sessions.endedVersion
    let isNews = endedSessions.withLock { known in
      defer { known = version }
      return known != version
    }
    if isNews { news.wake() }
  }

  /// Counts the seconds for the heartbeats of streams until the task is cancelled.
  package func countSeconds() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil { news.noteSecond() }
  }

  /// Looks at the files of map and states once.
  package func lookAtFiles(isForced: Bool) async {
    let keeper = keeper
    guard
      let changes = try? await files.run(timeout: .seconds(120), { keeper.look(isForced: isForced) })
    else { return }
    for change in changes { await take(change) }
    guard let background else { return }
    if let status = background.status(), let change = keeper.serve(status) { await take(change) }
    let words = background.tripWords()
    let isNews = tripWords.withLock { known in
      defer { known = words }
      return known != words
    }
    if isNews { news.announce(.lifts) }
  }

  private func take(_ change: MapReloader.Change) async {
    switch change {
    case .map(let id):
      log.notice("another map is served", metadata: ["map": "\(id)"])
      try? await sharing?.environment.adopt(keeper.served.map.map)
      await background?.mapFollower(keeper.served.map.map)
      news.announce(.map)
    case .status(let id):
      log.info("other states are served", metadata: ["status": "\(id)"])
      await background?.statusFollower(keeper.served.status?.report)
      news.announce(.lifts)
    case .failure(let error):
      log.error("a file can't be used; the one before is kept", metadata: ["error": "\(error)"])
      Counter(label: "skiroute_file_failures_total", factory: metrics).increment()
    }
  }

  /// Refuses those who are not members of a trip, as if it did not exist.
  /// - Throws: `SkiError` with code `.notFound` for others, `.unavailable` when the store can't be read now.
  func requireMember(_ principal: Principal, of trip: TripID) async throws {
    let isMember =
      if let trips { try await trips.membership.isMember(principal.user, of: trip) } else {
        principal.trips[trip] != nil
      }
    guard isMember else { throw SkiError(.notFound, "trip is unknown; name one of yours") }
  }

  /// Ends streams and lanes.
  package func close() {
    background?.close()
    news.close()
    quick.close()
    long.close()
    files.close()
  }
}

/// Memberships of trips as tokens claim them: a trip has the members whose tokens this process has seen.
///
/// For installations without trip services of their own. Several servers of one installation know only the members whose
/// requests they got. At most ``memberLimit`` memberships are held; the ones that end first are dropped.
package final class ClaimedMembership: TripMembership {
  private struct State {
    var trips: [TripID: [UserID: Principal.Place]] = [:]
    var count = 0
  }

  private let state = Locked(State())
  private static let memberLimit = 200_000

  /// Creates memberships without any trip.
  package init() {}

  /// Notes the memberships of a token.
  /// - Returns: The trips whose people changed.
  /// - Complexity: O(1) for each trip of the token.
  package func note(_ principal: Principal, now: UniversalTime) -> [TripID] {
    state.withLock { state in
      principal.trips.compactMap { trip, place in
        if state.trips[trip]?[principal.user] == place { return nil }
        if state.count >= Self.memberLimit { Self.sweep(&state, now: now) }
        guard state.count < Self.memberLimit else { return nil }
        if state.trips[trip, default: [:]].updateValue(place, forKey: principal.user) == nil {
          state.count += 1
        }
        return trip
      }
    }
  }

  /// Forgets a person.
  package func forget(_ user: UserID) {
    state.withLock { state in
      for trip in Array(state.trips.keys) where state.trips[trip]?.removeValue(forKey: user) != nil {
        state.count -= 1
        if state.trips[trip]?.isEmpty == true { state.trips[trip] = nil }
      }
    }
  }

  /// Removes the trips that have ended.
  private static func sweep(_ state: inout State, now: UniversalTime) {
    state.trips = state.trips.filter { $0.value.values.contains { $0.until > now } }
    state.count = state.trips.values.reduce(0) { $0 + $1.count }
  }

  package func roster(of trip: TripID) async throws -> TripRoster? {
    state.withLock { state in
      guard let people = state.trips[trip], let until = people.values.map(\.until).max() else { return nil }
      return TripRoster(
        members: Set(people.keys), hosts: Set(people.filter { $0.value.isHost }.keys), until: until)
    }
  }
}
