import SkiAPI

/// The rows of a server that wait to be stored, the latest of each traveller and trip.
struct WriteQueue {
  typealias Continuation = CheckedContinuation<RowOutcome, any Error>

  private struct Key: Hashable {
    var trip: TripID
    var user: UserID
  }

  /// A row with those who wait for its outcome.
  struct Entry {
    var row: LiveRow
    var waiting: [Continuation]
  }

  private var entries: [Key: Entry] = [:]

  /// Adds a row; an earlier one of the traveller that is not stored yet shares its outcome.
  mutating func add(_ row: LiveRow, _ continuation: Continuation) {
    let key = Key(trip: row.trip, user: row.user)
    guard var entry = entries[key] else {
      entries[key] = Entry(row: row, waiting: [continuation])
      return
    }
    if entry.row.order < row.order { entry.row = row }
    entry.waiting.append(continuation)
    entries[key] = entry
  }

  /// Removes and returns all rows, ordered by trip and user.
  mutating func takeAll() -> [Entry] {
    defer { entries = [:] }
    return entries.values.sorted { ($0.row.trip, $0.row.user) < ($1.row.trip, $1.row.user) }
  }

  /// Removes the row of a traveller in a trip, or in all; those who wait receive that it is older.
  mutating func drop(_ user: UserID, from trip: TripID?) {
    for (key, entry) in entries where key.user == user && (trip == nil || key.trip == trip) {
      entries[key] = nil
      for continuation in entry.waiting { continuation.resume(returning: .older) }
    }
  }

  var isEmpty: Bool { entries.isEmpty }
}
