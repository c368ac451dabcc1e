public import SkiAPI

/// A viewer of positions in a trip, authenticated by the app.
public enum Viewer: Hashable, Sendable {
  /// A member of the trip.
  case member(UserID)
  /// The holder of a link.
  case link(LinkHash)

  /// The member; nil for the holder of a link.
  public var user: UserID? {
    if case .member(let user) = self { user } else { nil }
  }

  /// The viewer as text, for the audit: the member's identifier, or `link:` and the first 16 digits of the hash.
  package var auditName: String {
    switch self {
    case .member(let user): user.rawValue
    case .link(let hash): "link:" + hash.text.prefix(16)
    }
  }
}
