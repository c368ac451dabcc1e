public import SkiBase
import SkiGraph

/// A user as the user sees themselves.
public struct User: Sendable, Hashable {
  /// The identifier, our own: no other service's.
  public var id: UserID
  /// The name shown to others.
  public var name: String
  /// The links, in the user's order.
  public var links: [UserLink]
  /// The skier's profile.
  public var skier: SkierSettings
  /// The time of the first login.
  public var created: UniversalTime

  /// Creates a user.
  public init(id: UserID, name: String, links: [UserLink], skier: SkierSettings, created: UniversalTime) {
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
  public var skier: SkierSettings?

  /// Creates changes.
  public init(name: String? = nil, links: [UserLink]? = nil, skier: SkierSettings? = nil) {
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

/// A skier's profile in the words of questions: ability, board, ceiling, treatment of ungraded runs, kinds avoided or allowed.
///
/// Words outlive versions of the profile's type; the services of questions convert them.
public struct SkierSettings: Sendable, Hashable, Codable {
  /// The ability: beginner, intermediate, advanced or expert.
  public var ability: String
  /// Indicates a snowboard instead of skis.
  public var board: Bool
  /// The hardest grade, as a colour or a grade; nil for that of the ability.
  public var maxDifficulty: String?
  /// The treatment of ungraded runs: estimate, allow or refuse.
  public var ungraded: String
  /// The kinds of lifts and terrain that are avoided.
  public var avoid: [String]
  /// The opt-ins: freeride, extreme, tour, itinerary, walk.
  public var allow: [String]

  /// Creates a profile; the default is an intermediate skier on skis. The service checks the words.
  public init(
    ability: String = "intermediate", board: Bool = false, maxDifficulty: String? = nil,
    ungraded: String = "estimate", avoid: [String] = [], allow: [String] = []
  ) {
    (self.ability, self.board, self.maxDifficulty) = (ability, board, maxDifficulty)
    (self.ungraded, self.avoid, self.allow) = (ungraded, avoid, allow)
  }

  package static let abilities = SkierAbility.allCases.map(\.rawValue)
  package static let policies = UngradedPolicy.allCases.map(\.rawValue)
  package static let allowable = ["extreme", "freeride", "itinerary", "tour", "walk"]
  package static let avoidable =
    [TerrainKind.glades, .moguls, .ungroomed].map(\.rawValue) + LiftKind.allCases.map(\.rawValue)

  /// Returns the profile with lower-case words, each once, in ascending order.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the field and its words.
  package func checked() throws -> SkierSettings {
    SkierSettings(
      ability: try Self.word(ability, "ability", Self.abilities), board: board,
      maxDifficulty: try maxDifficulty.map(Self.ceiling),
      ungraded: try Self.word(ungraded, "ungraded policy", Self.policies),
      avoid: try Self.words(avoid, "kind to avoid", Self.avoidable),
      allow: try Self.words(allow, "kind to allow", Self.allowable))
  }

  private static func ceiling(_ text: String) throws -> String {
    guard text.utf8.count <= 40, let ceiling = DifficultyCeiling(word: text) else {
      throw SkiError(
        .invalidArgument,
        "maxDifficulty \(text.shortened(toScalars: 40)) is unknown; give a colour as red, or a grade as intermediate"
      )
    }
    return ceiling.word
  }

  private static func words(_ texts: [String], _ field: String, _ known: [String]) throws -> [String] {
    try SkiError.requireCount(texts.count, atMost: known.count, "\(field) words")
    return Set(try texts.map { try word($0, field, known) }).sorted()
  }

  private static func word(_ text: String, _ field: String, _ known: [String]) throws -> String {
    if let match = known.first(where: { $0 == text.lowercased() }) { return match }
    throw SkiError(
      .invalidArgument,
      "\(field) \(text.shortened(toScalars: 40)) is unknown; give one of: \(known.joined(separator: ", "))")
  }
}
