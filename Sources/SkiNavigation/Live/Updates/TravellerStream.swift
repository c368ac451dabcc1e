/// What one viewer may know of travellers, as it happens: first where everybody is, then every change.
///
/// Each update replaces the one of the same traveller that has not been taken yet, so that a listener who is slow, or never
/// listens, costs one update for each traveller at most and sees the newest when it does. Updates of one traveller come in order.
/// Ends, and is forgotten, when its task is cancelled, when it and all its iterators are dropped, by ``cancel()``, or when the
/// tracker ends. `Sendable`; when several tasks iterate it, each update goes to one of them.
package struct TravellerStream: AsyncSequence, Sendable {
  package typealias Element = TravellerUpdate
  package typealias Failure = Never

  let subscription: TravellerSubscription

  init(_ broadcast: TravellerBroadcast, viewer: ViewerID) {
    subscription = TravellerSubscription(broadcast, viewer: viewer)
  }

  /// How many updates wait; never more than there are travellers to tell of.
  package var pendingCount: Int { subscription.mailbox.pendingCount }
  /// How many updates were replaced by newer ones before they were taken.
  package var droppedCount: UInt64 { subscription.mailbox.droppedCount }

  /// Returns up to so many updates that wait, without waiting for more: for listeners who send several at once.
  /// - Complexity: O(*k*) in those returned.
  package func takeAll(limit: Int = .max) -> [TravellerUpdate] { subscription.mailbox.takeAll(limit: limit) }

  /// Ends the stream: what waits is forgotten.
  package func cancel() { subscription.cancel() }

  package func makeAsyncIterator() -> Iterator { Iterator(subscription: subscription) }

  /// Takes one update after the other; keeps its stream alive.
  package struct Iterator: AsyncIteratorProtocol {
    let subscription: TravellerSubscription

    /// Returns the next update, nil when the stream ended or the task is cancelled, which ends the stream.
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

/// A viewer's place among the listeners, given up when nobody holds it any more.
///
/// The broadcast holds the mailbox and never this, so that nothing keeps itself alive.
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
