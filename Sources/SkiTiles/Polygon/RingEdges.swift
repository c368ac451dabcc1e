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
