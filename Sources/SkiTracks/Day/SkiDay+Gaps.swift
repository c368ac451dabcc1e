import SkiBase

extension SkiDay {
  /// Returns the laps after gaps in the fixes over which the way is unknown, as positions in ``laps``.
  /// - Complexity: O(*n* + *l*) in points and laps.
  func lapsAfterGaps() -> Set<Int> {
    var result: Set<Int> = []
    var lap = 0
    for position in points.indices.dropFirst() {
      let (from, to) = (points[position - 1].time, points[position].time)
      guard to.secondsSince1970 - from.secondsSince1970 > options.gapSeconds else { continue }
      while lap < laps.count, laps[lap].start < to { lap += 1 }
      // A lap up to the next fix, or one within the gap, bridges it.
      if lap < laps.count, lap == 0 || laps[lap - 1].end <= from { result.insert(lap) }
    }
    return result
  }
}
