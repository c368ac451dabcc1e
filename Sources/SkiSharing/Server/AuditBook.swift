/// The counts of deliveries that are to be stored, and the records that are durable.
///
/// A position is delivered only when the record of its owner, viewer, grant and hour is durable; its count follows
/// within seconds.
struct AuditBook {
  /// The time in milliseconds within which counts are stored.
  static let flushMilliseconds: Int64 = 5000

  private var durable: Set<AuditCount.Key> = []
  private var counts: [AuditCount.Key: Int64] = [:]
  private var openedHour: Int64 = 0
  private(set) var isUrgent = false
  private var flushedAt: Int64 = 0

  /// Notes a delivery; returns `false` when its record is not durable yet, so that it must wait.
  mutating func mayDeliver(_ key: AuditCount.Key) -> Bool {
    guard durable.contains(key) else {
      if counts[key] == nil { counts[key] = 0 }
      isUrgent = true
      return false
    }
    counts[key, default: 0] += 1
    return true
  }

  /// Notes a refusal.
  mutating func refuse(_ key: AuditCount.Key) { counts[key, default: 0] += 1 }

  /// Returns the counts that are due; the caller confirms them with ``confirm(_:at:)`` or returns them with
  /// ``putBack(_:)``.
  mutating func takeDue(at monotonic: Int64) -> [AuditCount] {
    guard isUrgent || (!counts.isEmpty && monotonic - flushedAt >= Self.flushMilliseconds) else { return [] }
    defer { (counts, isUrgent) = ([:], false) }
    return counts.map { AuditCount(key: $0.key, count: $0.value) }
  }

  /// Notes that counts are durable; records of hours that are over are forgotten.
  mutating func confirm(_ stored: [AuditCount], at monotonic: Int64) {
    flushedAt = monotonic
    let hour = max(openedHour, stored.map(\.key.hour).max() ?? 0)
    if hour > openedHour {
      openedHour = hour
      durable = durable.filter { $0.hour >= hour - 1 }
    }
    for count in stored where count.key.grant != nil { durable.insert(count.key) }
  }

  /// Keeps counts that could not be stored for the next attempt.
  mutating func putBack(_ failed: [AuditCount]) {
    for count in failed { counts[count.key, default: 0] += count.count }
    isUrgent = true
  }

  /// Forgets all records of a user, as owner and as viewer.
  mutating func forget(_ user: UserID) {
    func isOther(_ key: AuditCount.Key) -> Bool { key.owner != user && key.viewer != user.rawValue }
    counts = counts.filter { isOther($0.key) }
    durable = durable.filter(isOther)
  }
}
