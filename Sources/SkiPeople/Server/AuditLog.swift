import SkiAPI

/// The counts of deliveries that are to be stored, and the records that are durable.
///
/// A position is delivered only when the record of its owner, viewer, grant and hour is durable; its count follows
/// within seconds.
struct AuditLog {
  /// The time in milliseconds within which counts are stored.
  static let flushMilliseconds: Int64 = 5000

  /// The least number of counts that are stored at once, when there are so many.
  private static let leastPortion = 500
  /// The number of portions in which counts are stored, so that they don't delay positions.
  private static let portions = 20

  /// The greatest number of records that are begun at once, so that the lease is renewed in between.
  private static let greatestOpeningCount = 4096

  /// A viewer in a trip.
  struct Viewing: Hashable {
    /// The viewer, see `Viewer.auditName`.
    var viewer: String
    var trip: TripID

    fileprivate init(_ key: AuditCount.Key) { (viewer, trip) = (key.viewer, key.trip) }
  }

  private var pages: [Viewing: AuditPage] = [:]
  /// The pages with records for which deliveries wait, each once, the newest last.
  private var openings: [Viewing] = []
  /// The pages whose counts are being stored, a portion at each call.
  private var leaving: [Viewing] = []
  private var portion = leastPortion
  private var openedHour: Int64 = 0
  private var flushedAt: Int64 = 0
  private var hasCounts = false
  private var isUrgent = false

  /// Notes a delivery; returns `false` when its record is not durable yet, so that it must wait.
  /// - Complexity: O(log *n*) in the records of the viewer.
  mutating func mayDeliver(_ key: AuditCount.Key) -> Bool {
    let viewing = Viewing(key)
    switch pages[viewing, default: AuditPage()].deliver(key) {
    case .counted:
      hasCounts = true
      return true
    case .waitsFirst: openings.append(viewing)
    case .waits: break
    }
    return false
  }

  /// Notes a refusal.
  mutating func refuse(_ key: AuditCount.Key) { add(1, to: key) }

  private mutating func add(_ count: Int64, to key: AuditCount.Key) {
    pages[Viewing(key), default: AuditPage()].add(count, to: key)
    hasCounts = true
  }

  private mutating func open(_ key: AuditCount.Key) {
    let viewing = Viewing(key)
    if pages[viewing, default: AuditPage()].open(key) { openings.append(viewing) }
  }

  /// Returns the records and counts that are due; the caller confirms them with ``confirm(_:)`` or returns them with
  /// ``putBack(_:)``.
  ///
  /// Records for which deliveries wait come first, the newest of them, with a count of 0. Counts are complete after ``portions`` calls.
  mutating func takeDue(at monotonic: Int64) -> [AuditCount] {
    if leaving.isEmpty, hasCounts, isUrgent || monotonic - flushedAt >= Self.flushMilliseconds {
      leaving = Array(pages.keys)
      let count = pages.values.reduce(0) { $0 + $1.countedRecords }
      portion = max(Self.leastPortion, (count + Self.portions - 1) / Self.portions)
      (flushedAt, isUrgent, hasCounts) = (monotonic, false, false)
    }
    return takeOpenings() + takeCounts(atLeast: portion)
  }

  /// Returns records for which deliveries wait, with a count of 0: those of the newest pages.
  private mutating func takeOpenings() -> [AuditCount] {
    var taken: [AuditCount] = []
    while let viewing = openings.last, taken.count < Self.greatestOpeningCount {
      let limit = Self.greatestOpeningCount - taken.count
      let begun = pages[viewing]?.takeOpenings(of: viewing, atMost: limit) ?? []
      taken += begun
      if begun.count < limit { openings.removeLast() }
    }
    return taken
  }

  /// Returns the counts of the next pages, after which they are 0: as many as are wanted, and the rest of the last page.
  private mutating func takeCounts(atLeast wanted: Int) -> [AuditCount] {
    var taken: [AuditCount] = []
    while taken.count < wanted, let viewing = leaving.popLast() {
      guard let place = pages.index(forKey: viewing) else { continue }
      pages.values[place].takeCounts(of: viewing, into: &taken)
      if pages.values[place].isEmpty { pages.remove(at: place) }
    }
    return taken
  }

  /// Returns all counts, for the end.
  mutating func takeAll() -> [AuditCount] {
    leaving = Array(pages.keys)
    defer { (pages, leaving, openings) = ([:], [], []) }
    return takeCounts(atLeast: .max)
  }

  /// Notes that counts are durable; records of hours that are over are forgotten.
  mutating func confirm(_ stored: [AuditCount]) {
    for count in stored where count.key.grant != nil {
      pages[Viewing(count.key), default: AuditPage()].confirm(count.key)
    }
    let hour = max(openedHour, stored.map(\.key.hour).max() ?? 0)
    guard hour > openedHour else { return }
    openedHour = hour
    change { _, page in page.forget(before: hour - 1) }
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
    change { viewing, page in
      if isErased(viewing.viewer) { page = AuditPage() } else { page.forget { isErased($0.rawValue) } }
    }
  }

  /// Changes each page, and removes those that are empty then.
  private mutating func change(_ body: (Viewing, inout AuditPage) -> Void) {
    var hasEmpty = false
    // Not the collection of indices, which would hold a copy of the pages while they change.
    var place = pages.startIndex
    while place != pages.endIndex {
      body(pages.keys[place], &pages.values[place])
      hasEmpty = hasEmpty || pages.values[place].isEmpty
      pages.formIndex(after: &place)
    }
    guard hasEmpty else { return }
    pages = pages.filter { !$0.value.isEmpty }
    openings = openings.filter { pages[$0] != nil }
  }
}
