/// The number of positions of one person that one viewer received, or was refused, within an hour.
package struct AuditCount: Hashable, Sendable {
  /// The key of a count.
  package struct Key: Hashable, Sendable {
    package var owner: UserID
    /// The viewer, see `Viewer.auditName`.
    package var viewer: String
    package var trip: TripID
    /// The grant; nil for refusals.
    package var grant: GrantID?
    /// The number of the hour since 1970-01-01 00:00 UTC.
    package var hour: Int64

    package init(owner: UserID, viewer: String, trip: TripID, grant: GrantID?, hour: Int64) {
      (self.owner, self.viewer, self.trip, self.grant, self.hour) = (owner, viewer, trip, grant, hour)
    }
  }

  package var key: Key
  package var count: Int64

  package init(key: Key, count: Int64) { (self.key, self.count) = (key, count) }

  /// Returns the first hour whose counts are kept, of a store that keeps them for a number of days.
  package static func firstHour(keepingDays days: Int, nowMilliseconds now: Int64) -> Int64 {
    now / 3_600_000 - Int64(days) * 24
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
