package import SkiBase

/// A tracer of the border of the filled cells of a raster, which stay on the left.
///
/// The border passes between the centres of four cells at a time; a crossing is the middle between two of them, of which
/// one is filled.
struct CoverageTracer {
  /// A closed line along the border.
  struct Ring {
    /// The crossings from the southernmost, of those the westernmost, in half cells from the centre of the first cell.
    var points: [SIMD2<Int32>]
    /// For a hole the number of a ring of the same polygon that was traced before; nil for an outer ring.
    var around: Int?
  }

  /// The side at which the border leaves four cells, by their filled ones and the side at which it enters; 4 for none.
  ///
  /// Corners and the sides after them are numbered counterclockwise from the south-west. The border enters where a
  /// filled corner is followed by an empty one, and leaves before the first filled corner backwards.
  private static let exits: [UInt8] = (0..<64).map { number in
    let (code, side) = (number >> 2, number & 3)
    func isFilled(_ corner: Int) -> Bool { code >> (corner & 3) & 1 == 1 }
    guard isFilled(side), !isFilled(side + 1) else { return 4 }
    var exit = side
    while isFilled(exit) { exit = (exit + 3) & 3 }
    return UInt8(exit)
  }

  private let grid: CoverageRaster
  /// The crossings between a cell and the one north of it, as bits like the cells; those on traced rings are removed.
  private var upright: [UInt64]
  /// The crossings between a cell and the one east of it, as bits like the cells.
  private var level: [UInt64]
  /// The number of crossings in all words of `level` before each.
  private var ranks: [Int32]
  /// The ring of each crossing of `level`, by rank.
  private var rings: [Int32]
  /// The word of `upright` from which the next ring is searched.
  private var word = 0
  private var ringCount = 0

  /// Creates a tracer. Complexity: O(*c* / 64) in cells.
  init(_ grid: CoverageRaster) {
    self.grid = grid
    let (bits, across) = (grid.bits, grid.wordsAcross)
    upright = Array(repeating: 0, count: bits.count)
    level = upright
    ranks = Array(repeating: 0, count: bits.count)
    var count: Int32 = 0
    for word in bits.indices {
      let own = bits[word]
      // Cells at the edges are empty, so nothing follows the last word of a row.
      let east = (word + 1) % across == 0 ? 0 : bits[word + 1]
      if word + across < bits.count { upright[word] = own ^ bits[word + across] }
      level[word] = own ^ (own >> 1 | east << 63)
      ranks[word] = count
      count += Int32(level[word].nonzeroBitCount)
    }
    rings = Array(repeating: -1, count: Int(count))
  }

  /// Returns the next ring in the order of their first crossings; nil after the last.
  /// - Complexity: O(*b*) in its crossings, and O(*c* / 64) in cells for all rings.
  mutating func next() -> Ring? {
    while word < upright.count, upright[word] == 0 { word += 1 }
    guard word < upright.count else { return nil }
    let row = word / grid.wordsAcross
    let column = word % grid.wordsAcross * 64 + upright[word].trailingZeroBitCount
    let isHole = grid.bit(column, row) == 1
    // West of the first crossing of a hole, the same polygon has a ring that was traced before.
    let around = isHole ? ring(ofCrossing: grid.firstColumn(of: column, row) - 1, row) : nil
    let points = isHole ? trace(column - 1, row, side: 1) : trace(column, row, side: 3)
    ringCount += 1
    return Ring(points: points, around: around)
  }

  /// Traces the ring that enters four cells at a side; `column` and `row` are those of the south-western one.
  private mutating func trace(_ column: Int, _ row: Int, side: Int) -> [SIMD2<Int32>] {
    var points: [SIMD2<Int32>] = []
    var (x, y, entry) = (column, row, side)
    repeat {
      let (west, south) = (Int32(truncatingIfNeeded: 2 &* x), Int32(truncatingIfNeeded: 2 &* y))
      switch entry {
      case 0: points.append(SIMD2(west &+ 1, south))
      case 1: points.append(SIMD2(west &+ 2, south &+ 1))
      case 2: points.append(SIMD2(west &+ 1, south &+ 2))
      default: points.append(SIMD2(west, south &+ 1))
      }
      note(x, y, entry)
      let code =
        grid.bit(x, y) | grid.bit(x &+ 1, y) << 1 | grid.bit(x &+ 1, y &+ 1) << 2 | grid.bit(x, y &+ 1) << 3
      let exit = Self.exits[code << 2 | entry]
      precondition(exit < 4, "the border of a raster is not closed")
      switch exit {
      case 0: y &-= 1
      case 1: x &+= 1
      case 2: y &+= 1
      default: x &-= 1
      }
      entry = (Int(exit) &+ 2) & 3
    } while x != column || y != row || entry != side
    return points
  }

  /// Removes a crossing that is traced, or records its ring.
  @inline(__always)
  private mutating func note(_ column: Int, _ row: Int, _ side: Int) {
    if side & 1 == 1 {
      let column = side == 1 ? column &+ 1 : column
      upright[row &* grid.wordsAcross &+ column &>> 6] &= ~(1 &<< UInt64(column & 63))
    } else {
      rings[rank(column, side == 0 ? row : row &+ 1)] = Int32(truncatingIfNeeded: ringCount)
    }
  }

  @inline(__always)
  private func rank(_ column: Int, _ row: Int) -> Int {
    let word = row &* grid.wordsAcross &+ column &>> 6
    let before = level[word] & (1 &<< UInt64(column & 63) &- 1)
    return Int(ranks[word]) &+ before.nonzeroBitCount
  }

  private func ring(ofCrossing column: Int, _ row: Int) -> Int? {
    let ring = rings[rank(column, row)]
    return ring < 0 ? nil : Int(ring)
  }
}

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
  /// separate. A hole belongs to the smallest outer ring around it.
  ///
  /// **Source:** Lorensen and Cline 1987, "Marching cubes", in two dimensions.
  /// - Complexity: O(*c* / 64 + *b*) in cells and sides of the border.
  package static func polygons(_ grid: CoverageRaster) -> [Polygon] {
    var tracer = CoverageTracer(grid)
    var polygons: [Polygon] = []
    /// The polygon of each ring.
    var owners: [Int] = []
    while let ring = tracer.next() {
      if let around = ring.around {
        let owner = owners[around]
        owners.append(owner)
        polygons[owner].holes.append(coordinates(ring.points, grid))
      } else {
        owners.append(polygons.count)
        polygons.append(Polygon(outer: coordinates(ring.points, grid)))
      }
    }
    return polygons
  }

  /// Returns the corners of a ring as coordinates, the first one again at the end.
  private static func coordinates(_ ring: [SIMD2<Int32>], _ grid: CoverageRaster) -> [Coordinate] {
    var corners: [Coordinate] = []
    corners.reserveCapacity(ring.count / 2)
    var (before, point) = (ring[ring.count - 1], ring[0])
    for index in ring.indices {
      let after = index + 1 < ring.count ? ring[index + 1] : ring[0]
      let (a, b) = (point &- before, after &- point)
      if a.x &* b.y != a.y &* b.x {
        corners.append(grid.coordinate(Double(point.x) / 2, Double(point.y) / 2))
      }
      (before, point) = (point, after)
    }
    return corners + corners.prefix(1)
  }
}
