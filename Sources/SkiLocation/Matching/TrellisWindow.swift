/// What a live search remembers of a place one may have been at.
struct WindowEntry: BitwiseCopyable, Sendable {
  /// `.max` for a traveller off the map.
  var edge: UInt32
  /// The filtered place on the edge, metres from its start, and the filtered speed.
  var filtered: Float
  var speed: Float
  /// Nats by which the best way to here from another edge is worse; infinite when there was none.
  var margin: Float
}

/// The columns of a live search that are not decided yet, oldest first.
///
/// Decisions seldom wait for more than one or two fixes, so it takes memory for as many as wait now and gives it back: what
/// was handed over is overwritten soon, and what one step reads and writes lies close together.
struct TrellisWindow: Sendable {
  private struct Column: Sendable {
    var fix: LocationFix
    /// Four bits for each entry: its best entry in the column before.
    var backs: UInt64
    /// Where its entries begin.
    var first: Int32
    /// The position on the likeliest way, valid after ``trace(from:among:)``.
    var position: UInt8
  }

  private var columns: [Column] = []
  private var entries: [WindowEntry] = []
  /// How many columns at the start were handed over already.
  private var gone: Int32 = 0
  /// The column before which all survivors agree.
  private var agreed: Int32 = 0

  private static let unknown = UInt8.max
  private static let leastCapacity = 4

  /// How many fixes wait.
  var count: Int { columns.count - Int(gone) }

  /// The newest fix, even if it does not wait.
  var newestFix: LocationFix? { columns.last?.fix }

  /// What the newest column has at a position.
  func newest(_ position: Int) -> WindowEntry? {
    columns.last.map { entries[Int($0.first) + position] }
  }

  /// Takes the newest column. Complexity: O(its entries), amortised.
  mutating func append(_ fix: LocationFix, _ column: [TrellisEntry]) {
    if gone > 0, Int(gone) >= count { dropGone() }
    let isAlone = count == 0
    let before = Int(columns.last?.first ?? 0)
    let first = entries.count
    var backs: UInt64 = 0
    for (position, entry) in column.enumerated() {
      backs |= UInt64(entry.back & 15) << UInt64(4 * position)
      var margin = Float.infinity
      if !isAlone, entry.rival != TrellisEntry.none,
        entries[before + Int(entry.rival)].edge != entries[before + Int(entry.back)].edge
      {
        margin = entry.margin
      }
      entries.append(
        WindowEntry(edge: entry.edge, filtered: entry.filtered, speed: entry.speed, margin: margin))
    }
    columns.append(Column(fix: fix, backs: backs, first: Int32(first), position: Self.unknown))
  }

  /// Moves what waits to the start, and gives back memory that a longer wait had needed.
  private mutating func dropGone() {
    let start = count > 0 ? columns[Int(gone)].first : Int32(entries.count)
    let waiting = columns.dropFirst(Int(gone))
    if columns.capacity > max(Self.leastCapacity, 8 * waiting.count) {
      var fewer: [Column] = []
      fewer.reserveCapacity(max(Self.leastCapacity, 2 * waiting.count))
      fewer += waiting
      columns = fewer
      entries = Array(entries[Int(start)...])
    } else {
      columns.removeFirst(Int(gone))
      entries.removeFirst(Int(start))
    }
    for index in columns.indices { columns[index].first -= start }
    gone = 0
  }

  /// Finds the likeliest way back from the newest column, and how far all ways agree.
  /// - Complexity: O(fixes that wait · survivors).
  mutating func trace(from best: Int, among survivors: Int) {
    var alive: UInt32 = (1 << UInt32(survivors)) - 1
    var position = UInt8(best)
    var column = columns.count - 1
    agreed = gone
    while column >= gone {
      if agreed == gone, alive == 1 << UInt32(position) { agreed = Int32(column) + 1 }
      // Where the way joins the one found before, it is the same from there on.
      if agreed > gone, columns[column].position == position { return }
      columns[column].position = position
      let backs = columns[column].backs
      var before: UInt32 = 0
      while alive != 0 {
        before |= 1 << Self.back(backs, alive.trailingZeroBitCount)
        alive &= alive - 1
      }
      alive = before
      position = UInt8(Self.back(backs, Int(position)))
      column -= 1
    }
  }

  private static func back(_ backs: UInt64, _ position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: backs >> UInt64(4 * position)) & 15
  }

  /// Whether the oldest fix may be handed over: all agree on it, or it waited as long as it may.
  func isFirstDecided(_ options: MatchingOptions, now: Double) -> Bool {
    guard count > 0 else { return false }
    return gone < agreed || count > max(1, options.lagFixes)
      || now - columns[Int(gone)].fix.time.secondsSince1970 > options.lagSeconds
  }

  /// Hands over the oldest fix with its place on the likeliest way, and how much worse the closest other way is, nats.
  mutating func popFirst() -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard count > 0 else { return nil }
    let oldest = columns[Int(gone)]
    var margin = Float.infinity
    if count > 1 {
      let next = columns[Int(gone) + 1]
      margin = entries[Int(next.first) + Int(next.position)].margin
    }
    gone += 1
    return (oldest.fix, entries[Int(oldest.first) + Int(oldest.position)], margin)
  }
}
