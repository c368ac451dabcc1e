/// Convex rings: the hull of points, and the part of one inside a square.
enum ConvexRing {
  /// Returns the corners of the smallest convex ring around some points, clockwise where *y* points down; without corners
  /// on straight edges, and fewer than three when the points lie on a line.
  ///
  /// **Source:** the monotone chain of Andrew 1979.
  /// - Complexity: O(*n* log *n*).
  static func hull(_ points: [SIMD2<Int32>]) -> [SIMD2<Int32>] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard let first = sorted.first, let last = sorted.last, first != last else {
      return Array(sorted.prefix(1))
    }
    let upper = chain(sorted)
    let lower = chain(sorted.reversed())
    return upper.dropLast() + lower.dropLast()
  }

  /// One side of a hull: the corners at which points in order turn to the right as it is seen.
  private static func chain(_ points: some Sequence<SIMD2<Int32>>) -> [SIMD2<Int32>] {
    var chain: [SIMD2<Int32>] = []
    for point in points {
      while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
        chain.removeLast()
      }
      if chain.last != point { chain.append(point) }
    }
    return chain
  }

  /// Twice the area of a triangle, positive when it turns clockwise where *y* points down. As a floating number, because
  /// products of world coordinates do not fit a whole one.
  private static func turn(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>, _ c: SIMD2<Int32>) -> Double {
    let (abx, aby) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
    let (acx, acy) = (Double(c.x) - Double(a.x), Double(c.y) - Double(a.y))
    return abx * acy - aby * acx
  }

  /// Returns the part of a convex ring inside a square; empty when there is none.
  ///
  /// **Source:** Sutherland and Hodgman 1974.
  /// - Complexity: O(*n*).
  static func clipped(_ ring: [SIMD2<Double>], low: Double, high: Double) -> [SIMD2<Double>] {
    var ring = ring
    for axis in 0...1 {
      ring = half(ring, axis: axis, edge: low, sign: 1)
      ring = half(ring, axis: axis, edge: high, sign: -1)
    }
    return ring
  }

  /// The part of a ring on one side of a line along an axis.
  private static func half(
    _ ring: [SIMD2<Double>], axis: Int, edge: Double, sign: Double
  ) -> [SIMD2<Double>] {
    guard var last = ring.last else { return [] }
    var kept: [SIMD2<Double>] = []
    for corner in ring {
      let (before, after) = ((last[axis] - edge) * sign, (corner[axis] - edge) * sign)
      if (before < 0) != (after < 0) {
        var crossing = last + (corner - last) * (before / (before - after))
        crossing[axis] = edge
        kept.append(crossing)
      }
      if after >= 0 { kept.append(corner) }
      last = corner
    }
    return kept
  }
}
