/// The number of a tile in PMTiles: by zoom, and within a zoom along a Hilbert curve.
///
/// **Source:** PMTiles specification, version 3; the curve by quadrants as in Warren, Hacker's Delight, ch. 16.
package struct TileID: Hashable, Comparable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// Creates the id of a tile.
  /// - Precondition: The zoom is 0...26, column and row are within the zoom.
  package init(zoom: Int, column: Int, row: Int) {
    var (x, y) = (column, row)
    var along: UInt64 = 0
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (right, below) = (x & side != 0, y & side != 0)
      along += UInt64(side) * UInt64(side) * (right ? (below ? 2 : 3) : (below ? 1 : 0))
      (x, y) = (x & (side - 1), y & (side - 1))
      if !below { Self.turn(&x, &y, side: side, right: right) }
      side >>= 1
    }
    number = Self.first(zoom: zoom).number + along
  }

  /// Returns the first tile of a zoom.
  package static func first(zoom: Int) -> TileID { TileID(((1 << UInt64(2 * zoom)) - 1) / 3) }

  /// The zoom of the tile.
  /// - Complexity: O(zoom).
  package var zoom: Int {
    var zoom = 0
    while zoom < 31, Self.first(zoom: zoom + 1).number <= number { zoom += 1 }
    return zoom
  }

  /// Returns the column and row of a tile whose zoom is known.
  package func place(zoom: Int) -> (column: Int, row: Int) {
    var left = number - Self.first(zoom: zoom).number
    var (x, y) = (0, 0)
    var side = 1
    while side < 1 << zoom {
      let quadrant = left & 3
      let (right, below) = (quadrant >= 2, quadrant == 1 || quadrant == 2)
      if !below { Self.turn(&x, &y, side: side, right: right) }
      if right { x += side }
      if below { y += side }
      left >>= 2
      side <<= 1
    }
    return (x, y)
  }

  private static func turn(_ x: inout Int, _ y: inout Int, side: Int, right: Bool) {
    if right { (x, y) = (side - 1 - x, side - 1 - y) }
    swap(&x, &y)
  }

  package static func < (a: TileID, b: TileID) -> Bool { a.number < b.number }
}
