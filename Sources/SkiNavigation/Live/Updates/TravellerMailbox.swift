import SkiGeo

/// The undelivered updates of one listener, shared between the publisher and the listening task.
///
/// Updates are taken under the lock, so that a withdrawn one is never delivered.
final class TravellerMailbox: Sendable {
  private struct State {
    var pending = PendingUpdates()
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private let state = Locked(State())

  /// The number of undelivered updates.
  var pendingCount: Int { state.withLock { $0.pending.count } }
  /// The number of updates replaced by newer ones before delivery.
  var droppedCount: UInt64 { state.withLock { $0.pending.droppedCount } }

  /// Adds an update and returns the waiting task to resume, if any.
  func put(_ update: TravellerUpdate) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.pending.put(update)
      return Self.firstWaiter(&state)
    }
  }

  /// Removes the undelivered update of a traveller; returns the waiting task to resume, if any.
  func withdraw(_ traveller: TravellerID) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.pending.withdraw(traveller)
      return state.pending.count > 0 ? Self.firstWaiter(&state) : nil
    }
  }

  /// Removes all updates and ends all waiting; later updates are dropped.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      state.pending = PendingUpdates()
      let waiters = state.waiters
      state.waiters = []
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the oldest update as soon as there is one; nil when the mailbox is closed.
  ///
  /// Cancellation of the task closes the mailbox.
  func next() async -> TravellerUpdate? {
    await withTaskCancellationHandler {
      while true {
        switch take() {
        case .update(let update): return update
        case .closed: return nil
        case .nothing: await wait()
        }
      }
    } onCancel: {
      close()
    }
  }

  /// Returns undelivered updates up to a limit, without waiting. Complexity: O(*k*) in those returned.
  func takeAll(limit: Int) -> [TravellerUpdate] {
    state.withLock { state in
      var taken: [TravellerUpdate] = []
      while taken.count < limit, let update = state.pending.take() { taken.append(update) }
      return taken
    }
  }

  private enum Taken {
    case update(TravellerUpdate)
    case nothing
    case closed
  }

  private func take() -> Taken {
    state.withLock { state in
      if state.isClosed { return .closed }
      return state.pending.take().map(Taken.update) ?? .nothing
    }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isNeedless = state.withLock { state in
        if state.isClosed || state.pending.count > 0 { return true }
        state.waiters.append(continuation)
        return false
      }
      if isNeedless { continuation.resume() }
    }
  }

  private static func firstWaiter(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    state.waiters.isEmpty ? nil : state.waiters.removeFirst()
  }
}
