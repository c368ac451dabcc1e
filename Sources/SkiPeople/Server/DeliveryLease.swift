import SkiAPI
import SkiBase

/// The time until which a server may deliver positions, by its monotonic clock.
///
/// A server that has not read the store for two seconds delivers nothing, since grants may have ended meanwhile.
final class DeliveryLease: Sendable {
  /// The time in milliseconds from the start of a reading of the store, after which the server delivers nothing.
  static let milliseconds: Int64 = 2000
  /// The time in milliseconds by the store's clock after which others rely on that, for clocks that run differently.
  static let trustedMilliseconds: Int64 = 2200

  private let endMilliseconds = Locked<Int64>(.min)

  /// The end by the monotonic clock, in milliseconds.
  var end: Int64 { endMilliseconds.withLock { $0 } }

  /// Extends the lease after a reading of the store that began at a time.
  func renew(readingBegan milliseconds: Int64) {
    endMilliseconds.withLock { $0 = max($0, milliseconds + Self.milliseconds) }
  }
}

extension ServerLeases {
  /// Returns the servers that may still deliver what a version forbids.
  func servers(behind version: Int64) -> [ServerID] {
    leases.filter {
      $0.applied < version && nowMilliseconds - $0.renewedMilliseconds < DeliveryLease.trustedMilliseconds
    }
    .map(\.server)
  }
}
