/// The counts of deliveries that are to be stored, and the records that are durable.
///
/// A position is delivered only when the record of its owner, viewer, grant and hour is durable; its count follows
/// within seconds.
struct AuditBook {
  /// The time in milliseconds within which counts are stored.
  static let flushMilliseconds: Int64 = 5000

  /// The least number of counts that are stored at once, when there are so many.
  private static let leastPortion = 500
  /// The number of portions in which counts are stored, so that they don't delay positions.
  private static let portions = 20

  private var durable: Set<AuditCount.Key> = []
  /// The greatest number of records that are begun at once, so that the lease is renewed in between.
  private static let greatestOpeningCount = 4096

  /// The records for which deliveries wait, the newest last, and the same as a set.
  private var openings: [AuditCount.Key] = []
  private var isOpening: Set<AuditCount.Key> = []
  private var counts: [AuditCount.Key: Int64] = [:]
  /// The counts that are being stored, a portion at each call.
  private var leaving: [AuditCount] = []
  private var portion = leastPortion
  private var openedHour: Int64 = 0
  private var flushedAt: Int64 = 0
  private var isUrgent = false

  /// Notes a delivery; returns `false` when its record is not durable yet, so that it must wait.
  mutating func mayDeliver(_ key: AuditCount.Key) -> Bool {
    guard durable.contains(key) else {
      open(key)
      return false
    }
    counts[key, default: 0] += 1
    return true
  }

  /// Notes a refusal.
  mutating func refuse(_ key: AuditCount.Key) { counts[key, default: 0] += 1 }

  /// Returns the records and counts that are due; the caller confirms them with ``confirm(_:)`` or returns them with
  /// ``putBack(_:)``.
  ///
  /// Records for which deliveries wait come first, the newest of them, with a count of 0. Counts are complete after ``portions`` calls.
  mutating func takeDue(at monotonic: Int64) -> [AuditCount] {
    if leaving.isEmpty, !counts.isEmpty, isUrgent || monotonic - flushedAt >= Self.flushMilliseconds {
      leaving = counts.map { AuditCount(key: $0.key, count: $0.value) }
      portion = max(Self.leastPortion, (leaving.count + Self.portions - 1) / Self.portions)
      (counts, flushedAt, isUrgent) = ([:], monotonic, false)
    }
    let begun = openings.suffix(Self.greatestOpeningCount)
    defer {
      openings.removeLast(begun.count)
      isOpening.subtract(begun)
      leaving.removeLast(min(portion, leaving.count))
    }
    return begun.map { AuditCount(key: $0, count: 0) } + leaving.suffix(portion)
  }

  private mutating func open(_ key: AuditCount.Key) {
    if isOpening.insert(key).inserted { openings.append(key) }
  }

  /// Returns all counts, for the end.
  mutating func takeAll() -> [AuditCount] {
    defer { (counts, leaving, openings, isOpening) = ([:], [], [], []) }
    return leaving + counts.map { AuditCount(key: $0.key, count: $0.value) }
  }

  /// Notes that counts are durable; records of hours that are over are forgotten.
  mutating func confirm(_ stored: [AuditCount]) {
    let hour = max(openedHour, stored.map(\.key.hour).max() ?? 0)
    if hour > openedHour {
      openedHour = hour
      durable = durable.filter { $0.hour >= hour - 1 }
    }
    for count in stored where count.key.grant != nil { durable.insert(count.key) }
  }

  /// Keeps counts that could not be stored for the next attempt.
  mutating func putBack(_ failed: [AuditCount]) {
    for count in failed {
      if count.count == 0 { open(count.key) } else { counts[count.key, default: 0] += count.count }
    }
    isUrgent = true
  }

  /// Forgets all records of erased users, as owners and as viewers.
  /// - Complexity: O(*n*) in the records, with a digest for each user among them.
  mutating func forget(_ users: Set<UserDigest>) {
    guard !users.isEmpty else { return }
    var known: [String: Bool] = [:]
    func isErased(_ identifier: String) -> Bool {
      if let known = known[identifier] { return known }
      let isErased = users.contains(UserDigest(ofIdentifier: identifier))
      known[identifier] = isErased
      return isErased
    }
    func isOther(_ key: AuditCount.Key) -> Bool { !isErased(key.owner.rawValue) && !isErased(key.viewer) }
    counts = counts.filter { isOther($0.key) }
    leaving = leaving.filter { isOther($0.key) }
    openings = openings.filter(isOther)
    isOpening = isOpening.filter(isOther)
    durable = durable.filter(isOther)
  }
}
