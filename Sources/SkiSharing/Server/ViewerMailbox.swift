import SkiGeo
import SkiNavigation

/// The undelivered changes of one listener: the newest of each person, handed out only during the server's lease.
///
/// A batch counts as outstanding from when it is taken until the listener asks for the next one; an end of a grant is
/// confirmed only when no outstanding batch contains the person, or its deadline has passed.
final class ViewerMailbox: Sendable {
  private struct State {
    var pending = PendingUpdates<UserID, SharedLocation>()
    var isSnapshotDue = true
    var cursor: Int64 = 0
    var outstanding: Outstanding?
    var waiter: CheckedContinuation<Void, Never>?
    var isClosed = false
    var failure: SkiError?
  }

  /// A batch that was handed out, and may not have reached the viewer yet.
  private struct Outstanding {
    var users: Set<UserID>
    var deadline: Int64
  }

  /// The result of an attempt to take a batch.
  enum Taken {
    case batch(LocationBatch)
    /// There is nothing to be delivered.
    case nothing
    /// There is something, but the lease has run out.
    case withheld
    case closed(SkiError?)
  }

  private let trip: TripID
  private let state = Locked(State())

  init(trip: TripID) { self.trip = trip }

  /// Applies changes in one step, and wakes the listener.
  func apply(_ changes: [LocationChange], cursor: Int64) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isClosed else { return nil }
      for change in changes {
        switch change {
        case .present(let location): state.pending.put(location.user, location)
        case .gone(let user): state.pending.withdraw(user)
        }
      }
      state.cursor = cursor
      guard state.pending.count > 0 else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Takes a batch during the lease; what expired meanwhile is delivered as gone.
  func take(limit: Int, monotonic: Int64, now: UniversalTime, lease: DeliveryLease) -> Taken {
    state.withLock { state in
      state.outstanding = nil
      if state.isClosed { return .closed(state.failure) }
      guard state.pending.count > 0 || state.isSnapshotDue else { return .nothing }
      let deadline = lease.end
      guard monotonic < deadline else { return .withheld }
      let changes = Self.takeChanges(&state, limit: state.isSnapshotDue ? .max : limit, now: now)
      let batch = LocationBatch(
        changes: changes, isSnapshot: state.isSnapshotDue,
        cursor: LocationCursor(trip: trip, number: state.cursor), deadlineMilliseconds: deadline)
      state.isSnapshotDue = false
      let users = changes.compactMap { change in
        if case .present(let location) = change { location.user } else { nil as UserID? }
      }
      state.outstanding = Outstanding(users: Set(users), deadline: deadline)
      return .batch(batch)
    }
  }

  private static func takeChanges(_ state: inout State, limit: Int, now: UniversalTime) -> [LocationChange] {
    var changes: [LocationChange] = []
    while changes.count < limit, let update = state.pending.take() {
      switch update {
      case .value(let user, let location):
        changes.append(now < location.expiresAt ? .present(location) : .gone(user))
      case .removed(let user): changes.append(.gone(user))
      }
    }
    return changes
  }

  /// Returns whether a batch with any of the people may still reach the viewer.
  func mayDeliver(anyOf users: Set<UserID>, monotonic: Int64) -> Bool {
    state.withLock { state in
      guard let outstanding = state.outstanding, monotonic < outstanding.deadline else { return false }
      return !outstanding.users.isDisjoint(with: users)
    }
  }

  /// Waits until there is something to be taken, or the mailbox is closed.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isNeedless = state.withLock { state in
        if state.isClosed || state.pending.count > 0 || state.isSnapshotDue { return true }
        state.waiter = continuation
        return false
      }
      if isNeedless { continuation.resume() }
    }
  }

  /// Ends the listening; nothing is taken any more.
  func close(_ failure: SkiError? = nil) {
    let waiter = state.withLock { state in
      if !state.isClosed { state.failure = failure }
      state.isClosed = true
      state.pending = PendingUpdates()
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// The number of undelivered changes.
  var pendingCount: Int { state.withLock { $0.pending.count } }
}
