/// The undelivered updates of one listener: the newest of each traveller, in the order of their first.
///
/// An update replaces an earlier one of the same traveller at its position in the queue, so that frequent updates do
/// not delay others. Holds at most one update per traveller who is visible or known to the listener.
struct PendingUpdates {
  private struct Entry {
    var update: TravellerUpdate
    var ticket: UInt64
  }

  private var entries: [TravellerID: Entry] = [:]
  /// The queue; tickets without an entry are skipped.
  private var line: [(traveller: TravellerID, ticket: UInt64)] = []
  private var lineStart = 0
  private var nextTicket: UInt64 = 0
  /// The travellers delivered to the listener, unless delivered as having left.
  private var known: Set<TravellerID> = []
  /// The number of updates replaced by newer ones before delivery.
  private(set) var droppedCount: UInt64 = 0

  /// The number of undelivered updates.
  var count: Int { entries.count }
  /// The length of the queue with skipped tickets; at most twice the entries and a constant.
  var lineCount: Int { line.count - lineStart }

  /// Adds an update, or replaces the undelivered one of the same traveller. Complexity: O(1) amortised.
  mutating func put(_ update: TravellerUpdate) {
    let traveller = update.traveller
    if entries[traveller] != nil {
      entries[traveller]?.update = update
      droppedCount += 1
      return
    }
    entries[traveller] = Entry(update: update, ticket: nextTicket)
    line.append((traveller, nextTicket))
    nextTicket += 1
  }

  /// Removes the undelivered update of a traveller; a listener who knows of them will receive that they left.
  /// - Complexity: O(1) amortised.
  mutating func withdraw(_ traveller: TravellerID) {
    if known.contains(traveller) {
      put(.left(traveller))
    } else {
      entries[traveller] = nil
      shorten()
    }
  }

  /// Removes and returns the oldest update; nil when there is none. Complexity: O(1) amortised.
  mutating func take() -> TravellerUpdate? {
    while lineStart < line.count {
      let (traveller, ticket) = line[lineStart]
      lineStart += 1
      guard let entry = entries[traveller], entry.ticket == ticket else { continue }
      entries[traveller] = nil
      shorten()
      note(entry.update)
      return entry.update
    }
    shorten()
    return nil
  }

  private mutating func note(_ update: TravellerUpdate) {
    if case .left(let traveller) = update { known.remove(traveller) } else { known.insert(update.traveller) }
  }

  /// Removes delivered and skipped tickets when they are more than half of the queue.
  private mutating func shorten() {
    guard line.count > 2 * entries.count + 16 else { return }
    line = line[lineStart...].filter { entries[$0.traveller]?.ticket == $0.ticket }
    lineStart = 0
  }
}
