import SkiBase

/// The people to whom a ``UserLink`` is shown.
public enum LinkAudience: String, Sendable, Hashable, Codable, CaseIterable {
  /// The user alone.
  case owner
  /// The user's friends.
  case friends
  /// All members of the trips of the user, friends among them.
  case trip
}

/// A link of a user to a page or an account elsewhere.
public struct UserLink: Sendable, Hashable, Codable {
  /// The name of the link, such as the other service's; 1 to 40 characters.
  public var label: String
  /// The address, which begins with `https://`; at most 300 characters.
  public var address: String
  /// The people to whom it is shown.
  public var audience: LinkAudience

  /// Creates a link; the service checks it.
  public init(label: String, address: String, audience: LinkAudience) {
    (self.label, self.address, self.audience) = (label, address, audience)
  }

  /// The greatest number of links of a user.
  public static let greatestCount = 10
  package static let labelLimit = TextLimit("label of the link", atMost: 40)
  package static let addressLimit = TextLimit("address of the link", atMost: 300)

  /// Refuses a link whose texts are not within the limits, or whose address could run a script.
  package func check() throws {
    _ = try Self.labelLimit.checked(label)
    _ = try Self.addressLimit.checked(address)
    try SkiError.require(
      address.hasPrefix("https://") && address.utf8.count > 8
        && address.unicodeScalars.allSatisfy { !$0.properties.isWhitespace },
      "address of the link has \(address.unicodeScalars.count) characters and is no web address; begin with https://, without spaces"
    )
  }
}
