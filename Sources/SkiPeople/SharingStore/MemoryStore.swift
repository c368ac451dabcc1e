package import SkiAPI
public import SkiBase

extension SharingStorage {
  /// Returns a storage in memory, for tests and for one process that may forget everything when it ends.
  /// - Parameter now: The clock of the store; the system's by default.
  public static func memory(now: @escaping @Sendable () -> UniversalTime = TimeSource.system.now)
    -> SharingStorage
  {
    SharingStorage(MemoryStore(now: now))
  }
}

/// A store in memory, for any number of servers in one process.
package final class MemoryStore: SharingStore {
  typealias Handler = @Sendable (StoreChange) -> Void

  struct State {
    var version: Int64 = 0
    var trips: [TripID: Trip] = [:]
    var servers: [ServerID: ServerLeases.Lease] = [:]
    var audit: [AuditCount.Key: Int64] = [:]
    var erasures: [Erasure] = []
    var handlers: [UInt64: Handler] = [:]
    var nextHandler: UInt64 = 0
    /// The grants that people made on a day.
    var grantCounts: [UserID: DayCount] = [:]
  }

  /// The erasure of a user.
  struct Erasure {
    var user: UserDigest
    var version: Int64
    var milliseconds: Int64
  }

  struct Trip {
    var cursor: Int64 = 0
    /// The version of the last change of grants or memberships.
    var version: Int64 = 0
    var grants: [GrantID: ShareGrant] = [:]
    var rows: [UserID: (row: LiveRow, cursor: Int64)] = [:]
  }

  let state = Locked(State())
  let now: @Sendable () -> UniversalTime

  package init(now: @escaping @Sendable () -> UniversalTime) { self.now = now }

  var nowMilliseconds: Int64 { now().milliseconds }
}

// MARK: Servers

extension MemoryStore {
  package func renew(_ server: ServerID, applied: Int64) async throws -> SharingChanges {
    let now = nowMilliseconds
    return state.withLock { state in
      state.servers[server] = ServerLeases.Lease(
        server: server, applied: applied, renewedMilliseconds: now)
      let changed = state.trips.filter { $0.value.version > applied }
      return SharingChanges(
        version: state.version, nowMilliseconds: now,
        trips: changed.mapValues { $0.grants.values.filter { $0.until.milliseconds > now } },
        erased: Set(state.erasures.filter { $0.version > applied }.map(\.user)))
    }
  }

  package func leases() async throws -> ServerLeases {
    let now = nowMilliseconds
    return state.withLock { ServerLeases(leases: Array($0.servers.values), nowMilliseconds: now) }
  }

  package func retire(_ server: ServerID) async throws {
    state.withLock { $0.servers[server] = nil }
  }
}

// MARK: Grants

extension MemoryStore {
  package func insert(_ grant: ShareGrant, within quotas: Quotas) async throws -> Int64 {
    let now = nowMilliseconds
    let version = try state.withLock { (state) throws(SkiError) -> Int64 in
      guard !state.trips.values.contains(where: { $0.grants[grant.id] != nil }) else {
        throw SkiError(.conflict, "grant \(grant.id) exists already; give another identifier")
      }
      try state.requireRoom(for: grant, within: quotas, now: now)
      state.trips[grant.trip, default: Trip()].grants[grant.id] = grant
      return state.noteChange(of: grant.trip)
    }
    tell(.sharing)
    return version
  }

  package func end(_ ending: Ending) async throws -> Int64 {
    let now = nowMilliseconds
    let version = state.withLock { state in
      for trip in state.trips.keys.filter(ending.concerns) { state.end(ending, in: trip, now: now) }
      if case .erasure(let user) = ending { state.noteErasure(of: user, now: now) }
      return state.version
    }
    tell(.sharing)
    return version
  }

  package func touch(_ trip: TripID) async throws -> Int64 {
    let version = state.withLock { $0.noteChange(of: trip) }
    tell(.sharing)
    return version
  }

  package func grants(of owner: UserID) async throws -> [ShareGrant] {
    let now = nowMilliseconds
    return state.withLock { state in
      state.trips.values.flatMap(\.grants.values).filter { $0.owner == owner && $0.until.milliseconds > now }
        .sorted { ($0.from, $0.id) < ($1.from, $1.id) }
    }
  }

  package func grants(in trip: TripID) async throws -> [ShareGrant] {
    let now = nowMilliseconds
    return state.withLock { $0.trips[trip]?.grants.values.filter { $0.until.milliseconds > now } ?? [] }
  }

  package func grant(ofLink link: LinkHash) async throws -> ShareGrant? {
    let now = nowMilliseconds
    return state.withLock { state in
      state.trips.values.lazy.flatMap(\.grants.values)
        .first { $0.audience == .link(link) && $0.until.milliseconds > now }
    }
  }
}

