import SkiAPI
import SkiBase
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
    var signal = WakeSignal()
    var isClosed = false
    var failure: SkiError?
  }

  /// A batch that was handed out, and may not have reached the viewer yet.
  private struct Outstanding {
    var users: [UserID]
    var deadline: Int64
  }

  private let trip: TripID
  private let state = Locked(State())

  init(trip: TripID) { self.trip = trip }

  /// Applies changes in one step, and raises the listener's signal.
  func apply(_ changes: [LocationChange], cursor: Int64) {
    let signal = state.withLock { state -> WakeSignal? in
      guard !state.isClosed else { return nil }
      for change in changes {
        switch change {
        case .present(let location): state.pending.put(location.user, location)
        case .gone(let user): state.pending.withdraw(user)
        }
      }
      state.cursor = cursor
      return state.pending.count > 0 ? state.signal : nil
    }
    signal?.raise()
  }

  /// Raises a signal of the listener from now on, and at once.
  func follow(_ signal: WakeSignal) {
    state.withLock { $0.signal = signal }
    signal.raise()
  }

  /// Takes a batch during the lease; what expired meanwhile is delivered as gone.
  /// - Throws: The `SkiError` with which the listening was ended.
  func take(
    limit: Int, monotonic: Int64, now: UniversalTime, lease: DeliveryLease
  ) throws -> LocationStream.Taken {
    let taken = state.withLock { state -> Result<LocationStream.Taken, SkiError> in
      state.outstanding = nil
      if state.isClosed { return state.failure.map { .failure($0) } ?? .success(.ended) }
      guard state.pending.count > 0 || state.isSnapshotDue else { return .success(.nothing) }
      let deadline = lease.end
      guard monotonic < deadline else { return .success(.withheld) }
      let changes = Self.takeChanges(&state, limit: state.isSnapshotDue ? .max : limit, now: now)
      let batch = LocationBatch(
        changes: changes, isSnapshot: state.isSnapshotDue,
        cursor: LocationCursor(trip: trip, number: state.cursor), deadlineMilliseconds: deadline)
      state.isSnapshotDue = false
      let users = changes.compactMap { change in
        if case .present(let location) = change { location.user } else { nil as UserID? }
      }
      state.outstanding = Outstanding(users: users, deadline: deadline)
      return .success(.batch(batch))
    }
    return try taken.get()
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
      return outstanding.users.contains { users.contains($0) }
    }
  }

  /// Waits until something changed since the last waiting, or the mailbox is closed.
  func wait() async { await state.withLock { $0.signal }.wait() }

  /// Ends the listening; nothing is taken any more.
  func close(_ failure: SkiError? = nil) {
    let signal = state.withLock { state in
      if !state.isClosed { state.failure = failure }
      state.isClosed = true
      state.pending = PendingUpdates()
      return state.signal
    }
    signal.raise()
  }

  /// The number of undelivered changes.
  var pendingCount: Int { state.withLock { $0.pending.count } }
}
