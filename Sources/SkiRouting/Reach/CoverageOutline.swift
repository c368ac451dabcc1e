package import SkiGeo

/// The outline of a raster as polygons with holes: closed rings, outer ones counterclockwise, holes clockwise (RFC
/// 7946).
package struct CoverageOutline {
  package struct Polygon {
    package var outer: [Coordinate]
    package var holes: [[Coordinate]] = []
  }

  /// Returns the polygons around the filled cells of a raster.
  ///
  /// Rings run between the midpoints of cell sides, which cuts corners; filled cells that touch at a corner stay
  /// separate.
  ///
  /// **Source:** Lorensen and Cline 1987, "Marching cubes", in two dimensions.
  /// - Complexity: O(cells + *r*²) in rings *r*.
  package static func polygons(_ grid: CoverageRaster) -> [Polygon] {
    var tracer = RingTracer(grid)
    let rings = tracer.rings()
    var polygons = rings.filter { area($0) > 0 }.map { Polygon(outer: coordinates($0, grid)) }
    let outers = rings.filter { area($0) > 0 }
    for hole in rings where area(hole) < 0 {
      // A hole belongs to the smallest outer ring around it.
      let owner = outers.indices.filter { contains(outers[$0], hole[0]) }.min {
        area(outers[$0]) < area(outers[$1])
      }
      if let owner { polygons[owner].holes.append(coordinates(hole, grid)) }
    }
    return polygons
  }

  private static func coordinates(_ ring: [SIMD2<Int>], _ grid: CoverageRaster) -> [Coordinate] {
    let corners = ring.indices.filter { index in
      let before = ring[(index + ring.count - 1) % ring.count]
      let after = ring[(index + 1) % ring.count]
      let (a, b) = (ring[index] &- before, after &- ring[index])
      return a.x * b.y != a.y * b.x
    }
    let points = corners.map { grid.coordinate(Double(ring[$0].x) / 2, Double(ring[$0].y) / 2) }
    return points + points.prefix(1)
  }

  /// Returns twice the signed area, positive counterclockwise, in half cells.
  private static func area(_ ring: [SIMD2<Int>]) -> Int {
    var sum = 0
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      sum += point.x * next.y - next.x * point.y
    }
    return sum
  }

  /// Returns whether a ring contains a point, which lies on no horizontal side of it.
  private static func contains(_ ring: [SIMD2<Int>], _ point: SIMD2<Int>) -> Bool {
    var isInside = false
    for (index, a) in ring.enumerated() {
      let b = ring[(index + 1) % ring.count]
      guard (a.y > point.y) != (b.y > point.y) else { continue }
      let x = Double(a.x) + Double(point.y - a.y) * Double(b.x - a.x) / Double(b.y - a.y)
      if Double(point.x) < x { isInside.toggle() }
    }
    return isInside
  }
}

/// A tracer of the border of filled cells, which stay on the left.
private struct RingTracer {
  private let grid: CoverageRaster
  /// The end of each border segment by its start, in half cells.
  private var next: [SIMD2<Int>: SIMD2<Int>] = [:]

  init(_ grid: CoverageRaster) {
    self.grid = grid
    for row in 0..<grid.rows - 1 { for column in 0..<grid.columns - 1 { addCell(column, row) } }
  }

  /// Adds the border segments between the centres of four cells.
  private mutating func addCell(_ column: Int, _ row: Int) {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    let filled = corners.map { grid.isFilled(column + $0.0, row + $0.1) }
    // The midpoints of the sides, in the order of the corners before them.
    let middles = [SIMD2(1, 0), SIMD2(2, 1), SIMD2(1, 2), SIMD2(0, 1)].map {
      $0 &+ SIMD2(2 * column, 2 * row)
    }
    for side in 0..<4 where filled[side] && !filled[(side + 1) % 4] {
      // The border leaves the filled area at this side, and re-enters before the first filled corner backwards.
      var back = side
      while filled[back] { back = (back + 3) % 4 }
      next[middles[side]] = middles[back]
    }
  }

  mutating func rings() -> [[SIMD2<Int>]] {
    var rings: [[SIMD2<Int>]] = []
    for start in next.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) {
      guard next[start] != nil else { continue }
      var ring: [SIMD2<Int>] = []
      var place = start
      while let following = next.removeValue(forKey: place) {
        ring.append(place)
        place = following
      }
      rings.append(ring)
    }
    return rings
  }
}