// MARK: Positions

extension MemoryStore {
  package func write(_ rows: [LiveRow]) async throws -> [RowOutcome] {
    let now = nowMilliseconds
    let outcomes = state.withLock { state in
      var cursors: [TripID: Int64] = [:]
      return rows.map { row in
        let outcome = state.write(row, cursor: cursors[row.trip], now: now)
        if case .stored(let cursor) = outcome { cursors[row.trip] = cursor }
        return outcome
      }
    }
    tell(.trips(Set(rows.map(\.trip)).sorted()))
    return outcomes
  }

  package func rows(of trip: TripID, after cursor: Int64) async throws -> TripRows {
    let now = nowMilliseconds
    return state.withLock { state in
      let known = state.trips[trip]
      let rows = known?.rows.values.filter {
        $0.cursor > cursor && ($0.row.position == nil || $0.row.expiresMilliseconds > now)
      }
      return TripRows(
        rows: rows?.map(\.row).sorted { $0.user < $1.user } ?? [], cursor: known?.cursor ?? 0,
        nowMilliseconds: now)
    }
  }
}

// MARK: Audit and hygiene

extension MemoryStore {
  package func record(_ counts: [AuditCount], applied: Int64) async throws -> Bool {
    state.withLock { state in
      guard !state.erasures.contains(where: { $0.version > applied }) else { return false }
      for count in counts { state.audit[count.key, default: 0] += count.count }
      return true
    }
  }

  package func audit(of owner: UserID) async throws -> [AuditCount] {
    state.withLock { state in
      state.audit.filter { $0.key.owner == owner }.map { AuditCount(key: $0.key, count: $0.value) }
    }
    .sorted { $0.key.isOrdered(before: $1.key) }
  }

  package func erase(_ user: UserID) async throws -> EraseReceipt {
    let receipt = state.withLock { $0.erase(user) }
    tell(.sharing)
    return receipt
  }

  package func sweep(keepingAuditDays days: Int) async throws {
    let now = nowMilliseconds
    state.withLock { $0.sweep(now: now, auditDays: days) }
  }

  package func listen(_ handler: @escaping @Sendable (StoreChange) -> Void) async throws
    -> Subscription
  {
    let number = state.withLock { state in
      state.nextHandler += 1
      state.handlers[state.nextHandler] = handler
      return state.nextHandler
    }
    return Subscription { [weak self] in self?.state.withLock { $0.handlers[number] = nil } }
  }

  private func tell(_ change: StoreChange) {
    for handler in state.withLock({ Array($0.handlers.values) }) { handler(change) }
  }
}

extension MemoryStore.State {
  /// Increments the version for a change in a trip, and returns it.
  @discardableResult
  mutating func noteChange(of trip: TripID) -> Int64 {
    version += 1
    trips[trip, default: MemoryStore.Trip()].version = version
    return version
  }

  /// Counts a new grant, and refuses it when its owner has too many, or made too many on the day.
  mutating func requireRoom(for grant: ShareGrant, within quotas: Quotas, now: Int64) throws(SkiError) {
    var day = grantCounts[grant.owner, default: DayCount()]
    try quotas.require(day.add(atMilliseconds: now), of: .grantsADay)
    let held = trips.values.reduce(0) { sum, trip in
      sum + trip.grants.values.count { $0.owner == grant.owner && $0.until.milliseconds > now }
    }
    try quotas.require(held + 1, of: .grants)
    grantCounts[grant.owner] = day
  }

  mutating func end(_ ending: Ending, in trip: TripID, now: Int64) {
    var isChanged = false
    for (id, grant) in trips[trip]?.grants ?? [:] where ending.ends(grant) {
      trips[trip]?.grants[id] = nil
      isChanged = true
    }
    for user in trips[trip]?.rows.keys.filter(ending.removesPosition) ?? [] {
      remove(user, from: trip, now: now)
      isChanged = true
    }
    if isChanged { noteChange(of: trip) }
  }

  mutating func noteErasure(of user: UserID, now: Int64) {
    version += 1
    erasures.append(
      MemoryStore.Erasure(user: UserDigest(of: user), version: version, milliseconds: now))
  }

  /// Replaces the row of a user by one that says that they are gone; fixes from before now do not replace it.
  private mutating func remove(_ user: UserID, from trip: TripID, now: Int64) {
    guard var known = trips[trip] else { return }
    known.cursor += 1
    let order = LiveRow.Order(observedMilliseconds: now, sequence: .max)
    known.rows[user] = (
      LiveRow(trip: trip, user: user, order: order, expiresMilliseconds: 0, position: nil), known.cursor
    )
    trips[trip] = known
  }

