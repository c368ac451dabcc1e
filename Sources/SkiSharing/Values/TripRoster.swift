public import SkiGeo

/// The people of a trip at one moment.
public struct TripRoster: Hashable, Sendable {
  /// All members, hosts included.
  public var members: Set<UserID>
  /// The members who host the trip.
  public var hosts: Set<UserID>
  /// The end of the trip, from which no position is shown.
  public var until: UniversalTime

  /// Creates a roster.
  /// - Parameters:
  ///   - members: The members, with or without the hosts, who are added.
  ///   - hosts: The hosts.
  ///   - until: The end of the trip.
  public init(members: Set<UserID>, hosts: Set<UserID> = [], until: UniversalTime) {
    (self.members, self.hosts, self.until) = (members.union(hosts), hosts, until)
  }
}

/// The memberships of trips, kept by the app.
///
/// After a change of members, hosts or the end of a trip the app calls `ShareRepository.membershipChanged(in:)`, which
/// returns when no server shows anything to those who left.
public protocol TripMembership: Sendable {
  /// Returns the people of a trip; nil for an unknown one.
  /// - Throws: ``SkiError`` with code `.unavailable` when memberships can't be read now.
  func roster(of trip: TripID) async throws -> TripRoster?
}
