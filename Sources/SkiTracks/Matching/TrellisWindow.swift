import SkiGraph

/// An entry of the online search: a possible position of a fix.
struct WindowEntry: BitwiseCopyable, Sendable {
  /// The directed edge; `.max` off the map.
  var edge: UInt32
  /// The filtered position in metres from the start of the edge, and the filtered speed.
  var filtered: Float
  var speed: Float
  /// The difference in nats to the best path from another edge; infinite when there was none.
  var margin: Float
}

/// The undecided columns of an online search, oldest first.
///
/// Decisions rarely take more than one or two fixes, so the memory grows with the number undecided and is released
/// again. The data of a step is contiguous, because with thousands of travellers none of it is in a cache.
struct TrellisWindow: Sendable {
  private struct Column: BitwiseCopyable, Sendable {
    /// The predecessors of the entries, four bits each.
    var backs: UInt64
    /// The first of its words: the packed fix, then two words for each entry.
    var first: UInt32
    /// The optional fields of the fix.
    var fields: UInt8
    /// The position on the most probable path, valid after ``trace(from:among:)``.
    var position: UInt8

    var firstEntry: Int { Int(first) + LocationFix.packedCount(fields) }
  }

  private var columns: [Column] = []
  private var words: [UInt64] = []
  /// The number of leading columns already released.
  private var gone: Int32 = 0
  /// The column before which all hypotheses agree.
  private var agreed: Int32 = 0

  private static let unknown = UInt8.max
  /// The least number of released columns removed at once.
  private static let batch = 4

  /// The number of undecided fixes.
  var count: Int { columns.count - Int(gone) }

  /// The newest fix, decided or not.
  var newestFix: LocationFix? { columns.last.map(fix) }

  /// Returns the entry of the newest column at a position.
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

  /// Appends a column. Complexity: O(its entries), amortised.
  mutating func append(_ fix: LocationFix, _ column: [TrellisEntry]) {
    if Int(gone) >= max(Self.batch, count) { dropGone() }
    let before = count > 0 ? columns.last : nil
    var new = Column(backs: 0, first: UInt32(words.count), fields: 0, position: Self.unknown)
    new.fields = fix.pack(into: &words)
    for (position, entry) in column.enumerated() {
      new.backs |= UInt64(entry.back & 15) << UInt64(4 * position)
      var margin = Float.infinity
      if let before, entry.secondBest != TrellisEntry.none,
        edge(before, entry.secondBest) != edge(before, entry.back)
      {
        margin = entry.margin
      }
      words.append(UInt64(entry.edge) | UInt64(entry.filtered.bitPattern) << 32)
      words.append(UInt64(entry.speed.bitPattern) | UInt64(margin.bitPattern) << 32)
    }
    columns.append(new)
  }

  /// Removes released columns, and memory in excess of current use.
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

  /// Backtracks the most probable path from the newest column, and finds the column up to which all paths agree.
  /// - Complexity: O(undecided fixes · hypotheses).
  mutating func trace(from best: Int, among hypotheses: Int) {
    var alive: UInt32 = (1 << UInt32(hypotheses)) - 1
    var position = UInt32(best)
    var column = columns.count - 1
    agreed = gone
    while column >= gone {
      if agreed == gone, alive == 1 << position { agreed = Int32(column) + 1 }
      // The path continues as traced before from the column where both meet.
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

  /// Returns whether the oldest fix is decided: all paths agree on it, or its lag is over.
  func isFirstDecided(_ lag: MatchLag, now: Double) -> Bool {
    guard count > 0 else { return false }
    return gone < agreed || count > lag.fixes
      || now - LocationFix.packedSeconds(words, at: Int(columns[Int(gone)].first)) > lag.seconds
  }

  /// Removes and returns the oldest fix with its position on the most probable path, and the margin to the closest
  /// competing path in nats.
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

/// The greatest delay of a decision, in fixes and seconds.
struct MatchLag: BitwiseCopyable, Sendable {
  var fixes: Int
  var seconds: Double

  init(_ options: MatchingOptions) { (fixes, seconds) = (max(1, options.lagFixes), options.lagSeconds) }
}
