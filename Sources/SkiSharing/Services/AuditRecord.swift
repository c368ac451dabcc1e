public import SkiGeo

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

  init(_ count: AuditCount) {
    (viewer, trip, grant) = (count.key.viewer, count.key.trip, count.key.grant)
    hour = UniversalTime(milliseconds: count.key.hour * 3_600_000)
    self.count = count.count
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
}
