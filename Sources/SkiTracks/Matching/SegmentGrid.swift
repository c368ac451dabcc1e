/// A uniform grid over segments in the plane: each cell lists the segments that cross it.
///
/// Cells have about the radius of a search. The number of cells is bounded by that of the segments, so that wide, empty
/// regions have larger cells.
struct SegmentGrid: Sendable {
  let low: SIMD2<Float>
  let cellMetres: Float
  let columns: Int
  let rows: Int
  /// The first item of each cell: those of cell c are `items[firsts[c]..<firsts[c + 1]]`.
  let firsts: FixedMemory<UInt32>
  let items: FixedMemory<UInt32>

  /// Sorts segments into cells. Complexity: O(*n* + cells they cross).
  init(_ segments: [MatchSegment]) {
    var low = SIMD2<Float>(0, 0)
    var high = SIMD2<Float>(1, 1)
    for (index, segment) in segments.enumerated() {
      let (a, b) = (SIMD2(segment.x, segment.y), SIMD2(segment.x + segment.dx, segment.y + segment.dy))
      if index == 0 { (low, high) = (a, a) }
      low = pointwiseMin(low, pointwiseMin(a, b))
      high = pointwiseMax(high, pointwiseMax(a, b))
    }
    let extent = high - low
    let most = Float(max(4096, segments.count * 8))
    var cell: Float = 48
    while (extent.x / cell + 1) * (extent.y / cell + 1) > most { cell *= 1.5 }
    self.low = low
    cellMetres = cell
    columns = Int(extent.x / cell) + 1
    rows = Int(extent.y / cell) + 1
    var counts = [UInt32](repeating: 0, count: columns * rows + 1)
    for segment in segments {
      Self.visit(segment, low, cell, columns, rows) { counts[$0 + 1] += 1 }
    }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    firsts = FixedMemory(counts)
    var items = [UInt32](repeating: 0, count: Int(counts[counts.count - 1]))
    for (index, segment) in segments.enumerated() {
      Self.visit(segment, low, cell, columns, rows) {
        items[Int(counts[$0])] = UInt32(index)
        counts[$0] += 1
      }
    }
    self.items = FixedMemory(items)
  }

  /// Calls a function with each cell a segment may cross, row by row.
  private static func visit(
    _ segment: MatchSegment, _ low: SIMD2<Float>, _ cell: Float, _ columns: Int, _ rows: Int,
    _ body: (Int) -> Void
  ) {
    let (x0, y0) = ((segment.x - low.x) / cell, (segment.y - low.y) / cell)
    let (x1, y1) = (x0 + segment.dx / cell, y0 + segment.dy / cell)
    func clamp(_ value: Float, _ count: Int) -> Int { max(0, min(count - 1, Int(value.rounded(.down)))) }
    let (bottom, top) = (clamp(min(y0, y1), rows), clamp(max(y0, y1), rows))
    for row in bottom...top {
      var (from, to) = (x0, x1)
      if bottom < top {
        let slope = (x1 - x0) / (y1 - y0)
        let (a, b) = (x0 + (Float(row) - y0) * slope, x0 + (Float(row + 1) - y0) * slope)
        let (least, greatest) = (min(x0, x1), max(x0, x1))
        from = max(least, min(greatest, min(a, b) - 1e-3))
        to = max(least, min(greatest, max(a, b) + 1e-3))
      }
      for column in clamp(min(from, to), columns)...clamp(max(from, to), columns) {
        body(row * columns + column)
      }
    }
  }

  /// Calls a function with each segment in the cells of a square around a position; a segment may occur more than once.
  @inline(__always)
  func visit(around place: SIMD2<Float>, radius: Float, _ body: (UInt32) -> Void) {
    let x = (place.x - low.x) / cellMetres
    let y = (place.y - low.y) / cellMetres
    let reach = radius / cellMetres
    guard x + reach >= 0, y + reach >= 0, x - reach < Float(columns), y - reach < Float(rows) else { return }
    let left = Int(max(0, x - reach))
    let right = Int(min(Float(columns - 1), x + reach))
    let bottom = Int(max(0, y - reach))
    let top = Int(min(Float(rows - 1), y + reach))
    var row = bottom
    while row <= top {
      // The cells of a row are adjacent, and so are their items.
      var item = Int(firsts[row * columns + left])
      let end = Int(firsts[row * columns + right + 1])
      while item < end {
        body(items[item])
        item += 1
      }
      row += 1
    }
  }
}
