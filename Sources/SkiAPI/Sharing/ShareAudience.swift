import SkiBase

/// The viewers to whom a ``ShareGrant`` shows a position.
public enum ShareAudience: Hashable, Sendable {
  /// All current members of the trip.
  case trip
  /// The current hosts of the trip.
  case hosts
  /// The named people, while they are members of the trip; 1 to 1,000 of them.
  case people(Set<UserID>)
  /// The holders of a link, members or not; kept as the hash of the link's secret.
  case link(LinkHash)

  /// The greatest number of named people.
  public static let greatestPeopleCount = 1000
}

extension ShareAudience: Codable {
  private enum Key: String, CodingKey { case kind, people, link }
  private enum Kind: String, Codable { case trip, hosts, people, link }

  /// Creates an audience from an object with `kind`, and `people` or `link`.
  /// - Throws: `DecodingError` or ``SkiError`` for invalid values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .trip: self = .trip
    case .hosts: self = .hosts
    case .people: self = .people(Set(try container.decode([UserID].self, forKey: .people)))
    case .link: self = .link(try container.decode(LinkHash.self, forKey: .link))
    }
  }

  /// Encodes the audience as an object, people in ascending order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .trip: try container.encode(Kind.trip, forKey: .kind)
    case .hosts: try container.encode(Kind.hosts, forKey: .kind)
    case .people(let people):
      try container.encode(Kind.people, forKey: .kind)
      try container.encode(people.sorted(), forKey: .people)
    case .link(let hash):
      try container.encode(Kind.link, forKey: .kind)
      try container.encode(hash, forKey: .link)
    }
  }
}
