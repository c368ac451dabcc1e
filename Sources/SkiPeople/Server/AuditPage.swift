import SkiAPI
import SkiBase

/// The records of one viewer in one trip: a flat array, ordered by a hash of the owner, of 48 bytes a record.
struct AuditPage {
  /// A record in the store, or one that deliveries wait for.
  private struct Record {
    let hash: UInt32
    /// The number of the hour since 1970-01-01 00:00 UTC.
    let hour: Int32
    /// The deliveries or refusals that are not being stored yet.
    var count: UInt32 = 0
    var isDurable = false
    /// Indicates whether deliveries wait for the record, and it is not being stored yet.
    var isOpening = false
    let owner: UserID
    /// The grant; nil for refusals.
    let grant: GrantID?

    init(_ key: AuditCount.Key) {
      hash = AuditPage.hash(of: key.owner)
      hour = Int32(clamping: key.hour)
      (owner, grant) = (key.owner, key.grant)
    }
  }

  /// The result of the attempt to count a delivery.
  enum Delivery {
    /// The delivery is counted.
    case counted
    /// The record is not durable yet.
    case waits
    /// As ``waits``, and the page's first record to wait for since ``takeOpenings(of:atMost:)`` took all.
    case waitsFirst
  }

  private var records: [Record] = []
  private var isWaiting = false

  /// Indicates whether the page has no record.
  var isEmpty: Bool { records.isEmpty }

  private static func hash(of owner: UserID) -> UInt32 { UInt32(truncatingIfNeeded: owner.hashValue) }

  // MARK: Finding

  /// Returns the place of a key's record, which is added when there is none.
  /// - Complexity: O(log *n*) in the records; O(*n*) when it is added.
  private mutating func place(of key: AuditCount.Key) -> Int {
    let wanted = Record(key)
    var place = records.partitioningIndex { $0.hash >= wanted.hash }
    while place < records.count, records[place].hash == wanted.hash {
      let found = records[place]
      if found.hour == wanted.hour, found.owner == wanted.owner, found.grant == wanted.grant { return place }
      place += 1
    }
    records.insert(wanted, at: place)
    return place
  }

  private func key(of record: Record, _ viewing: AuditLog.Viewing) -> AuditCount.Key {
    AuditCount.Key(
      owner: record.owner, viewer: viewing.viewer, trip: viewing.trip, grant: record.grant,
      hour: Int64(record.hour))
  }

  // MARK: Noting

  /// Counts a delivery when its record is durable; else lets the record be begun.
  mutating func deliver(_ key: AuditCount.Key) -> Delivery {
    let place = place(of: key)
    guard records[place].isDurable else { return open(place) }
    add(1, at: place)
    return .counted
  }

  /// Lets a key's record be begun; returns whether it is the page's first to wait for.
  mutating func open(_ key: AuditCount.Key) -> Bool { open(place(of: key)) == .waitsFirst }

  private mutating func open(_ place: Int) -> Delivery {
    records[place].isOpening = true
    defer { isWaiting = true }
    return isWaiting ? .waits : .waitsFirst
  }

  /// Adds deliveries or refusals to a key's count.
  mutating func add(_ count: Int64, to key: AuditCount.Key) {
    add(UInt32(clamping: count), at: place(of: key))
  }

  private mutating func add(_ count: UInt32, at place: Int) {
    let (sum, isOver) = records[place].count.addingReportingOverflow(count)
    records[place].count = isOver ? .max : sum
  }

  /// Notes that a key's record is durable.
  mutating func confirm(_ key: AuditCount.Key) { records[place(of: key)].isDurable = true }

  // MARK: Taking

  /// Returns records that wait to be begun; fewer than the limit when there are no others.
  mutating func takeOpenings(of viewing: AuditLog.Viewing, atMost limit: Int) -> [AuditCount] {
    var taken: [AuditCount] = []
    for place in records.indices where records[place].isOpening && taken.count < limit {
      records[place].isOpening = false
      taken.append(AuditCount(key: key(of: records[place], viewing), count: 0))
    }
    if taken.count < limit { isWaiting = false }
    return taken
  }

  /// The number of records with a count.
  var countedRecords: Int { records.count { $0.count > 0 } }

  /// Appends all counts, after which they are 0; those of refusals are forgotten.
  mutating func takeCounts(of viewing: AuditLog.Viewing, into taken: inout [AuditCount]) {
    var hasRefusals = false
    for place in records.indices where records[place].count > 0 {
      taken.append(AuditCount(key: key(of: records[place], viewing), count: Int64(records[place].count)))
      records[place].count = 0
      if records[place].grant == nil { hasRefusals = true }
    }
    if hasRefusals { records.removeAll { $0.grant == nil } }
  }

  /// Forgets records before an hour that have no count, and that no delivery waits for.
  mutating func forget(before hour: Int64) {
    records.removeAll { $0.hour < hour && $0.count == 0 && !$0.isOpening }
  }

  /// Forgets all records of owners.
  mutating func forget(_ isForgotten: (UserID) -> Bool) { records.removeAll { isForgotten($0.owner) } }
}
