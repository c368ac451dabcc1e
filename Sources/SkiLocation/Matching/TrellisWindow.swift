/// The columns of a live search that are not decided yet, oldest first.
///
/// Memory stays as large as the longest wait; what was handed over is moved out in batches.
struct TrellisWindow: Sendable {
  private var fixes: [LocationFix] = []
  /// Each column takes as many places as the largest may.
  private var entries: [TrellisEntry] = []
  private var sizes: [UInt8] = []
  /// The position on the likeliest way in each column, valid after ``trace(from:among:)``.
  private var path: [UInt8] = []
  /// How many columns at the start were handed over already.
  private var gone = 0
  /// The column before which all survivors agree.
  private var agreed = 0

  private static let stride = CandidateSearch.limit + 1
  private static let batch = 32

  /// How many fixes wait.
  var count: Int { fixes.count - gone }

  /// Takes the newest column.
  mutating func append(_ fix: LocationFix, _ column: [TrellisEntry]) {
    if gone >= Self.batch {
      fixes.removeFirst(gone)
      entries.removeFirst(gone * Self.stride)
      sizes.removeFirst(gone)
      path.removeFirst(gone)
      gone = 0
    }
    fixes.append(fix)
    sizes.append(UInt8(column.count))
    path.append(0)
    for index in 0..<Self.stride { entries.append(column[min(index, column.count - 1)]) }
  }

  /// Finds the likeliest way back from the newest column, and how far all ways agree.
  /// - Complexity: O(fixes that wait · survivors).
  mutating func trace(from best: Int, among survivors: Int) {
    var alive: UInt32 = (1 << UInt32(survivors)) - 1
    var position = best
    var column = fixes.count - 1
    agreed = gone
    while column >= gone {
      path[column] = UInt8(position)
      if agreed == gone, alive == 1 << UInt32(position) { agreed = column + 1 }
      guard column > gone else { return }
      let base = column * Self.stride
      if alive & (alive - 1) != 0 {
        var before: UInt32 = 0
        for index in 0..<Int(sizes[column]) where alive & (1 << UInt32(index)) != 0 {
          before |= 1 << UInt32(entries[base + index].back)
        }
        alive = before
      } else {
        alive = 1 << UInt32(entries[base + position].back)
      }
      position = Int(entries[base + position].back)
      column -= 1
    }
  }

  /// Whether the oldest fix may be handed over: all agree on it, or it waited as long as it may.
  func isFirstDecided(_ options: MatchingOptions, now: Double) -> Bool {
    guard count > 0 else { return false }
    return gone < agreed || count > max(1, options.lagFixes)
      || now - fixes[gone].time.secondsSince1970 > options.lagSeconds
  }

  /// Hands over the oldest fix with its place on the likeliest way, and how much worse the closest other way is, nats.
  mutating func popFirst() -> (fix: LocationFix, entry: TrellisEntry, margin: Float)? {
    guard count > 0 else { return nil }
    let entry = entries[gone * Self.stride + Int(path[gone])]
    var margin = Float.infinity
    if gone + 1 < fixes.count {
      let next = entries[(gone + 1) * Self.stride + Int(path[gone + 1])]
      if next.rival != TrellisEntry.none, entries[gone * Self.stride + Int(next.rival)].edge != entry.edge {
        margin = next.margin
      }
    }
    let fix = fixes[gone]
    gone += 1
    return (fix, entry, margin)
  }
}
