public import SkiBase

/// A permission: one person shows their position, with a precision, to an audience in one trip, for a time.
///
/// Sharing is off without a grant. Grants hold for one trip and are never carried over to another. Of several grants
/// that apply to a viewer the finest precision counts, but ``SharePrecision/hidden`` takes precedence over all.
public struct ShareGrant: Hashable, Sendable, Codable {
  /// The identifier.
  public var id: GrantID
  /// The person whose position is shown.
  public var owner: UserID
  /// The trip.
  public var trip: TripID
  /// The viewers.
  public var audience: ShareAudience
  /// The precision.
  public var precision: SharePrecision
  /// The first moment.
  public var from: UniversalTime
  /// The end, not later than the trip's.
  public var until: UniversalTime
  /// Indicates whether positions outside of ski areas are withheld.
  public var onlyInsideSkiArea: Bool
  /// The time in seconds for which the latest position is shown after its fix, 60...1800.
  public var keepSeconds: Double

  /// The time in seconds for which a position is shown by default.
  public static let defaultKeepSeconds = 300.0
  /// The range of ``keepSeconds``.
  public static let keepSecondsRange = 60.0...1800.0

  /// Creates a grant; `ShareRepository` checks it against the trip and stores it.
  public init(
    id: GrantID = .random(), owner: UserID, trip: TripID, audience: ShareAudience, precision: SharePrecision,
    from: UniversalTime, until: UniversalTime, onlyInsideSkiArea: Bool = true,
    keepSeconds: Double = defaultKeepSeconds
  ) {
    (self.id, self.owner, self.trip) = (id, owner, trip)
    (self.audience, self.precision) = (audience, precision)
    (self.from, self.until) = (from, until)
    (self.onlyInsideSkiArea, self.keepSeconds) = (onlyInsideSkiArea, keepSeconds)
  }
}

extension ShareGrant {
  /// Refuses a grant with invalid members.
  /// - Parameter roster: The people of the trip.
  /// - Throws: ``SkiError`` with code `.invalidArgument` that names the value and what is allowed; `.notFound` when the
  ///   owner or a named person is not a member.
  package func check(in roster: TripRoster) throws {
    try SkiError.require(
      from.secondsSince1970.isFinite && until.secondsSince1970.isFinite && from < until,
      "grant ends at \(until.utcText) but begins at \(from.utcText); give an end after the beginning")
    try SkiError.require(
      until <= roster.until,
      "grant ends at \(until.utcText), after the trip's end; give \(roster.until.utcText) at the latest")
    if case .grid(let metres) = precision {
      try SkiError.require(
        GridCell.sidesMetres.contains(metres),
        "grid of \(metres) m is not one of the sizes; give \(GridCell.sidesMetres.map(String.init).joined(separator: ", "))"
      )
    }
    try SkiError.require(
      Self.keepSecondsRange.contains(keepSeconds),
      "positions can't be kept for \(keepSeconds) s; give \(Int(Self.keepSecondsRange.lowerBound)) to \(Int(Self.keepSecondsRange.upperBound))"
    )
    try checkPeople(in: roster)
  }

  private func checkPeople(in roster: TripRoster) throws {
    guard roster.members.contains(owner) else { throw SkiError.unknownTrip(trip) }
    guard case .people(let people) = audience else { return }
    try SkiError.require(
      (1...ShareAudience.greatestPeopleCount).contains(people.count),
      "grant names \(people.count) people; give 1 to \(ShareAudience.greatestPeopleCount)")
    for person in people.sorted() where !roster.members.contains(person) {
      throw SkiError(.notFound, "user \(person) is not on the trip; name members only")
    }
  }
}

extension SkiError {
  /// The error for a trip that does not exist or that the asker does not belong to, which are not distinguished.
  package static func unknownTrip(_ trip: TripID) -> SkiError {
    SkiError(.notFound, "trip \(trip) is unknown; give the identifier of a trip you are on")
  }
}

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

/// A record of an owner's audit: the positions that one viewer received by one grant within an hour.
public struct AuditRecord: Hashable, Sendable, Codable {
  /// The viewer: a member's identifier, or `link:` and the first digits of the link's hash.
  public let viewer: String
  /// The trip.
  public let trip: TripID
  /// The grant by which the positions were shown; nil when they were refused.
  public let grant: GrantID?
  /// The start of the hour.
  public let hour: UniversalTime
  /// The number of positions, or of refusals.
  public let count: Int64

  package init(viewer: String, trip: TripID, grant: GrantID?, hour: UniversalTime, count: Int64) {
    (self.viewer, self.trip, self.grant) = (viewer, trip, grant)
    (self.hour, self.count) = (hour, count)
  }
}

/// Everything that live sharing stores of a user, besides the latest position.
public struct SharingExport: Hashable, Sendable, Codable {
  /// The user.
  public let user: UserID
  /// The grants that have not ended.
  public let grants: [ShareGrant]
  /// The audit.
  public let audit: [AuditRecord]

  package init(user: UserID, grants: [ShareGrant], audit: [AuditRecord]) {
    (self.user, self.grants, self.audit) = (user, grants, audit)
  }
}

/// The result of erasing a user: the numbers of removed records.
public struct EraseReceipt: Hashable, Sendable, Codable {
  /// The number of grants made by the user.
  public var grants: Int
  /// The number of grants of others that named the user, from which the name was removed.
  public var mentions: Int
  /// The number of positions.
  public var positions: Int
  /// The number of audit records as owner and as viewer.
  public var auditRecords: Int
  /// The places where bytes of the user's identifier may remain for a while, with the reason; empty when there are none.
  public var remainders: [String]

  /// Creates a receipt.
  public init(
    grants: Int = 0, mentions: Int = 0, positions: Int = 0, auditRecords: Int = 0, remainders: [String] = []
  ) {
    (self.grants, self.mentions) = (grants, mentions)
    (self.positions, self.auditRecords, self.remainders) = (positions, auditRecords, remainders)
  }
}
