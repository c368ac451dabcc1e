public import SkiBase

/// The state of a friendship from the side of the acting user.
@nonexhaustive
public enum FriendState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Neither has asked.
  case none
  /// The acting user has asked, and waits for consent.
  case asked
  /// The other has asked, and waits for the acting user's consent.
  case asking
  /// Both consent.
  case friend
}

/// A person as the acting user may see them: a member of the same trip, or a friend.
public struct Companion: Sendable, Hashable {
  /// A link that is shown to the acting user.
  public struct Link: Sendable, Hashable, Codable {
    /// The name of the link.
    public var label: String
    /// The address, which begins with `https://`.
    public var address: String

    /// Creates a link from its parts.
    public init(label: String, address: String) { (self.label, self.address) = (label, address) }
  }

  /// The person.
  public var user: UserID
  /// The person's name.
  public var name: String
  /// The person's role in the trip of the list; nil in a list of friends.
  public var role: TripRole?
  /// The state of the friendship.
  public var state: FriendState
  /// The links shown to the acting user, in the person's order.
  public var links: [Link]

  /// Creates a person from their parts.
  public init(user: UserID, name: String, role: TripRole?, state: FriendState, links: [Link]) {
    (self.user, self.name, self.role) = (user, name, role)
    (self.state, self.links) = (state, links)
  }
}

/// A person whom the acting user blocks.
public struct BlockedPerson: Sendable, Hashable {
  /// The person.
  public var user: UserID
  /// The person's name.
  public var name: String
  /// The time of the block.
  public var since: UniversalTime

  /// Creates a person from their parts.
  public init(user: UserID, name: String, since: UniversalTime) {
    (self.user, self.name, self.since) = (user, name, since)
  }
}
