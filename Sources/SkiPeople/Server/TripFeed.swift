import SkiAPI
import SkiBase

/// The state of one trip in a server: grants, people, the latest rows, and who listens.
struct TripFeed {
  /// One listener of a trip.
  struct Listener {
    var viewer: Viewer
    var showing: LocationsShown
    var mailbox: ViewerMailbox
    /// The positions in the mailbox or delivered, with the grants by which they are.
    var shown: [UserID: TripPermissions.Shown] = [:]
  }

  /// People, grants and the latest rows.
  private(set) var permissions: TripPermissions
  /// The view used last, for listeners that begin at the same time; nil after a change.
  private var recent: (view: TripView, at: UniversalTime)?
  /// The cursor after the rows.
  var cursor: Int64 = 0
  var listeners: [UInt64: Listener] = [:]
  /// The time of the last use by the monotonic clock, in milliseconds.
  var usedAt: Int64 = 0

  init(trip: TripID) { permissions = TripPermissions(trip: trip) }

  var trip: TripID { permissions.trip }
  /// The people; nil for an unknown trip.
  var roster: TripRoster? {
    get { permissions.roster }
    set {
      recent = nil
      permissions.roster = newValue
    }
  }
  var grants: [UserID: [ShareGrant]] {
    get { permissions.grants }
    set {
      recent = nil
      permissions.grants = newValue
    }
  }
  var rows: [UserID: LiveRow] {
    get { permissions.rows }
    set { permissions.rows = newValue }
  }

  /// Takes rows that are later than those known. Complexity: O(*k*) in the rows.
  mutating func take(_ changes: TripRows) {
    if !changes.rows.isEmpty {
      // The view holds the rows, which would be copied.
      recent = nil
      permissions.take(changes.rows)
    }
    cursor = max(cursor, changes.cursor)
  }

  /// Takes all rows of the trip, in place of those known. Complexity: O(*n*) in the rows.
  mutating func replaceRows(_ all: TripRows) {
    recent = nil
    permissions.rows = [:]
    take(all)
  }

  /// Removes rows that are not shown to anybody any more. Complexity: O(*n*) in the rows.
  mutating func removeObsoleteRows(now: Int64) {
    // Nothing is copied when there are none.
    guard rows.values.contains(where: { $0.isObsolete(now: now) }) else { return }
    recent = nil
    permissions.rows = rows.filter { !$0.value.isObsolete(now: now) }
  }

  /// Returns the position of a person as a viewer may see it now; nil when there is nothing to see.
  func location(of owner: UserID, for viewer: Viewer, now: UniversalTime) -> TripPermissions.Shown? {
    permissions.location(of: owner, for: viewer, now: now)
  }

  /// Returns the positions that a viewer may see now.
  /// - Complexity: O(*n* log *n*) in the people.
  func seen(
    by viewer: Viewer, showing: LocationsShown, now: UniversalTime
  ) -> [UserID: TripPermissions.Shown] {
    var view = TripView(permissions, now: now)
    let found = view.seen(by: viewer, showing: showing)
    return Dictionary(
      uniqueKeysWithValues: found.map { (view.owners[$0.number], $0.shown) })
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

    /// Returns whether a batch with any of the people may still reach the viewer.
    func mayBeDelivered(at monotonicMilliseconds: Int64) -> Bool {
      mailbox.mayDeliver(anyOf: users, monotonic: monotonicMilliseconds)
    }
  }

  /// The time in milliseconds for which a view is used again, within which grants may begin and end: a position tells when
  /// it expires.
  private static let viewMilliseconds: Int64 = 50

  /// Updates the mailboxes of listeners by a view of the present rows.
  /// - Parameters:
  ///   - numbers: The listeners; all when nil.
  ///   - due: Returns the people whose rows are looked at for a listener; nil for none.
  /// - Returns: The people withdrawn from listeners.
  /// - Complexity: O(*n* log *n*) in the people, and that of ``refresh(_:_:view:now:audit:)`` for each listener.
  mutating func refresh(
    _ numbers: [UInt64]? = nil, now: UniversalTime, audit: inout AuditLog,
    _ due: (Viewer) -> DueDeliveries.People?
  ) -> [Withdrawal] {
    guard !listeners.isEmpty else { return [] }
    var view = view(at: now)
    var withdrawals: [Withdrawal] = []
    for number in numbers ?? Array(listeners.keys) {
      guard let viewer = listeners[number]?.viewer, let people = due(viewer) else { continue }
      if let withdrawal = refresh(number, people, view: &view, now: now, audit: &audit) {
        withdrawals.append(withdrawal)
      }
    }
    recent?.view = view
    return withdrawals
  }

