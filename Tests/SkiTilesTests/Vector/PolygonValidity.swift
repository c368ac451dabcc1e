/// Checks polygons by the rules of the specification, every edge against every other.
enum PolygonValidity {
  typealias Ring = [DecodedTile.Point]

  /// Returns the first violation in the rings of a feature; nil when they are valid.
  ///
  /// Each ring passes a place once, its edges meet at its corners only; rings touch at single places only; an outer
  /// ring comes before its holes, which lie in it; outer rings lie beside each other or in holes.
  static func fault(in rings: [Ring]) -> String? {
    for (index, ring) in rings.enumerated() {
      if Set(ring).count != ring.count { return "ring \(index) passes a place twice" }
      if area(ring) == 0 { return "ring \(index) has no area" }
    }
    if let fault = crossing(in: rings) { return fault }
    var outer: Int?
    for (index, ring) in rings.enumerated() {
      if area(ring) > 0 {
        outer = index
        // The rings around it are as many holes as outer rings.
        let balance = rings.indices.filter { $0 != index && lies(ring, in: rings[$0]) }
          .reduce(0) { $0 + (area(rings[$1]) > 0 ? 1 : -1) }
        if balance != 0 { return "outer ring \(index) lies in another" }
      } else {
        guard let outer else { return "hole \(index) without an outer ring" }
        if !lies(ring, in: rings[outer]) { return "hole \(index) lies outside its ring" }
      }
    }
    return nil
  }

  private static func crossing(in rings: [Ring]) -> String? {
    var edges: [(a: DecodedTile.Point, b: DecodedTile.Point, ring: Int)] = []
    for (index, ring) in rings.enumerated() {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { edges.append((a, b, index)) }
    }
    for second in edges.indices {
      for first in 0..<second {
        let (e, f) = (edges[first], edges[second])
        guard max(e.a.x, e.b.x) >= min(f.a.x, f.b.x), max(f.a.x, f.b.x) >= min(e.a.x, e.b.x),
          max(e.a.y, e.b.y) >= min(f.a.y, f.b.y), max(f.a.y, f.b.y) >= min(e.a.y, e.b.y)
        else { continue }
        let sides = (turn(e.a, e.b, f.a), turn(e.a, e.b, f.b), turn(f.a, f.b, e.a), turn(f.a, f.b, e.b))
        if sides.0.signum() * sides.1.signum() < 0, sides.2.signum() * sides.3.signum() < 0 {
          return "edges \(e) and \(f) cross"
        }
        let inner =
          (isInside(f.a, e) ? 1 : 0) + (isInside(f.b, e) ? 1 : 0) + (isInside(e.a, f) ? 1 : 0)
          + (isInside(e.b, f) ? 1 : 0)
        let isSame = e.a == f.a && e.b == f.b || e.a == f.b && e.b == f.a
        if e.ring == f.ring ? inner > 0 || isSame : inner > 1 || isSame {
          return "edges \(e) and \(f) touch"
        }
      }
    }
    return nil
  }

  /// Returns whether a place lies on an edge, between its ends.
  private static func isInside(
    _ p: DecodedTile.Point, _ edge: (a: DecodedTile.Point, b: DecodedTile.Point, ring: Int)
  ) -> Bool {
    guard p != edge.a, p != edge.b, turn(edge.a, edge.b, p) == 0 else { return false }
    return (p.x - edge.a.x) * (p.x - edge.b.x) + (p.y - edge.a.y) * (p.y - edge.b.y) < 0
  }

  private static func turn(_ a: DecodedTile.Point, _ b: DecodedTile.Point, _ c: DecodedTile.Point) -> Int {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  static func area(_ ring: Ring) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }

  /// Returns whether a ring lies in another that it does not cross, by the midpoints of its edges.
  private static func lies(_ ring: Ring, in other: Ring) -> Bool {
    let middles = zip(ring, ring.dropFirst() + ring.prefix(1)).map {
      (Double($0.x + $1.x) / 2, Double($0.y + $1.y) / 2)
    }
    let free = middles.filter { distance($0.0, $0.1, to: [other]) > 0 }
    return !free.isEmpty && free.allSatisfy { holds([other], $0.0, $0.1) }
  }

  /// Returns whether a place is inside the rings by the even-odd rule.
  static func holds(_ rings: [Ring], _ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (Double(a.y) > y) != (Double(b.y) > y)
      {
        let share = (y - Double(a.y)) / Double(b.y - a.y)
        if x < Double(a.x) + share * Double(b.x - a.x) { isInside.toggle() }
      }
    }
    return isInside
  }

  /// The distance of a place from the nearest edge.
  static func distance(_ x: Double, _ y: Double, to rings: [Ring]) -> Double {
    var least = Double.infinity
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
        let (px, py) = (x - Double(a.x), y - Double(a.y))
        let squared = dx * dx + dy * dy
        let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
        let (ex, ey) = (px - dx * share, py - dy * share)
        least = min(least, (ex * ex + ey * ey).squareRoot())
      }
    }
    return least
  }
}
