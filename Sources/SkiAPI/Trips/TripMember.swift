public import SkiBase

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
  /// Indicates a member who reads as a host of the trip by name, and is another person.
  ///
  /// Names are compared without case, width, white space and invisible characters.
  public var isNamedAsHost: Bool

  /// Creates a member from its parts.
  public init(user: UserID, name: String, role: TripRole, joined: UniversalTime, isNamedAsHost: Bool = false)
  {
    (self.user, self.name, self.role, self.joined) = (user, name, role, joined)
    self.isNamedAsHost = isNamedAsHost
  }

  /// Returns all members of a trip, with those marked who have the name of a host and are another person.
  /// - Complexity: O(*n*) in the members.
  package static func marked(_ all: [TripMember]) -> [TripMember] {
    let names = all.map { ComparableName($0.name) }
    var hosts: [ComparableName: Int] = [:]
    for (member, name) in zip(all, names) where member.role == .host { hosts[name, default: 0] += 1 }
    return zip(all, names).map { member, name in
      var marked = member
      marked.isNamedAsHost = hosts[name, default: 0] > (member.role == .host ? 1 : 0)
      return marked
    }
  }
}
