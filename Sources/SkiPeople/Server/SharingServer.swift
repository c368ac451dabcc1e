package import SkiAPI
package import SkiBase

/// The part of live sharing that one server process runs: reads the store under a lease, stores rows in batches, and
/// delivers to listeners.
///
/// Created by ``SkiEnvironment``. ``run()`` does all the work repeatedly; ``step()`` does it once, for tests.
package actor SharingServer {
  /// The times at which a server works.
  package struct Options: Sendable {
    /// The time between flushes and looks at the store, in milliseconds.
    package var stepMilliseconds: Int64 = 100
    /// The least time between batches of a listener, in milliseconds; ends of sharing don't wait for it.
    package var deliveryMilliseconds: Int64 = 250
    /// The time after which a trip is read even without a notice, in milliseconds.
    package var rereadMilliseconds: Int64 = 2000
    /// The time between full updates of all listeners, for what expires and for those near, in milliseconds.
    package var refreshMilliseconds: Int64 = 1000
    /// The time between looks at the confirmations of other servers, in milliseconds.
    package var confirmationMilliseconds: Int64 = 20
    /// The time for which a trip without listeners stays open after its last use, in milliseconds.
    package var idleMilliseconds: Int64 = 300_000
    package init() {}
  }

  package nonisolated let id: ServerID
  let store: any SharingStore
  let membership: any TripMembership
  nonisolated let clock: TimeSource
  nonisolated let lease = DeliveryLease()
  nonisolated let storeTime: StoreTime
  let options: Options

  var feeds: [TripID: TripFeed] = [:]
  var writes = WriteQueue()
  var audit = AuditLog()
  /// The version of grants and memberships that is applied.
  private(set) var applied: Int64 = 0
  /// The withdrawals of positions that may still be on their way to viewers, with the first version whose confirmation
  /// waits for them.
  private var holds: [(version: Int64, withdrawal: TripFeed.Withdrawal)] = []
  /// The trips to be read, and those with rows to be delivered.
  private var dirtyTrips: Set<TripID> = []
  private var readAt: [TripID: Int64] = [:]
  private var refreshedAt: Int64 = .min
  private var deliveredAt: Int64 = .min / 2
  private var deliveries = DueDeliveries()
  private var nextListener: UInt64 = 0
  /// The time of the last renewal by the monotonic clock, in milliseconds.
  private var renewedAt: Int64?
  /// The renewal that began last, and the one that begins after it, which all share who ask until then.
  private var renewals: (begun: Task<Void, any Error>?, next: Task<Void, any Error>?)
  private var subscription: Subscription?

  package init(
    id: ServerID = .random(), store: any SharingStore, membership: any TripMembership,
    clock: TimeSource = .system, options: Options = Options()
  ) {
    (self.id, self.store, self.membership, self.clock, self.options) = (id, store, membership, clock, options)
    storeTime = StoreTime(clock: clock)
  }

  /// The current time of the store.
  package nonisolated var now: UniversalTime { storeTime.now }
}

// MARK: Work

extension SharingServer {
  /// Works until the task is cancelled; then stores what waits, delivers nothing any more, and gives up the lease.
  package func run() async {
    await subscribe()
    while !Task.isCancelled {
      await work(isDelivering: clock.monotonicMilliseconds() - deliveredAt >= options.deliveryMilliseconds)
      do { try await clock.sleep(options.stepMilliseconds) } catch { break }
    }
    await flush()
    await flushAudit(isLast: true)
    for feed in feeds.values { for listener in feed.listeners.values { listener.mailbox.close() } }
    feeds = [:]
    await ErrorReporter.attempt("giving up the lease") { try await store.retire(id) }
  }

  private func subscribe() async {
    subscription = await ErrorReporter.attempt("listening to the store") {
      try await store.listen { [weak self] change in
        Task { await self?.note(change) }
      }
    }
  }

  func note(_ change: StoreChange) {
    switch change {
    case .sharing: break
    case .trips(let trips): dirtyTrips.formUnion(trips.filter { feeds[$0] != nil })
    case .unknown: dirtyTrips.formUnion(feeds.keys)
    }
  }

