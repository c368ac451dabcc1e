public import SkiBase

/// An invitation by link: whoever holds the link may join the trip.
public struct Invitation: Sendable, Hashable {
  /// The identifier, by which a host revokes it.
  public var id: InvitationID
  /// The trip.
  public var trip: TripID
  /// The role of those who join by it.
  public var role: TripRole
  /// The host who made it.
  public var madeBy: UserID
  /// The end, from which the link opens nothing.
  public var expires: UniversalTime
  /// The number of people who may still join by it.
  public var usesLeft: Int

  /// Creates an invitation from its parts.
  public init(
    id: InvitationID, trip: TripID, role: TripRole, madeBy: UserID, expires: UniversalTime, usesLeft: Int
  ) {
    (self.id, self.trip, self.role) = (id, trip, role)
    (self.madeBy, self.expires, self.usesLeft) = (madeBy, expires, usesLeft)
  }

  /// The range of ``usesLeft`` at first.
  public static let usesRange = 1...1000
}

/// The sight of a trip that the holder of an invitation has before joining.
public struct InvitationPreview: Sendable, Hashable {
  /// The trip.
  public var trip: Trip
  /// The role of those who join.
  public var role: TripRole
  /// Indicates whether the viewer is a member already.
  public var isMember: Bool

  /// Creates a sight from its parts.
  public init(trip: Trip, role: TripRole, isMember: Bool) {
    (self.trip, self.role, self.isMember) = (trip, role, isMember)
  }
}
