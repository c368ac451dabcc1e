import SkiSystem

extension RoutePlan {
  /// A position on the line with a locally minimal distance from a fix.
  struct LocalMinimum: Sendable {
    /// The distance along the route, in metres.
    var along: Double
    /// The distance from the fix, in metres.
    var distance: Double
    /// The point before it.
    var piece: Int
  }

  /// The greatest number of positions returned.
  private static let greatestNearbyCount = 32

  /// Returns the positions in a part of the line where the distance from a fix is locally minimal, in order.
  ///
  /// - Complexity: O(*k*) in the points of the part.
  func nearest(to place: SIMD2<Double>, in window: ClosedRange<Double>, within limit: Double)
    -> [LocalMinimum]
  {
    guard metres.count > 1 else { return [] }
    var found: [LocalMinimum] = []
    // A point is a local minimum when the line approaches before it and recedes after it.
    var comesNearer = true
    var index = segment(at: window.lowerBound)
    while index + 1 < metres.count, metres[index] <= window.upperBound {
      let here = nearest(to: place, onPiece: index, in: window)
      let isLast = index + 2 >= metres.count || metres[index + 1] > window.upperBound
      if (comesNearer || !here.isAtStart) && (isLast || !here.isAtEnd), here.place.distance <= limit {
        found.append(here.place)
      }
      comesNearer = here.isAtEnd && (comesNearer || !here.isAtStart)
      index += 1
    }
    guard found.count > Self.greatestNearbyCount else { return found }
    found.sort { ($0.distance, $0.along) < ($1.distance, $1.along) }
    return found.prefix(Self.greatestNearbyCount).sorted { $0.along < $1.along }
  }

  /// Returns the direction of the segment after a point, in radians clockwise from north.
  func direction(ofPiece index: Int) -> Double {
    atan2(east[index + 1] - east[index], north[index + 1] - north[index])
  }

  private func nearest(
    to place: SIMD2<Double>, onPiece index: Int, in window: ClosedRange<Double>
  ) -> (place: LocalMinimum, isAtStart: Bool, isAtEnd: Bool) {
    let (a, b) = (SIMD2(east[index], north[index]), SIMD2(east[index + 1], north[index + 1]))
    let (from, to) = (metres[index], metres[index + 1])
    let (line, away) = (b - a, place - a)
    let length = to - from
    let squared = (line * line).sum()
    let wanted = squared > 0 ? (away * line).sum() / squared * length : 0
    let low = max(0, min(length, window.lowerBound - from))
    let high = max(low, min(length, window.upperBound - from))
    let gone = max(low, min(high, wanted))
    let off = place - (a + line * (length > 0 ? gone / length : 0))
    let found = LocalMinimum(along: from + gone, distance: (off * off).sum().squareRoot(), piece: index)
    return (found, gone <= low, gone >= high)
  }
}
