package import SkiAPI

/// A change of people or trips that other parts of the store follow in the same transaction.
@nonexhaustive
package enum TripsHappening: Sendable, Hashable {
  /// A user begins to exist.
  case userCreated(UserID)
  /// A user is about to be removed and leaves all trips.
  case userLeaving(UserID)
  /// A user is removed, after having left all trips: everything stored of and about the user goes.
  case userRemoved(UserID)
  /// A user becomes a member of a trip, by an invitation or as the host who creates it.
  case memberJoined(TripID, UserID, TripRole)
  /// A user is no longer a member: seats, messages' authorship, shared days and the like of the user in the trip go.
  case memberLeft(TripID, UserID)
  /// A member has another role.
  case roleChanged(TripID, UserID, TripRole)
  /// Name, window, ski areas or time zone of a trip changed.
  case tripChanged(TripID)
  /// A trip ends before its time: what belongs to its present goes; members may still read its past.
  case tripEnded(TripID)
  /// A trip has ended and lost its last member: everything stored of it goes.
  case tripRemoved(TripID)
  /// A user asks another for friendship.
  case friendRequested(from: UserID, to: UserID)
  /// Two users become friends; the first is the one who consents.
  case friendsMade(UserID, UserID)
  /// Two users are no longer friends, or a request is refused or withdrawn.
  case friendsParted(UserID, UserID)
  /// The first user blocks the second, so that neither is shown to the other, or ends the block.
  case blocksChanged(UserID, UserID)
}
