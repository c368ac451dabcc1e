/// A point in whole units of a tile or of the world.
typealias GridPoint = SIMD2<Int32>

/// An edge between two corners of a ring, with the index of the ring and of the edge in it.
struct RingEdge: BitwiseCopyable {
  var a: GridPoint
  var b: GridPoint
  var ring: Int32
  var number: Int32

  /// Returns twice the signed area of a triangle: positive when `c` lies to the right of *ab*, *y* pointing down.
  @inline(__always)
  static func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
    let (abx, aby) = (Int64(b.x) &- Int64(a.x), Int64(b.y) &- Int64(a.y))
    let (acx, acy) = (Int64(c.x) &- Int64(a.x), Int64(c.y) &- Int64(a.y))
    return abx &* acy &- aby &* acx
  }

  /// Returns whether a point on the edge's line lies on the edge, its ends included.
  @inline(__always)
  func spans(_ p: GridPoint) -> Bool {
    p.x >= min(a.x, b.x) && p.x <= max(a.x, b.x) && p.y >= min(a.y, b.y) && p.y <= max(a.y, b.y)
  }

  /// Calls bodies with the points at which two edges must be split to meet at ends only: their rounded crossing, and
  /// ends of one within the other.
  @inline(__always)
  func meetings(
    _ other: RingEdge, _ cutSelf: (GridPoint) -> Void, _ cutOther: (GridPoint) -> Void
  ) {
    guard max(a.x, b.x) >= min(other.a.x, other.b.x), max(other.a.x, other.b.x) >= min(a.x, b.x),
      max(a.y, b.y) >= min(other.a.y, other.b.y), max(other.a.y, other.b.y) >= min(a.y, b.y)
    else { return }
    let (sideA, sideB) = (Self.turn(a, b, other.a), Self.turn(a, b, other.b))
    if sideA > 0 && sideB > 0 || sideA < 0 && sideB < 0 { return }
    let (sideC, sideD) = (Self.turn(other.a, other.b, a), Self.turn(other.a, other.b, b))
    if sideC > 0 && sideD > 0 || sideC < 0 && sideD < 0 { return }
    var isTouching = false
    if sideA == 0, spans(other.a) {
      isTouching = true
      if other.a != a, other.a != b { cutSelf(other.a) }
    }
    if sideB == 0, spans(other.b) {
      isTouching = true
      if other.b != a, other.b != b { cutSelf(other.b) }
    }
    if sideC == 0, other.spans(a) {
      isTouching = true
      if a != other.a, a != other.b { cutOther(a) }
    }
    if sideD == 0, other.spans(b) {
      isTouching = true
      if b != other.a, b != other.b { cutOther(b) }
    }
    if isTouching || sideA == 0 || sideB == 0 || sideC == 0 || sideD == 0 { return }
    let share = Double(sideC) / (Double(sideC) - Double(sideD))
    let place = GridPoint(
      Int32((Double(a.x) + (Double(b.x) - Double(a.x)) * share).rounded()),
      Int32((Double(a.y) + (Double(b.y) - Double(a.y)) * share).rounded()))
    if place != a, place != b { cutSelf(place) }
    if place != other.a, place != other.b { cutOther(place) }
  }
}

extension RingEdge {
  /// Returns the edges of closed rings. Complexity: O(*n*).
  static func edges(of rings: [[GridPoint]]) -> [RingEdge] {
    var edges: [RingEdge] = []
    edges.reserveCapacity(rings.reduce(0) { $0 + $1.count })
    for (ring, corners) in rings.enumerated() {
      for index in corners.indices {
        let next = index + 1 == corners.count ? 0 : index + 1
        edges.append(
          RingEdge(a: corners[index], b: corners[next], ring: Int32(ring), number: Int32(index)))
      }
    }
    return edges
  }
}

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
