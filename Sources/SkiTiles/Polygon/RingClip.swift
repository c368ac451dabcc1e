/// The clipping of rings to a square or band.
enum RingClip {
  /// Returns the part of a ring inside a square; empty when there is none.
  ///
  /// Separate parts remain joined by edges along the square's border.
  /// **Source:** Sutherland and Hodgman 1974, "Reentrant polygon clipping".
  /// - Complexity: O(*n*).
  static func clipped(_ ring: [SIMD2<Double>], low: Double, high: Double) -> [SIMD2<Double>] {
    var ring = ring
    for axis in 0...1 {
      ring = half(ring, axis: axis, edge: low, sign: 1)
      ring = half(ring, axis: axis, edge: high, sign: -1)
    }
    return ring
  }

  /// Returns the part of a ring in a band across an axis; empty when there is none. Complexity: O(*n*).
  static func clipped(_ ring: [SIMD2<Double>], axis: Int, low: Int, high: Int) -> [SIMD2<Double>] {
    half(half(ring, axis: axis, edge: Double(low), sign: 1), axis: axis, edge: Double(high), sign: -1)
  }

  /// Returns the part of a ring on one side of a line across an axis.
  private static func half(
    _ ring: [SIMD2<Double>], axis: Int, edge: Double, sign: Double
  ) -> [SIMD2<Double>] {
    guard var last = ring.last else { return [] }
    var kept: [SIMD2<Double>] = []
    for corner in ring {
      let (before, after) = ((last[axis] - edge) * sign, (corner[axis] - edge) * sign)
      if (before < 0) != (after < 0) {
        // The crossing is computed in one direction, so that it is the same for both rings of an edge.
        let (a, b) = before < 0 ? (last, corner) : (corner, last)
        var crossing = a + (b - a) * ((edge - a[axis]) / (b[axis] - a[axis]))
        crossing[axis] = edge
        kept.append(crossing)
      }
      if after >= 0 { kept.append(corner) }
      last = corner
    }
    return kept
  }

  /// Returns a ring across the antimeridian as rings on either side of it; another ring as it is.
  /// - Complexity: O(*n*).
  static func acrossWorld(_ ring: [GridPoint]) -> [[GridPoint]] {
    guard let first = ring.first else { return [] }
    let world = 4_294_967_296.0
    var unrolled: [SIMD2<Double>] = []
    var (last, turns) = (first, 0.0)
    for corner in ring {
      let step = Int(corner.x) - Int(last.x)
      if abs(step) > 1 << 31 { turns += step < 0 ? 1 : -1 }
      unrolled.append(SIMD2(Double(corner.x) + turns * world, Double(corner.y)))
      last = corner
    }
    let (west, east) = (unrolled.map(\.x).min() ?? 0, unrolled.map(\.x).max() ?? 0)
    if west >= -world / 2, east < world / 2 { return [ring] }
    return [-1.0, 0, 1].compactMap { turn in
      let moved = unrolled.map { SIMD2($0.x + turn * world, $0.y) }
      let part = clipped(moved, low: -world / 2, high: world / 2 - 1)
      let places = part.map { GridPoint(Int32($0.x.rounded()), Int32($0.y.rounded())) }
      return places.count > 2 ? places : nil
    }
  }
}
