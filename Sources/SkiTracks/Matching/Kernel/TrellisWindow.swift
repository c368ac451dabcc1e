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
/// Decisions seldom wait for more than one or two fixes, so it takes memory for as many as wait now and gives it back. What
/// one step reads and writes lies close together: of thousands of travellers in turn none is in a cache.
struct TrellisWindow: Sendable {
  private struct Column: BitwiseCopyable, Sendable {
    /// Four bits for each entry: its best entry in the column before.
    var backs: UInt64
    /// Where its words begin: the packed fix, then two for each entry.
    var first: UInt32
    /// The optional fields of the fix.
    var fields: UInt8
    /// The position on the likeliest way, valid after ``trace(from:among:)``.
    var position: UInt8

    var firstEntry: Int { Int(first) + LocationFix.packedCount(fields) }
  }

  private var columns: [Column] = []
  private var words: [UInt64] = []
  /// How many columns at the start were handed over already.
  private var gone: Int32 = 0
  /// The column before which all survivors agree.
  private var agreed: Int32 = 0

  private static let unknown = UInt8.max
  /// So many columns that were handed over are moved out at once.
  private static let batch = 4

  /// How many fixes wait.
  var count: Int { columns.count - Int(gone) }

  /// The newest fix, even if it does not wait.
  var newestFix: LocationFix? { columns.last.map(fix) }

  /// What the newest column has at a position.
  func newest(_ position: Int) -> WindowEntry? { columns.last.map { entry($0, position) } }

  private func fix(_ column: Column) -> LocationFix {
    LocationFix(packed: words, at: Int(column.first), fields: column.fields)
  }

  private func entry(_ column: Column, _ position: Int) -> WindowEntry {
    let at = column.firstEntry + 2 * position
    let (place, rest) = (words[at], words[at + 1])
    return WindowEntry(
      edge: UInt32(truncatingIfNeeded: place), filtered: Float(bitPattern: UInt32(place >> 32)),
      speed: Float(bitPattern: UInt32(truncatingIfNeeded: rest)),
      margin: Float(bitPattern: UInt32(rest >> 32)))
  }

  private func edge(_ column: Column, _ position: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: words[column.firstEntry + 2 * Int(position)])
  }

  /// Takes the newest column. Complexity: O(its entries), amortised.
  mutating func append(_ fix: LocationFix, _ column: [TrellisEntry]) {
    if Int(gone) >= max(Self.batch, count) { dropGone() }
    let before = count > 0 ? columns.last : nil
    var new = Column(backs: 0, first: UInt32(words.count), fields: 0, position: Self.unknown)
    new.fields = fix.pack(into: &words)
    for (position, entry) in column.enumerated() {
      new.backs |= UInt64(entry.back & 15) << UInt64(4 * position)
      var margin = Float.infinity
      if let before, entry.rival != TrellisEntry.none, edge(before, entry.rival) != edge(before, entry.back) {
        margin = entry.margin
      }
      words.append(UInt64(entry.edge) | UInt64(entry.filtered.bitPattern) << 32)
      words.append(UInt64(entry.speed.bitPattern) | UInt64(margin.bitPattern) << 32)
    }
    columns.append(new)
  }

  /// Moves what waits to the start, and gives back memory that a longer wait had needed.
  private mutating func dropGone() {
    let start = count > 0 ? columns[Int(gone)].first : UInt32(words.count)
    if columns.capacity > 4 * Self.batch, columns.capacity > 8 * count {
      var fewer: [Column] = []
      fewer.reserveCapacity(2 * Self.batch)
      fewer += columns[Int(gone)...]
      (columns, words) = (fewer, Array(words[Int(start)...]))
    } else {
      columns.removeFirst(Int(gone))
      words.removeFirst(Int(start))
    }
    for index in columns.indices { columns[index].first -= start }
    gone = 0
  }

  /// Finds the likeliest way back from the newest column, and how far all ways agree.
  /// - Complexity: O(fixes that wait · survivors).
  mutating func trace(from best: Int, among survivors: Int) {
    var alive: UInt32 = (1 << UInt32(survivors)) - 1
    var position = UInt32(best)
    var column = columns.count - 1
    agreed = gone
    while column >= gone {
      if agreed == gone, alive == 1 << position { agreed = Int32(column) + 1 }
      // Where the way joins the one found before, it is the same from there on.
      if agreed > gone, columns[column].position == position { return }
      columns[column].position = UInt8(position)
      let backs = columns[column].backs
      var before: UInt32 = 0
      while alive != 0 {
        before |= 1 << Self.back(backs, UInt32(alive.trailingZeroBitCount))
        alive &= alive - 1
      }
      (alive, position) = (before, Self.back(backs, position))
      column -= 1
    }
  }

  private static func back(_ backs: UInt64, _ position: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: backs >> UInt64(4 * position)) & 15
  }

  /// Whether the oldest fix may be handed over: all agree on it, or it waited as long as it may.
  func isFirstDecided(_ lag: MatchLag, now: Double) -> Bool {
    guard count > 0 else { return false }
    return gone < agreed || count > lag.fixes
      || now - LocationFix.packedSeconds(words, at: Int(columns[Int(gone)].first)) > lag.seconds
  }

  /// Hands over the oldest fix with its place on the likeliest way, and how much worse the closest other way is, nats.
  mutating func popFirst() -> (fix: LocationFix, entry: WindowEntry, margin: Float)? {
    guard count > 0 else { return nil }
    let oldest = columns[Int(gone)]
    var margin = Float.infinity
    if count > 1 {
      let next = columns[Int(gone) + 1]
      margin = entry(next, Int(next.position)).margin
    }
    gone += 1
    return (fix(oldest), entry(oldest, Int(oldest.position)), margin)
  }
}

/// How long a decision may wait for later fixes.
struct MatchLag: BitwiseCopyable, Sendable {
  var fixes: Int
  var seconds: Double

  init(_ options: MatchingOptions) { (fixes, seconds) = (max(1, options.lagFixes), options.lagSeconds) }
}