  /// Does all that is due once, and delivers what waited for its audit records, too.
  package func step() async {
    await work(isDelivering: true)
    deliver()
  }

  /// Does all that is due once: stores rows and counts, renews the lease, reads trips, delivers.
  ///
  /// Work that fails because the store is away is tried again at the next step.
  /// - Parameters:
  ///   - isDelivering: Indicates whether positions are delivered, besides the ends of sharing.
  func work(isDelivering: Bool) async {
    await flush()
    await flushAudit()
    let known = applied
    await ErrorReporter.attempt("renewing the lease") { try await renew() }
    // An end waits for the confirmation, which a renewal carries.
    if applied != known { await ErrorReporter.attempt("renewing the lease") { try await renew() } }
    guard isDelivering else { return }
    deliveredAt = clock.monotonicMilliseconds()
    await readTrips()
    markAll()
    deliver()
    await flushAudit()
  }

  /// Stores the rows that wait, in one batch.
  private func flush() async {
    let entries = writes.takeAll()
    guard !entries.isEmpty else { return }
    do {
      let outcomes = try await store.write(entries.map(\.row))
      for (entry, outcome) in zip(entries, outcomes) {
        for continuation in entry.waiting { continuation.resume(returning: outcome) }
      }
      dirtyTrips.formUnion(entries.map(\.row.trip).filter { feeds[$0] != nil })
    } catch {
      for entry in entries { for continuation in entry.waiting { continuation.resume(throwing: error) } }
    }
  }

  /// Stores the audit's counts that are due, then delivers what waited for them.
  func flushAudit(isLast: Bool = false) async {
    let monotonic = clock.monotonicMilliseconds()
    // Erasures meanwhile may be unknown to the store by now.
    if let renewedAt, monotonic - renewedAt >= ServerLeases.forgottenMilliseconds / 2 { audit = AuditLog() }
    let due = isLast ? audit.takeAll() : audit.takeDue(at: monotonic)
    guard !due.isEmpty else { return }
    do {
      guard try await store.record(due, applied: applied) else {
        audit.putBack(due)
        return try await renew()
      }
      audit.confirm(due)
      // Those with a count have been delivered.
      for begun in due.lazy.filter({ $0.count == 0 }) { deliveries.add(begun.key.viewer, in: begun.key.trip) }
    } catch {
      audit.putBack(due)
    }
  }

  /// Reads the trips whose rows changed, or that were not read for long, and delivers the changes.
  private func readTrips() async {
    let monotonic = clock.monotonicMilliseconds()
    let due = feeds.filter { trip, feed in
      !feed.listeners.isEmpty
        && (dirtyTrips.contains(trip) || monotonic - (readAt[trip] ?? .min / 2) >= options.rereadMilliseconds)
    }
    guard !due.isEmpty else { return }
    dirtyTrips.subtract(due.keys)
    do {
      for (trip, rows) in try await store.rows(after: due.mapValues(\.cursor)) where feeds[trip] != nil {
        take(rows, of: trip, readAt: monotonic)
      }
    } catch {
      dirtyTrips.formUnion(due.keys)
    }
  }

  /// Reads the rows of an open trip that changed since the last reading, and delivers them.
  func read(_ trip: TripID) async throws {
    guard let cursor = feeds[trip]?.cursor else { return }
    dirtyTrips.remove(trip)
    let monotonic = clock.monotonicMilliseconds()
    do {
      let rows = try await store.rows(of: trip, after: cursor)
      take(rows, of: trip, readAt: monotonic)
    } catch {
      dirtyTrips.insert(trip)
      throw error
    }
  }

  /// Takes rows of a trip, which are delivered next.
  private func take(_ rows: TripRows, of trip: TripID, readAt monotonic: Int64) {
    readAt[trip] = monotonic
    feeds[trip]?.take(rows)
    if !rows.rows.isEmpty { deliveries.add(rows.rows.lazy.map(\.user), of: trip) }
  }

