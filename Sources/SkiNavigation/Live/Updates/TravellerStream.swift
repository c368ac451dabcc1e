/// The updates permitted to one viewer: first the latest of all travellers, then every change.
///
/// An update replaces the undelivered one of the same traveller, so that a slow listener holds at most one per
/// traveller and receives the newest. Updates of one traveller are in order. The stream ends when its task is
/// cancelled, when it and all its iterators are released, with ``cancel()``, and with the tracker. Of several iterating
/// tasks one receives each update.
package struct TravellerStream: AsyncSequence, Sendable {
  package typealias Element = TravellerUpdate
  package typealias Failure = Never

  let subscription: TravellerSubscription

  init(_ broadcast: TravellerBroadcast, viewer: ViewerID) {
    subscription = TravellerSubscription(broadcast, viewer: viewer)
  }

  /// The number of undelivered updates; at most one per traveller.
  package var pendingCount: Int { subscription.mailbox.pendingCount }
  /// The number of updates replaced by newer ones before delivery.
  package var droppedCount: UInt64 { subscription.mailbox.droppedCount }

  /// Returns undelivered updates up to a limit, without waiting, for listeners that send several at once.
  /// - Complexity: O(*k*) in those returned.
  package func takeAll(limit: Int = .max) -> [TravellerUpdate] { subscription.mailbox.takeAll(limit: limit) }

  /// Ends the stream and removes undelivered updates.
  package func cancel() { subscription.cancel() }

  package func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// An iterator of updates; it retains its stream.
  package struct Iterator: AsyncIteratorProtocol {
    let subscription: TravellerSubscription

    /// Returns the next update; nil when the stream ended or the task is cancelled, which ends the stream.
    package mutating func next() async -> TravellerUpdate? {
      let update = await subscription.mailbox.next()
      if update == nil { subscription.cancel() }
      return update
    }

    package mutating func next(isolation actor: isolated (any Actor)?) async -> TravellerUpdate? {
      let update = await subscription.mailbox.next()
      if update == nil { subscription.cancel() }
      return update
    }
  }
}

/// The subscription of a viewer, ended when it is released.
///
/// The broadcast retains the mailbox but not the subscription, so that there is no retain cycle.
final class TravellerSubscription: Sendable {
  let mailbox: TravellerMailbox
  private let viewer: ViewerID
  private let broadcast: TravellerBroadcast

  init(_ broadcast: TravellerBroadcast, viewer: ViewerID) {
    self.broadcast = broadcast
    self.viewer = viewer
    mailbox = broadcast.subscribe(viewer)
  }

  deinit { cancel() }

  func cancel() { broadcast.unsubscribe(mailbox, of: viewer) }
}
