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
