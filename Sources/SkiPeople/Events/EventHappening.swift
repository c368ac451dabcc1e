package import SkiAPI

/// A change of an event that its guests must know, raised in its transaction.
package struct EventHappening: Sendable, Hashable {
  /// The kind of the change.
  @nonexhaustive
  package enum Kind: Sendable, Hashable {
    /// The event was created, for the people.
    case created
    /// The event was changed.
    case changed
    /// The event was cancelled.
    case cancelled
    /// The actor answered; the people are those who may change the event.
    case answered(EventAnswer)
    /// The actor is on the way to the meeting point; the people are those who come and to whom the actor shows the exact
    /// position now.
    case progressed(EventProgress)
    /// The meeting point is not on the renewed map; the people are those who may change the event.
    case placeGone
  }

  /// The kind of the change.
  package var kind: Kind
  /// The event.
  package var event: EventID
  /// The trip.
  package var trip: TripID
  /// The user who caused it; nil for the server.
  package var actor: UserID?
  /// The affected people without the actor, in ascending order; each may know of the event and of the actor.
  package var people: [UserID]

  /// Creates a change from its parts.
  package init(kind: Kind, event: EventID, trip: TripID, actor: UserID?, people: [UserID]) {
    (self.kind, self.event, self.trip) = (kind, event, trip)
    (self.actor, self.people) = (actor, people)
  }
}

/// The work that follows a change of an event in the same transaction, such as the notices of an outbox.
///
/// The work may run again with its transaction, and fails it by throwing. It receives every change that a service makes;
/// what the leaving of a member cancels comes from `SQLConnection.cancellations(byLeaving:_:at:)`, which a part asks when
/// it follows `TripsHappening.memberLeft`.
package struct EventFollower: Sendable {
  /// The work; nil for none, so that affected people need not be read.
  let follow: (@Sendable (EventHappening, TripsTransaction) throws -> Void)?

  /// Creates a follower from its work.
  package init(_ follow: @escaping @Sendable (EventHappening, TripsTransaction) throws -> Void) {
    self.follow = follow
  }

  private init() { follow = nil }

  /// No work.
  package static let none = EventFollower()
}