  /// Stores a row.
  /// - Parameter cursor: The cursor of earlier rows of the same batch in the trip; nil when there are none.
  mutating func write(_ row: LiveRow, cursor: Int64?, now: Int64) -> RowOutcome {
    let isShared = trips[row.trip]?.grants.values.contains { $0.mayShow(row, now: now) } ?? false
    guard isShared else { return .notSharing }
    if let known = trips[row.trip]?.rows[row.user], known.row.order >= row.order { return .older }
    let next = cursor ?? (trips[row.trip]?.cursor ?? 0) + 1
    trips[row.trip]?.cursor = next
    trips[row.trip]?.rows[row.user] = (row, next)
    return .stored(cursor: next)
  }

  mutating func erase(_ user: UserID) -> EraseReceipt {
    var receipt = EraseReceipt()
    for trip in trips.keys {
      var isChanged = false
      for (id, grant) in trips[trip]?.grants ?? [:] {
        guard grant.owner != user else {
          trips[trip]?.grants[id] = nil
          (receipt.grants, isChanged) = (receipt.grants + 1, true)
          continue
        }
        guard case .people(let people) = grant.audience, people.contains(user) else { continue }
        let others = people.subtracting([user])
        trips[trip]?.grants[id]?.audience = .people(others)
        if others.isEmpty { trips[trip]?.grants[id] = nil }
        (receipt.mentions, isChanged) = (receipt.mentions + 1, true)
      }
      if trips[trip]?.rows.removeValue(forKey: user) != nil {
        (receipt.positions, isChanged) = (receipt.positions + 1, true)
      }
      if isChanged { noteChange(of: trip) }
    }
    grantCounts[user] = nil
    let before = audit.count
    audit = audit.filter { $0.key.owner != user && $0.key.viewer != user.rawValue }
    receipt.auditRecords = before - audit.count
    return receipt
  }

  mutating func sweep(now: Int64, auditDays: Int) {
    let first = AuditCount.firstHour(keepingDays: auditDays, nowMilliseconds: now)
    audit = audit.filter { $0.key.hour >= first }
    grantCounts = grantCounts.filter { !$0.value.isOver(atMilliseconds: now) }
    trips = trips.mapValues { trip in
      var rest = trip
      rest.rows = trip.rows.filter { !$0.value.row.isObsolete(now: now) }
      rest.grants = trip.grants.filter { $0.value.until.milliseconds > now }
      return rest
    }
    erasures.removeAll { now - $0.milliseconds >= ServerLeases.forgottenMilliseconds }
    servers = servers.filter { now - $0.value.renewedMilliseconds < ServerLeases.forgottenMilliseconds }
  }
}

extension Ending {
  /// Returns whether a trip is concerned.
  package func concerns(_ trip: TripID) -> Bool {
    switch self {
    case .grant, .erasure: true
    case .position(_, let only), .sharing(_, let only): only == nil || only == trip
    case .trip(let ended): ended == trip
    }
  }

  /// Returns whether a grant in a concerned trip ends.
  func ends(_ grant: ShareGrant) -> Bool {
    switch self {
    case .grant(let id, let owner): grant.id == id && grant.owner == owner
    case .position: false
    case .sharing(let user, _), .erasure(let user): grant.owner == user
    case .trip: true
    }
  }

  /// Returns whether the position of a user in a concerned trip is removed.
  func removesPosition(of user: UserID) -> Bool {
    switch self {
    case .grant: false
    case .position(let gone, _), .sharing(let gone, _), .erasure(let gone): gone == user
    case .trip: true
    }
  }
}

extension ShareGrant {
  /// Returns whether the grant may show a row to anybody now.
  package func mayShow(_ row: LiveRow, now: Int64) -> Bool {
    owner == row.user && precision != .hidden && from.milliseconds <= now && now < until.milliseconds
  }
}

extension LiveRow {
  /// The time in milliseconds for which the row of a traveller who is gone is kept, for servers that read it late.
  package static let goneMilliseconds: Int64 = 600_000

  /// Returns whether the row may be removed: expired, or gone for so long that every server knows.
  package func isObsolete(now: Int64) -> Bool {
    position == nil ? now - order.observedMilliseconds > Self.goneMilliseconds : expiresMilliseconds <= now
  }
}

extension ServerLeases {
  /// The time in milliseconds after which a server that does not renew its lease is forgotten.
  package static let forgottenMilliseconds: Int64 = 3_600_000
}

extension AuditCount.Key {
  package func isOrdered(before other: Self) -> Bool {
    (hour, viewer, grant?.rawValue ?? "", trip) < (
      other.hour, other.viewer, other.grant?.rawValue ?? "", other.trip
    )
  }
}
