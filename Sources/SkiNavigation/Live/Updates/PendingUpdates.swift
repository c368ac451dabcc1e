/// What one listener has still to be told: the newest update of each traveller, oldest entry first.
///
/// A value. An update replaces an earlier one of the same traveller in its place in the line, so that whoever moves often
/// never overtakes nor starves the others. Holds one entry at most for each traveller who is visible or of whom the listener
/// knows: a listener who takes nothing makes nothing grow.
struct PendingUpdates {
  private struct Entry {
    var update: TravellerUpdate
    var ticket: UInt64
  }

  private var entries: [TravellerID: Entry] = [:]
  /// The line; a ticket that no entry has any more is skipped.
  private var line: [(traveller: TravellerID, ticket: UInt64)] = []
  private var lineStart = 0
  private var nextTicket: UInt64 = 0
  /// Whom the listener has been told of, and not yet that they left.
  private var known: Set<TravellerID> = []
  /// How many updates were replaced by newer ones before the listener took them.
  private(set) var droppedCount: UInt64 = 0

  /// How many updates wait.
  var count: Int { entries.count }
  /// How long the line is with all that is skipped; at most twice the entries and a few.
  var lineCount: Int { line.count - lineStart }

  /// Adds an update, or replaces the one of the same traveller that waits. Complexity: O(1) amortised.
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

  /// Takes back what waits of a traveller; a listener who knows of them will be told that they left.
  /// - Complexity: O(1) amortised.
  mutating func withdraw(_ traveller: TravellerID) {
    if known.contains(traveller) {
      put(.left(traveller))
    } else {
      entries[traveller] = nil
      shorten()
    }
  }

  /// Takes the update that has waited longest; nil when none waits. Complexity: O(1) amortised.
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

  /// Drops the taken start of the line, and all that is skipped, once they are more than half of it.
  private mutating func shorten() {
    guard line.count > 2 * entries.count + 16 else { return }
    line = line[lineStart...].filter { entries[$0.traveller]?.ticket == $0.ticket }
    lineStart = 0
  }
}