  /// Marks all listeners to be updated by the time: what expired, what begins, and who is near.
  private func markAll() {
    let monotonic = clock.monotonicMilliseconds()
    guard refreshedAt == .min || monotonic - refreshedAt >= options.refreshMilliseconds else { return }
    refreshedAt = monotonic
    let now = storeTime.now.milliseconds
    closeUnusedTrips(at: monotonic)
    for trip in feeds.keys {
      feeds[trip]?.removeObsoleteRows(now: now)
      deliveries.addAll(of: trip)
    }
  }

  /// Delivers what is due.
  private func deliver() {
    for (trip, due) in deliveries.take() { refresh(trip, due) }
  }

  /// Closes trips without listeners to which no position was reported for long.
  private func closeUnusedTrips(at monotonic: Int64) {
    for (trip, feed) in feeds
    where feed.listeners.isEmpty && monotonic - feed.usedAt > options.idleMilliseconds {
      (feeds[trip], readAt[trip]) = (nil, nil)
      dirtyTrips.remove(trip)
    }
  }

  /// Updates the listeners of a trip to whom something is due.
  ///
  /// Any withdrawal holds the confirmation of the next version: a row that says that a traveller is gone may be read
  /// before the version that ended the sharing is.
  private func refresh(_ trip: TripID, _ due: DueDeliveries.Trip) {
    let (now, monotonic) = (storeTime.now, clock.monotonicMilliseconds())
    let withdrawals = feeds[trip]?.refresh(now: now, audit: &audit) { due.people(for: $0.auditName) } ?? []
    holds += withdrawals.lazy.filter { $0.mayBeDelivered(at: monotonic) }.map { (applied + 1, $0) }
  }
}

// MARK: Lease

extension SharingServer {
  /// Renews the lease and applies all changes of grants and memberships that were made before the call.
  ///
  /// One renewal runs at a time; all who ask while it runs share the next one.
  package func renew() async throws {
    if let next = renewals.next { return try await next.value }
    let begun = renewals.begun
    let next = Task {
      _ = await begun?.result
      renewals = (renewals.next, nil)
      try await renewOnce()
    }
    renewals.next = next
    try await next.value
  }

  private func renewOnce() async throws {
    let began = clock.monotonicMilliseconds()
    let changes = try await store.renew(id, applied: confirmable())
    storeTime.set(storeMilliseconds: changes.nowMilliseconds, monotonic: clock.monotonicMilliseconds())
    try await apply(changes)
    renewedAt = began
    lease.renew(readingBegan: began)
  }

  /// Returns the greatest version of which no forbidden delivery is on its way any more.
  private func confirmable() -> Int64 {
    let monotonic = clock.monotonicMilliseconds()
    holds.removeAll { !$0.withdrawal.mayBeDelivered(at: monotonic) }
    return holds.map { $0.version - 1 }.min() ?? applied
  }

  private func apply(_ changes: SharingChanges) async throws {
    // Everything is read before anything is applied: a failure leaves the lease to run out. Trips opened meanwhile are
    // read, too, and those of which later rows were read meanwhile are read again.
    var read: [TripID: (roster: TripRoster?, rows: TripRows)] = [:]
    while let trip = changes.trips.keys.first(where: { trip in
      feeds[trip].map { feed in read[trip].map { $0.rows.cursor < feed.cursor } ?? true } ?? false
    }) {
      let roster = try await membership.roster(of: trip)
      read[trip] = (roster, try await store.rows(of: trip, after: 0))
    }
    for (trip, (roster, rows)) in read where feeds[trip] != nil {
      feeds[trip]?.roster = roster
      feeds[trip]?.grants = Dictionary(grouping: changes.trips[trip] ?? [], by: \.owner)
      feeds[trip]?.replaceRows(rows)
      refresh(trip, .all)
    }
    forget(changes.erased)
    applied = changes.version
  }

  /// Forgets audit records of and about erased users, and ends their listening.
  private func forget(_ users: Set<UserDigest>) {
    guard !users.isEmpty else { return }
    audit.forget(users)
    for (trip, feed) in feeds {
      for (number, listener) in feed.listeners {
        guard let user = listener.viewer.user, users.contains(UserDigest(of: user)) else { continue }
        listener.mailbox.close(SkiError.unknownTrip(trip))
        feeds[trip]?.listeners[number] = nil
      }
    }
  }

