import SkiGeo

/// The state of one trip in a server: grants, people, the latest rows, and who listens.
struct TripFeed {
  /// One listener of a trip.
  struct Listener {
    var viewer: Viewer
    var showing: LocationsShown
    var mailbox: ViewerMailbox
    /// The positions in the mailbox or delivered.
    var shown: [UserID: SharedLocation] = [:]
  }

  let trip: TripID
  /// The people; nil for an unknown trip.
  var roster: TripRoster?
  var grants: [UserID: [ShareGrant]] = [:]
  var rows: [UserID: LiveRow] = [:]
  /// The cursor after the rows.
  var cursor: Int64 = 0
  var listeners: [UInt64: Listener] = [:]
  /// The time of the last use by the monotonic clock, in milliseconds.
  var usedAt: Int64 = 0

  init(trip: TripID) { self.trip = trip }

  /// Takes rows that are later than those known. Complexity: O(*k*) in the rows.
  mutating func take(_ changes: TripRows) {
    for row in changes.rows {
      if let known = rows[row.user], row.order < known.order { continue }
      rows[row.user] = row.position == nil ? nil : row
    }
    cursor = max(cursor, changes.cursor)
  }

  /// Takes all rows of the trip, in place of those known. Complexity: O(*n*) in the rows.
  mutating func replaceRows(_ all: TripRows) {
    rows = [:]
    take(all)
  }

  /// Removes rows that are not shown to anybody any more. Complexity: O(*n*) in the rows.
  mutating func removeObsoleteRows(now: Int64) { rows = rows.filter { !$0.value.isObsolete(now: now) } }

  /// Returns a permission to see a person now; nil when there is none.
  func access(to owner: UserID, by viewer: Viewer, now: UniversalTime) -> Access? {
    guard let roster, let row = rows[owner], let position = row.position, viewer.user != owner else {
      return nil
    }
    return Access.decide(
      owner: owner, grants: grants[owner] ?? [],
      AccessQuestion(
        viewer: viewer, roster: roster, now: now, isInSkiArea: position.isInSkiArea,
        isCoarseInSkiArea: position.coarse.shown?.isInSkiArea ?? false))
  }

  /// Returns the position of a person as a viewer may see it now; nil when there is nothing to see.
  func location(of owner: UserID, for viewer: Viewer, now: UniversalTime) -> (SharedLocation, Access)? {
    guard let access = access(to: owner, by: viewer, now: now), let row = rows[owner],
      let location = SharedLocation.redacted(row, to: access, now: now)
    else { return nil }
    return (location, access)
  }

  /// Returns whether a viewer may listen: a member before the trip's end, or the holder of a link.
  func admits(_ viewer: Viewer, now: UniversalTime) -> Bool {
    guard let roster, now < roster.until else { return false }
    switch viewer {
    case .member(let user): return roster.members.contains(user)
    case .link(let hash):
      return grants.values.joined().contains { $0.audience == .link(hash) && now < $0.until }
    }
  }
}

// MARK: Delivery

extension TripFeed {
  /// The people to whom a delivery is withheld or withdrawn.
  struct Withdrawal {
    var mailbox: ViewerMailbox
    var users: Set<UserID>
  }

  /// Updates the mailbox of a listener by the rows of people; all when nil.
  /// - Returns: The people withdrawn from the listener; nil when there are none.
  /// - Complexity: O(*n*) in the people and their grants; O(*n* log *n*) for a listener who sees those near.
  mutating func refresh(
    _ number: UInt64, _ people: Set<UserID>?, now: UniversalTime, audit: inout AuditBook
  ) -> Withdrawal? {
    guard var listener = listeners[number] else { return nil }
    guard admits(listener.viewer, now: now) else {
      listeners[number] = nil
      listener.mailbox.close(SkiError.unknown(trip))
      return Withdrawal(mailbox: listener.mailbox, users: Set(rows.keys).union(listener.shown.keys))
    }
    let candidates = listener.showing == .all ? people : nil
    let seen = seen(by: listener.viewer, showing: listener.showing, among: candidates, now: now)
    let changes = self.changes(to: seen, for: &listener, among: candidates, now: now, audit: &audit)
    listeners[number] = listener
    listener.mailbox.apply(changes, cursor: cursor)
    let gone = changes.compactMap { change -> UserID? in
      if case .gone(let user) = change { user } else { nil }
    }
    return gone.isEmpty ? nil : Withdrawal(mailbox: listener.mailbox, users: Set(gone))
  }

  private func changes(
    to seen: [UserID: (SharedLocation, Access)], for listener: inout Listener, among people: Set<UserID>?,
    now: UniversalTime, audit: inout AuditBook
  ) -> [LocationChange] {
    var changes: [LocationChange] = []
    for (owner, (location, access)) in seen.sorted(by: { $0.key < $1.key })
    where listener.shown[owner] != location {
      let key = AuditCount.Key(
        owner: owner, viewer: listener.viewer.auditName, trip: trip, grant: access.grant,
        hour: now.milliseconds / 3_600_000)
      guard audit.mayDeliver(key) else { continue }
      listener.shown[owner] = location
      changes.append(.present(location))
    }
    for owner in listener.shown.keys where seen[owner] == nil && people?.contains(owner) ?? true {
      listener.shown[owner] = nil
      changes.append(.gone(owner))
    }
    return changes
  }

  /// Returns the positions that a viewer may see now.
  /// - Parameters:
  ///   - people: The people considered; all when nil.
  /// - Complexity: O(*n*) in the people and their grants; O(*n* log *n*) for those near.
  func seen(
    by viewer: Viewer, showing: LocationsShown, among people: Set<UserID>? = nil, now: UniversalTime
  ) -> [UserID: (SharedLocation, Access)] {
    var seen: [UserID: (SharedLocation, Access)] = [:]
    for owner in people ?? Set(rows.keys) { seen[owner] = location(of: owner, for: viewer, now: now) }
    return switch showing {
    case .all: seen
    case .near(let metres, let most): nearest(seen, to: ownCoordinate(of: viewer), metres, most)
    case .around(let place, let metres, let most): nearest(seen, to: place, metres, most)
    }
  }

  /// Returns those nearest to a coordinate, by the coordinates that the viewer may know.
  private func nearest(
    _ seen: [UserID: (SharedLocation, Access)], to origin: Coordinate?, _ reachMetres: Double, _ most: Int
  ) -> [UserID: (SharedLocation, Access)] {
    guard let origin else { return [:] }
    let ranked = seen.compactMap { user, value -> (metres: Double, user: UserID)? in
      let metres = value.0.coordinate.map { origin.distanceMetres(to: $0) }
      return metres.map { $0 <= reachMetres } ?? true ? (metres ?? .infinity, user) : nil
    }
    let kept = ranked.sorted { ($0.metres, $0.user) < ($1.metres, $1.user) }.prefix(most)
    return Dictionary(
      uniqueKeysWithValues: kept.compactMap { entry in seen[entry.user].map { (entry.user, $0) } })
  }

  /// Returns the viewer's own coordinate in the trip, which is theirs to know.
  private func ownCoordinate(of viewer: Viewer) -> Coordinate? {
    viewer.user.flatMap { rows[$0]?.position?.exact.coordinate }
  }
}
