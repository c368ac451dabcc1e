import SkiGeo

/// The undelivered updates of one listener, shared between the publisher and the listening task.
///
/// A newer value replaces the undelivered one of its key, so that a slow listener holds at most one update for each key
/// and receives the newest. Updates are taken under the lock, so that a withdrawn one is never delivered. A class, since
/// both sides share it.
package final class UpdateMailbox<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An update of the mailbox.
  package typealias Element = UpdateElement<Key, Value>

  private struct State {
    var pending = PendingUpdates<Key, Value>()
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  private let state = Locked(State())

  /// Creates an empty mailbox.
  package init() {}

  /// The number of undelivered updates.
  package var pendingCount: Int { state.withLock { $0.pending.count } }
  /// The number of updates replaced by newer ones before delivery.
  package var droppedCount: UInt64 { state.withLock { $0.pending.droppedCount } }
  /// Indicates whether the mailbox is closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  // MARK: The publisher

  /// Adds the newest value of a key, in place of an undelivered update of it; dropped when the mailbox is closed.
  /// - Complexity: O(1) amortised.
  package func put(_ key: Key, _ value: Value) { change { $0.put(key, value) } }

  /// Removes the undelivered value of a key; a listener who received one before will receive that it was removed.
  /// - Complexity: O(1) amortised.
  package func withdraw(_ key: Key) { change { $0.withdraw(key) } }

  /// Withdraws all keys that satisfy a condition, those without an undelivered update in the order of first delivery.
  ///
  /// The condition is tested under the lock of the mailbox; it must not use the mailbox.
  /// - Complexity: O(*n* + *k* log *k*) in the keys that have a value or were delivered *n*, and those withdrawn *k*.
  package func withdrawAll(where isWithdrawn: (Key) -> Bool) { change { $0.withdrawAll(where: isWithdrawn) } }

  /// Removes all updates and ends all waiting; later updates are dropped.
  package func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      state.pending = PendingUpdates()
      return Self.allWaiters(&state)
    }
    for waiter in waiters { waiter.resume() }
  }

  private func change(_ body: (inout PendingUpdates<Key, Value>) -> Void) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard !state.isClosed else { return [] }
      body(&state.pending)
      return state.pending.count > 0 ? Self.allWaiters(&state) : []
    }
    // Resumed outside the lock; of several waiting tasks, those that find no update wait again.
    for waiter in waiters { waiter.resume() }
  }

  private static func allWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    let waiters = state.waiters
    state.waiters = []
    return waiters
  }

  // MARK: The listener

  /// Returns the oldest update as soon as there is one; nil when the mailbox is closed.
  ///
  /// Cancellation of the task closes the mailbox. Of several waiting tasks one receives each update.
  package func next() async -> Element? {
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
  package func takeAll(limit: Int = .max) -> [Element] {
    state.withLock { state in
      var taken: [Element] = []
      while taken.count < limit, let update = state.pending.take() { taken.append(update) }
      return taken
    }
  }

  private enum Taken {
    case update(Element)
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
}
