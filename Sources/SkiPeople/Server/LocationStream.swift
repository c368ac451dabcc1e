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
  let clock: SharingClock
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
  private let clock: SharingClock
  /// The difference of the store's clock to the monotonic one, in milliseconds; nil before the first reading.
  private let offset = Locked<Int64?>(nil)

  init(clock: SharingClock) { self.clock = clock }

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