  /// Applies the current version, and returns when no server can deliver anything that it forbids.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be read.
  package func waitUntilAllApplied() async throws {
    try await renew()
    try await waitUntilApplied(applied)
  }

  /// Returns when no server can deliver anything that a version forbids.
  ///
  /// Waits for the confirmations of all servers, or for the leases of those that don't renew them.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be read; the version holds nevertheless.
  package func waitUntilApplied(_ version: Int64) async throws {
    while true {
      try await renew()
      let leases = try await store.leases()
      if leases.servers(behind: version).isEmpty { return }
      try await clock.sleep(options.confirmationMilliseconds)
    }
  }
}

// MARK: Trips

extension SharingServer {
  /// Opens a trip for listening or asking.
  /// - Throws: ``SkiError`` with code `.notFound` for an unknown trip, `.unavailable` when it can't be read.
  func open(_ trip: TripID) async throws {
    guard feeds[trip] == nil else {
      feeds[trip]?.usedAt = clock.monotonicMilliseconds()
      return
    }
    // A version read first: what changes from then on is applied again by the next renewal.
    try await renew()
    let version = applied
    guard let roster = try await membership.roster(of: trip) else { throw SkiError.unknownTrip(trip) }
    let grants = try await store.grants(in: trip)
    let rows = try await store.rows(of: trip, after: 0)
    guard feeds[trip] == nil else { return }
    guard applied == version else { return try await open(trip) }
    var feed = TripFeed(trip: trip)
    feed.roster = roster
    feed.grants = Dictionary(grouping: grants, by: \.owner)
    feed.take(rows)
    feed.usedAt = clock.monotonicMilliseconds()
    feeds[trip] = feed
    readAt[trip] = clock.monotonicMilliseconds()
  }

  /// Adds a listener to an open trip.
  func listen(_ trip: TripID, as viewer: Viewer, showing: LocationsShown) throws -> LocationStream {
    try admit(viewer, to: trip, showing: showing)
    nextListener += 1
    let number = nextListener
    let mailbox = ViewerMailbox(trip: trip)
    feeds[trip]?.listeners[number] = TripFeed.Listener(viewer: viewer, showing: showing, mailbox: mailbox)
    // Nothing was delivered before that could be withdrawn.
    _ = feeds[trip]?.refresh([number], now: storeTime.now, audit: &audit) { _ in .all }
    let end = Subscription { [weak self] in
      mailbox.close()
      Task { await self?.removeListener(number, of: trip) }
    }
    return LocationStream(mailbox: mailbox, lease: lease, clock: clock, storeTime: storeTime, end: end)
  }

  private func removeListener(_ number: UInt64, of trip: TripID) {
    feeds[trip]?.listeners[number] = nil
  }

  /// The numbers of open trips and listeners.
  package var counts: (trips: Int, listeners: Int) {
    (feeds.count, feeds.values.reduce(0) { $0 + $1.listeners.count })
  }
}

// MARK: Rows

extension SharingServer {
  /// Returns the grants by which a member shows their position in an open trip now, blocks not included.
  func activeGrants(of user: UserID, in trip: TripID) -> [ShareGrant] {
    guard let feed = feeds[trip], feed.admits(.member(user), now: storeTime.now) else { return [] }
    let now = storeTime.now
    return feed.grants[user]?.filter { $0.precision != .hidden && $0.from <= now && now < $0.until } ?? []
  }

  /// Returns the latest row of a traveller in an open trip, as of its last reading.
  func row(of user: UserID, in trip: TripID) -> LiveRow? { feeds[trip]?.rows[user] }

  /// Stores a row with the next batch.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be written.
  func store(_ row: LiveRow) async throws -> RowOutcome {
    try await withCheckedThrowingContinuation { writes.add(row, $0) }
  }

  /// Removes the row of a traveller that waits to be stored.
  func dropWaiting(_ user: UserID, from trip: TripID?) { writes.drop(user, from: trip) }
}
