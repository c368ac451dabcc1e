/// The listeners of a driver.
///
/// A shared object; `Sendable`. Cancelling takes effect for deliveries that begin later.
package final class NoticeHub: Sendable {
  private struct Listeners {
    var handlers: [Int: @Sendable (StoreNotice) -> Void] = [:]
    var next = 0
  }

  private let listeners = Locked(Listeners())

  /// Creates a hub without listeners.
  package init() {}

  /// Adds a listener and returns the token that removes it.
  package func add(_ handler: @escaping @Sendable (StoreNotice) -> Void) -> any StoreListening {
    let number = listeners.withLock { listeners in
      listeners.next += 1
      listeners.handlers[listeners.next] = handler
      return listeners.next
    }
    return Token(hub: self, number: number)
  }

  /// Calls each listener, the longest listening first; must be called by one thread at a time.
  package func deliver(_ notice: StoreNotice) {
    let handlers = listeners.withLock { listeners in
      listeners.handlers.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler(notice) }
  }

  /// Removes all listeners.
  package func removeAll() {
    listeners.withLock { $0.handlers.removeAll() }
  }

  private struct Token: StoreListening {
    let hub: NoticeHub
    let number: Int

    func cancel() {
      _ = hub.listeners.withLock { $0.handlers.removeValue(forKey: number) }
    }
  }
}

/// A report to the listeners of a store; see ``SQLDriver/listen(_:)``.
@nonexhaustive
package enum StoreNotice: Sendable, Hashable {
  /// The payload of a transaction that has committed.
  case committed(String)
  /// Notices may have been lost, since the connection to the store was interrupted; what they announced must be read again.
  case reconnected
}

/// A token of ``SQLDriver/listen(_:)``; the reports go on until it is cancelled, even if it is not kept.
package protocol StoreListening: Sendable {
  /// Ends the reports; one that has begun may still be running. Cancelling again has no effect.
  func cancel()
}
