/// The repair of single rings.
enum RingCleaning {
  /// Returns a ring without repeated corners and spikes; empty when nothing is left.
  /// - Complexity: O(*n*).
  static func cleaned(_ ring: [GridPoint]) -> [GridPoint] {
    var kept: [GridPoint] = []
    kept.reserveCapacity(ring.count)
    for corner in ring { push(corner, &kept) }
    // Removes repeats and spikes across the start of the ring.
    var start = 0
    while kept.count - start > 2 {
      let (first, second) = (kept[start], kept[start + 1])
      let last = kept[kept.count - 1]
      if first == last || isSpike(kept[kept.count - 2], last, first) {
        kept.removeLast()
      } else if isSpike(last, first, second) {
        start += 1
      } else {
        return start == 0 ? kept : Array(kept[start...])
      }
    }
    return []
  }

  private static func push(_ corner: GridPoint, _ kept: inout [GridPoint]) {
    while let last = kept.last {
      if last == corner { return }
      guard kept.count > 1, isSpike(kept[kept.count - 2], last, corner) else { break }
      kept.removeLast()
    }
    kept.append(corner)
  }

  /// Returns whether the second edge of three corners doubles back on the first.
  private static func isSpike(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Bool {
    guard RingEdge.turn(a, b, c) == 0 else { return false }
    let (abx, aby) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let (bcx, bcy) = (Int64(c.x) - Int64(b.x), Int64(c.y) - Int64(b.y))
    return abx * bcx + aby * bcy < 0
  }

  /// Returns twice the signed area of a ring, positive when clockwise, *y* pointing down. Complexity: O(*n*).
  static func doubleArea(_ ring: [GridPoint]) -> Int64 {
    guard let first = ring.first, var last = ring.last else { return 0 }
    var sum: Int64 = 0
    for corner in ring {
      sum &+= RingEdge.turn(first, last, corner)
      last = corner
    }
    return sum
  }
}
