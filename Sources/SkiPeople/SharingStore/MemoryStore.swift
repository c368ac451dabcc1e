public import SkiAPI
public import SkiBase

extension SharingStorage {
  /// Returns a storage in memory, for tests and for one process that may forget everything when it ends.
  /// - Parameter now: The clock of the store; the system's by default.
  public static func memory(now: @escaping @Sendable () -> UniversalTime = SharingClock.system.now)
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
