import SkiBase

@testable import SkiRouting

/// The rings around the filled cells of a raster, traced cell by cell over a dictionary: a reference for
/// ``CoverageTracer``.
struct CellOutline {
  private let grid: CoverageRaster
  /// The end of each border segment by its start, in half cells.
  private var next: [SIMD2<Int32>: SIMD2<Int32>] = [:]

  init(_ grid: CoverageRaster) {
    self.grid = grid
    for row in 0..<grid.rows - 1 { for column in 0..<grid.columns - 1 { addCell(column, row) } }
  }

  private mutating func addCell(_ column: Int, _ row: Int) {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    let filled = corners.map { grid.bit(column + $0.0, row + $0.1) == 1 }
    let middles = [SIMD2<Int32>(1, 0), SIMD2(2, 1), SIMD2(1, 2), SIMD2(0, 1)].map {
      $0 &+ SIMD2(Int32(2 * column), Int32(2 * row))
    }
    for side in 0..<4 where filled[side] && !filled[(side + 1) % 4] {
      var back = side
      while filled[back] { back = (back + 3) % 4 }
      next[middles[side]] = middles[back]
    }
  }

  /// Returns the rings in the order of their southernmost, then westernmost points, and for each hole the smallest outer
  /// ring around it.
  mutating func rings() -> [(points: [SIMD2<Int32>], outer: Int?)] {
    var rings: [[SIMD2<Int32>]] = []
    for start in next.keys.sorted(by: { ($0.y, $0.x) < ($1.y, $1.x) }) where next[start] != nil {
      var ring: [SIMD2<Int32>] = []
      var place = start
      while let following = next.removeValue(forKey: place) {
        ring.append(place)
        place = following
      }
      rings.append(ring)
    }
    let outers = rings.indices.filter { Self.area(rings[$0]) > 0 }
    return rings.map { ring in
      guard Self.area(ring) < 0 else { return (ring, nil) }
      let around = outers.filter { Self.contains(rings[$0], ring[0]) }
      return (ring, around.min { Self.area(rings[$0]) < Self.area(rings[$1]) })
    }
  }

  /// Returns twice the signed area, positive counterclockwise, in half cells.
  static func area(_ ring: [SIMD2<Int32>]) -> Int {
    var sum = 0
    for (index, point) in ring.enumerated() {
      let following = ring[(index + 1) % ring.count]
      sum += Int(point.x) * Int(following.y) - Int(following.x) * Int(point.y)
    }
    return sum
  }

  private static func contains(_ ring: [SIMD2<Int32>], _ point: SIMD2<Int32>) -> Bool {
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
