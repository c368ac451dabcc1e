import SkiGeo

/// Where updates wait for one listener, between the one who publishes and the task that listens.
///
/// A class that may be shared. A listener who is woken takes its update under the lock, so that what was withdrawn in the
/// meantime is never handed over.
final class TravellerMailbox: Sendable {
  private struct State {
    var pending = PendingUpdates()
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private let state = Locked(State())

  /// How many updates wait.
  var pendingCount: Int { state.withLock { $0.pending.count } }
  /// How many updates were replaced by newer ones before they were taken.
  var droppedCount: UInt64 { state.withLock { $0.pending.droppedCount } }

  /// Adds an update and returns the task to wake for it, if one waits.
  func put(_ update: TravellerUpdate) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.pending.put(update)
      return Self.firstWaiter(&state)
    }
  }

  /// Takes back what waits of a traveller; returns the task to wake, as ``put(_:)``.
  func withdraw(_ traveller: TravellerID) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.pending.withdraw(traveller)
      return state.pending.count > 0 ? Self.firstWaiter(&state) : nil
    }
  }

  /// Forgets all that waits and ends every wait; nothing is taken in any more.
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

  /// Returns the update that has waited longest, as soon as there is one; nil once the mailbox is closed.
  ///
  /// When the task is cancelled, the mailbox is closed.
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

  /// Returns up to so many updates that wait, without waiting for any. Complexity: O(*k*) in those returned.
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
