public import SkiBase

/// The people of a trip at one moment.
public struct TripRoster: Hashable, Sendable {
  /// All members, hosts included.
  public var members: Set<UserID>
  /// The members who host the trip.
  public var hosts: Set<UserID>
  /// The end of the trip, from which no position is shown.
  public var until: UniversalTime
  /// By member the members from whom they are hidden, and who are hidden from them, whatever the grants: blocks. An entry
  /// in one direction is enough.
  public var blocks: [UserID: Set<UserID>] = [:]

  /// Creates a roster without blocks.
  /// - Parameters:
  ///   - members: The members, with or without the hosts, who are added.
  ///   - hosts: The hosts.
  ///   - until: The end of the trip.
  public init(members: Set<UserID>, hosts: Set<UserID> = [], until: UniversalTime) {
    (self.members, self.hosts, self.until) = (members.union(hosts), hosts, until)
  }

  /// Returns whether two members are hidden from each other. Complexity: O(1).
  package func isBlocked(_ user: UserID, _ other: UserID) -> Bool {
    !blocks.isEmpty && (blocks[user]?.contains(other) == true || blocks[other]?.contains(user) == true)
  }

  /// The members with a block, made by them or against them. Complexity: O(*n*) in the blocks.
  package var blockedMembers: Set<UserID> {
    blocks.reduce(into: []) { $0.formUnion($1.value.union([$1.key])) }
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
