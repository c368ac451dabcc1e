public import SkiBase

/// A user as the user sees themselves.
public struct User: Sendable, Hashable {
  /// The identifier, our own: no other service's.
  public var id: UserID
  /// The name shown to others.
  public var name: String
  /// The links, in the user's order.
  public var links: [UserLink]
  /// The skier's profile.
  public var skier: SkierWords
  /// The time of the first login.
  public var created: UniversalTime

  /// Creates a user.
  public init(id: UserID, name: String, links: [UserLink], skier: SkierWords, created: UniversalTime) {
    (self.id, self.name, self.links) = (id, name, links)
    (self.skier, self.created) = (skier, created)
  }

  /// The limits of a name.
  package static let nameLimit = TextLimit("name of the user", atMost: 80)
}

/// The changes of a user; members that are nil stay as they are.
public struct UserPatch: Sendable, Hashable {
  /// The new name.
  public var name: String?
  /// The new links, all of them.
  public var links: [UserLink]?
  /// The new profile.
  public var skier: SkierWords?

  /// Creates changes.
  public init(name: String? = nil, links: [UserLink]? = nil, skier: SkierWords? = nil) {
    (self.name, self.links, self.skier) = (name, links, skier)
  }

  /// Returns the changes with checked values.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func checked() throws -> UserPatch {
    if let links {
      try SkiError.requireCount(links.count, atMost: UserLink.greatestCount, "links")
      for link in links { try link.check() }
    }
    return UserPatch(name: try User.nameLimit.checked(name), links: links, skier: try skier?.checked())
  }
}
