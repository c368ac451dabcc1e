public import SkiGeo
public import SkiSharing

/// A member of a trip as other members see them.
public struct TripMember: Sendable, Hashable {
  /// The member.
  public var user: UserID
  /// The member's name.
  public var name: String
  /// The member's role.
  public var role: TripRole
  /// The time at which the member joined.
  public var joined: UniversalTime

  /// Creates a member from its parts.
  public init(user: UserID, name: String, role: TripRole, joined: UniversalTime) {
    (self.user, self.name, self.role, self.joined) = (user, name, role, joined)
  }
}
