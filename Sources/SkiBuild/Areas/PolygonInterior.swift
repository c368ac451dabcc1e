import SkiSystem

/// The interior of an area, with its edges in a uniform grid for fast tests of points and segments.
///
/// A value; `Sendable`. The interior follows the even-odd rule over all rings, parts and holes alike.
struct PolygonInterior: Sendable {
  /// An edge of a ring.
  private struct Edge: Sendable {
    var a: PlanePoint
    var b: PlanePoint
  }

  let box: PlaneBox
  private let cellMetres: Double
  private let columns: Int
  private let rows: Int
  private let edges: [Edge]
  /// The start of each cell's edges, row by row: those of cell *c* are `edgesIn[firstIn[c]..<firstIn[c + 1]]`.
  private let firstIn: [Int32]
  /// The edges that pass each cell.
  private let edgesIn: [Int32]
  /// The edges that extend into each row of cells.
  private let edgesInRow: [[Int32]]

  /// Creates the interior of closed rings.
  /// - Complexity: O(*v* + *c*) in vertices and cells passed, about `cellLimit` at most.
  init(rings: [[PlanePoint]], cellLimit: Int = 16_384) {
    let box = PlaneBox(rings.flatMap { $0 }, grownBy: 1)
    self.box = box
    let (width, height) = (box.maxX - box.minX, box.maxY - box.minY)
    cellMetres = max(5, (width * height / Double(max(1, cellLimit))).squareRoot())
    columns = max(1, Int((width / cellMetres).rounded(.up)))
    rows = max(1, Int((height / cellMetres).rounded(.up)))
    edges = rings.flatMap { ring in zip(ring, ring.dropFirst()).map { Edge(a: $0, b: $1) } }
    var inRow = [[Int32]](repeating: [], count: rows)
    var first = [Int32](repeating: 0, count: columns * rows + 1)
    var uses: [(cell: Int32, edge: Int32)] = []
    for (number, edge) in edges.enumerated() {
      let low = min(edge.a.y, edge.b.y)
      let high = max(edge.a.y, edge.b.y)
      for row in Self.cell(low - box.minY, cellMetres, rows)...Self.cell(high - box.minY, cellMetres, rows) {
        inRow[row].append(Int32(truncatingIfNeeded: number))
        for column in Self.columnSpan(edge.a, edge.b, row, box, cellMetres, columns) {
          first[row * columns + column + 1] += 1
          uses.append((Int32(truncatingIfNeeded: row * columns + column), Int32(truncatingIfNeeded: number)))
        }
      }
    }
    edgesInRow = inRow
    for cell in 0..<columns * rows { first[cell + 1] += first[cell] }
    var next = first
    var edgesIn = [Int32](repeating: 0, count: uses.count)
    for use in uses {
      edgesIn[Int(next[Int(use.cell)])] = use.edge
      next[Int(use.cell)] += 1
    }
    (firstIn, self.edgesIn) = (first, edgesIn)
  }

  /// Returns whether a point lies inside. Complexity: O(*k*) in the edges of its row.
  func contains(_ point: PlanePoint) -> Bool {
    guard point.x >= box.minX, point.x <= box.maxX, point.y >= box.minY, point.y <= box.maxY else {
      return false
    }
    var isInside = false
    for number in edgesInRow[Self.cell(point.y - box.minY, cellMetres, rows)] {
      let (a, b) = (edges[Int(number)].a, edges[Int(number)].b)
      guard (a.y > point.y) != (b.y > point.y) else { continue }
      if point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) { isInside.toggle() }
    }
    return isInside
  }

  /// Returns whether no edge intersects the segment between two points.
  /// - Complexity: O(*c* + *k*) in cells passed and edges in them.
  func isClear(from a: PlanePoint, to b: PlanePoint) -> Bool {
    let low = Self.cell(min(a.y, b.y) - box.minY, cellMetres, rows)
    let high = Self.cell(max(a.y, b.y) - box.minY, cellMetres, rows)
    let first = Self.cell(min(a.x, b.x) - 0.02 - box.minX, cellMetres, columns)
    let last = Self.cell(max(a.x, b.x) + 0.02 - box.minX, cellMetres, columns)
    for row in low...high where firstIn[row * columns + first] < firstIn[row * columns + last + 1] {
      for column in Self.columnSpan(a, b, row, box, cellMetres, columns) {
        let cell = row * columns + column
        for index in Int(firstIn[cell])..<Int(firstIn[cell + 1]) {
          let edge = edges[Int(edgesIn[index])]
          if Self.meet(a, b, edge.a, edge.b) { return false }
        }
      }
    }
    return true
  }

  private static func cell(_ metres: Double, _ cellMetres: Double, _ count: Int) -> Int {
    Int(max(0, min(Double(count - 1), metres / cellMetres)))  // truncated, which is rounded down
  }

  /// Returns the columns that a segment touches in one row of cells.
  private static func columnSpan(
    _ a: PlanePoint, _ b: PlanePoint, _ row: Int, _ box: PlaneBox, _ cellMetres: Double, _ columns: Int
  ) -> ClosedRange<Int> {
    var (from, to) = (a.x, b.x)
    if a.y != b.y {
      let bottom = box.minY + Double(row) * cellMetres - 0.01
      let top = bottom + cellMetres + 0.02
      let atBottom = max(0, min(1, (bottom - a.y) / (b.y - a.y)))
      let atTop = max(0, min(1, (top - a.y) / (b.y - a.y)))
      (from, to) = (a.x + (b.x - a.x) * atBottom, a.x + (b.x - a.x) * atTop)
    }
    let low = cell(min(from, to) - 0.01 - box.minX, cellMetres, columns)
    return low...max(low, cell(max(from, to) + 0.01 - box.minX, cellMetres, columns))
  }

  /// Returns whether two segments have a point in common.
  private static func meet(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> Bool {
    let (abc, abd) = (side(a, b, c), side(a, b, d))
    let (cda, cdb) = (side(c, d, a), side(c, d, b))
    if abc == 0, abd == 0 { return overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y) }
    return abc * abd <= 0 && cda * cdb <= 0
  }

  private static func overlap(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Bool {
    max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))
  }

  private static func side(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Double {
    let turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return turn > 0 ? 1 : turn < 0 ? -1 : 0
  }
}
