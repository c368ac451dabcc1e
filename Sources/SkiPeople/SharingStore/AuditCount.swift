package import SkiAPI
import SkiBase

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

extension AuditRecord {
  /// Creates the record of a count.
  init(_ count: AuditCount) {
    self.init(
      viewer: count.key.viewer, trip: count.key.trip, grant: count.key.grant,
      hour: UniversalTime(milliseconds: count.key.hour * 3_600_000), count: count.count)
  }
}
