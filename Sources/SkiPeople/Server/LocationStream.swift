public import SkiAPI
package import SkiBase

/// The positions that a viewer may see in a trip: first all of them, then each change.
///
/// A change replaces the undelivered one of the same person, so that a slow listener costs one value a person. Asking
/// for the next batch says that the one before has reached the viewer; ends of grants wait for that, at most until the
/// batch's deadline, from which it must not be handed on. The stream ends when its task is cancelled and with the
/// repository; it throws ``SkiError`` with code `.notFound` when the viewer leaves the trip or the trip ends.
///
/// One task may iterate.
public struct LocationStream: AsyncSequence, Sendable {
  /// The changes that are delivered at once.
  public typealias Element = LocationBatch

  let mailbox: ViewerMailbox
  let lease: DeliveryLease
  let clock: TimeSource
  let storeTime: StoreTime
  let end: Subscription

  /// The greatest number of changes in a batch after the first.
  static let batchLimit = 1000
  /// The time in milliseconds between looks at a lease that ran out.
  package static let withheldMilliseconds: Int64 = 50

  /// Creates an iterator.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<LocationBatch, any Error> {
    Iterator(stream: self)
  }

  /// The iterator of a stream.
  struct Iterator: AsyncIteratorProtocol {
    let stream: LocationStream

    /// Returns the next batch as soon as there is one; nil at the end.
    /// - Throws: ``SkiError`` with code `.notFound` when the viewer left the trip.
    mutating func next() async throws -> LocationBatch? { try await stream.next() }
  }

  /// The result of an attempt to take a batch.
  package enum Taken: Sendable {
    /// The next batch.
    case batch(LocationBatch)
    /// There is nothing to be delivered now.
    case nothing
    /// There are changes, but the lease has run out; to be tried again after ``withheldMilliseconds``.
    case withheld
    /// The stream has ended.
    case ended
  }

  /// Takes the next batch without waiting, which says that the one before has reached the viewer.
  /// - Throws: ``SkiError`` with code `.notFound` when the viewer left the trip.
  package func take() throws -> Taken {
    try mailbox.take(
      limit: Self.batchLimit, monotonic: clock.monotonicMilliseconds(), now: storeTime.now, lease: lease)
  }

  /// Raises a signal whenever a batch may be taken, and at the end, in place of waking who iterates.
  package func follow(_ signal: WakeSignal) { mailbox.follow(signal) }

  private func next() async throws -> LocationBatch? {
    try await withTaskCancellationHandler {
      while true {
        switch try take() {
        case .batch(let batch): return batch
        case .nothing: await mailbox.wait()
        case .withheld: try await clock.sleep(Self.withheldMilliseconds)
        case .ended: return nil
        }
      }
    } onCancel: {
      mailbox.close()
    }
  }
}

/// The time of the store, as a server knows it from the last reading and its monotonic clock.
final class StoreTime: Sendable {
  private let clock: TimeSource
  /// The difference of the store's clock to the monotonic one, in milliseconds; nil before the first reading.
  private let offset = Locked<Int64?>(nil)

  init(clock: TimeSource) { self.clock = clock }

  /// The current time of the store; that of the server before the first reading.
  var now: UniversalTime {
    guard let offset = offset.withLock({ $0 }) else { return clock.now() }
    return UniversalTime(milliseconds: clock.monotonicMilliseconds() + offset)
  }

  /// Sets the clock by a reading of the store.
  func set(storeMilliseconds: Int64, monotonic: Int64) {
    offset.withLock { $0 = storeMilliseconds - monotonic }
  }
}

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