  /// Returns the view used last when nothing has changed and it is recent; else a new one.
  private mutating func view(at now: UniversalTime) -> TripView {
    if let recent, (0..<Self.viewMilliseconds).contains(now.milliseconds - recent.at.milliseconds) {
      return recent.view
    }
    let view = TripView(permissions, now: now)
    recent = (view, now)
    return view
  }

  /// Updates the mailbox of a listener by the rows of people.
  /// - Parameters:
  ///   - view: The view of the trip's present rows, which other listeners use, too.
  /// - Returns: The people withdrawn from the listener; nil when there are none.
  /// - Complexity: That of ``TripView/seen(by:showing:among:)``, and O(*k*) in the people shown.
  private mutating func refresh(
    _ number: UInt64, _ people: DueDeliveries.People, view: inout TripView, now: UniversalTime,
    audit: inout AuditLog
  ) -> Withdrawal? {
    guard var listener = listeners.removeValue(forKey: number) else { return nil }
    guard admits(listener.viewer, now: now) else {
      listener.mailbox.close(SkiError.unknownTrip(trip))
      return Withdrawal(mailbox: listener.mailbox, users: Set(rows.keys).union(listener.shown.keys))
    }
    // The nearest change with any row.
    var candidates: Set<UserID>?
    if listener.showing == .all, case .some(let rows) = people { candidates = rows }
    let seen = view.seen(by: listener.viewer, showing: listener.showing, among: candidates)
    var gone = withdrawn(from: listener, seen, among: candidates, view)
    var replaced: Set<UserID> = []
    let present = delivered(
      seen, to: &listener, gone: &gone, replaced: &replaced, view, now: now, audit: &audit)
    for owner in gone { listener.shown[owner] = nil }
    listeners[number] = listener
    listener.mailbox.apply(present + gone.map(LocationChange.gone), cursor: cursor)
    let users = replaced.union(gone)
    return users.isEmpty ? nil : Withdrawal(mailbox: listener.mailbox, users: users)
  }

  /// Notes the positions that are new to a listener and whose audit record is durable, and returns them as changes.
  ///
  /// A position that waits for its record replaces nothing: one by another grant is gone until then.
  /// - Parameters:
  ///   - gone: The people of whom nothing is shown any more; those are added.
  ///   - replaced: The people who are seen by another grant than before, which may have shown more; those are added.
  private func delivered(
    _ seen: [(number: Int, shown: TripPermissions.Shown)], to listener: inout Listener, gone: inout [UserID],
    replaced: inout Set<UserID>, _ view: TripView, now: UniversalTime, audit: inout AuditLog
  ) -> [LocationChange] {
    let (viewer, hour) = (listener.viewer.auditName, now.milliseconds / 3_600_000)
    var changes: [LocationChange] = []
    for (number, shown) in seen {
      let owner = view.owners[number]
      let known = listener.shown[owner]
      let isRegranted = known.map { $0.access.grant != shown.access.grant } ?? false
      if isRegranted { replaced.insert(owner) }
      if known?.location == shown.location, !isRegranted { continue }
      let key = AuditCount.Key(
        owner: owner, viewer: viewer, trip: trip, grant: shown.access.grant, hour: hour)
      guard audit.mayDeliver(key) else {
        if isRegranted { gone.append(owner) }
        continue
      }
      listener.shown[owner] = shown
      changes.append(.present(shown.location))
    }
    return changes
  }

  /// Returns the people shown to a listener who are not seen any more.
  private func withdrawn(
    from listener: Listener, _ seen: [(number: Int, shown: TripPermissions.Shown)],
    among people: Set<UserID>?, _ view: TripView
  ) -> [UserID] {
    var isSeen = [Bool](repeating: false, count: view.owners.count)
    for (number, _) in seen { isSeen[number] = true }
    func isGone(_ owner: UserID) -> Bool { !(view.number(of: owner).map { isSeen[$0] } ?? false) }
    guard let people else { return listener.shown.keys.filter(isGone) }
    return people.filter { listener.shown[$0] != nil && isGone($0) }
  }
}
