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

  /// The greatest number of records that are begun at once, so that the lease is renewed in between.
  private static let greatestOpeningCount = 4096

  /// A record in the store, or one that deliveries wait for.
  private struct Record {
    /// The deliveries or refusals that are not being stored yet.
    var count: Int64 = 0
    var isDurable = false
    /// Indicates whether the key is among the openings.
    var isOpening = false
  }

  private var records: [AuditCount.Key: Record] = [:]
  /// The records for which deliveries wait, the newest last.
  private var openings: [AuditCount.Key] = []
  /// The counts that are being stored, a portion at each call.
  private var leaving: [AuditCount] = []
  private var portion = leastPortion
  private var openedHour: Int64 = 0
  private var flushedAt: Int64 = 0
  private var hasCounts = false
  private var isUrgent = false

  /// Notes a delivery; returns `false` when its record is not durable yet, so that it must wait.
  mutating func mayDeliver(_ key: AuditCount.Key) -> Bool {
    guard let place = records.index(forKey: key), records.values[place].isDurable else {
      open(key)
      return false
    }
    records.values[place].count += 1
    hasCounts = true
    return true
  }

  /// Notes a refusal.
  mutating func refuse(_ key: AuditCount.Key) { add(1, to: key) }

  private mutating func add(_ count: Int64, to key: AuditCount.Key) {
    records[key, default: Record()].count += count
    hasCounts = true
  }

  private mutating func open(_ key: AuditCount.Key) {
    guard !records[key, default: Record()].isOpening else { return }
    records[key, default: Record()].isOpening = true
    openings.append(key)
  }

  /// Returns the records and counts that are due; the caller confirms them with ``confirm(_:)`` or returns them with
  /// ``putBack(_:)``.
  ///
  /// Records for which deliveries wait come first, the newest of them, with a count of 0. Counts are complete after ``portions`` calls.
  mutating func takeDue(at monotonic: Int64) -> [AuditCount] {
    if leaving.isEmpty, hasCounts, isUrgent || monotonic - flushedAt >= Self.flushMilliseconds {
      leaving = takeCounts()
      portion = max(Self.leastPortion, (leaving.count + Self.portions - 1) / Self.portions)
      (flushedAt, isUrgent) = (monotonic, false)
    }
    let begun = openings.suffix(Self.greatestOpeningCount)
    for key in begun { records[key]?.isOpening = false }
    defer {
      openings.removeLast(begun.count)
      leaving.removeLast(min(portion, leaving.count))
    }
    return begun.map { AuditCount(key: $0, count: 0) } + leaving.suffix(portion)
  }

  /// Returns all counts, after which they are 0; records that are neither durable nor waited for are forgotten.
  private mutating func takeCounts() -> [AuditCount] {
    var taken: [AuditCount] = []
    taken.reserveCapacity(records.values.count { $0.count > 0 })
    // Not the collection of indices, which would hold a copy of the records while they change.
    var place = records.startIndex
    while place != records.endIndex {
      if records.values[place].count > 0 {
        taken.append(AuditCount(key: records.keys[place], count: records.values[place].count))
        records.values[place].count = 0
      }
      records.formIndex(after: &place)
    }
    for count in taken where count.key.grant == nil { records[count.key] = nil }
    hasCounts = false
    return taken
  }

  /// Returns all counts, for the end.
  mutating func takeAll() -> [AuditCount] {
    let all = leaving + takeCounts()
    (records, leaving, openings) = ([:], [], [])
    return all
  }

  /// Notes that counts are durable; records of hours that are over are forgotten.
  mutating func confirm(_ stored: [AuditCount]) {
    for count in stored where count.key.grant != nil {
      records[count.key, default: Record()].isDurable = true
    }
    let hour = max(openedHour, stored.map(\.key.hour).max() ?? 0)
    guard hour > openedHour else { return }
    openedHour = hour
    records = records.filter { $0.key.hour >= hour - 1 || $0.value.count > 0 || $0.value.isOpening }
  }

  /// Keeps counts that could not be stored for the next attempt.
  mutating func putBack(_ failed: [AuditCount]) {
    for count in failed {
      if count.count == 0 { open(count.key) } else { add(count.count, to: count.key) }
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
    records = records.filter { isOther($0.key) }
    leaving = leaving.filter { isOther($0.key) }
    openings = openings.filter(isOther)
  }
}
