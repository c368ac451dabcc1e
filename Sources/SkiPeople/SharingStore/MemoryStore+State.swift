package import SkiAPI
import SkiBase

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
