public import SkiBase

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
