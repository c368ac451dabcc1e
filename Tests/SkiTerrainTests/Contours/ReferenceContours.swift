/// A reference implementation of contours: each cell and each level by itself, joined by a dictionary.
struct ReferenceContours {
  /// A crossing of a grid edge, identified by its first sample.
  struct Crossing: Hashable {
    let row: Int
    let column: Int
    let isVertical: Bool
  }

  struct Line: Equatable {
    let levelMetres: Double
    let isClosed: Bool
    /// Positions: column, row.
    let points: [[Double]]
  }

  let columns: Int
  let rows: Int
  let heights: [Float]

  private func height(_ row: Int, _ column: Int) -> Double { Double(heights[row * columns + column]) }

  private func position(_ crossing: Crossing, _ level: Double) -> [Double] {
    let first = height(crossing.row, crossing.column)
    let second = height(
      crossing.row + (crossing.isVertical ? 1 : 0), crossing.column + (crossing.isVertical ? 0 : 1))
    let share = Double(Float((level - first) / (second - first)))
    return crossing.isVertical
      ? [Double(crossing.column), Double(crossing.row) + share]
      : [Double(crossing.column) + share, Double(crossing.row)]
  }

  /// All lines of some levels, in the order of their last crossing.
  func lines(_ levels: [Double]) -> [Line] {
    var found: [(last: [Int], line: Line)] = []
    for level in levels { found += lines(level).map { ($0.last, $0.line) } }
    return found.sorted { ($0.last + [0], $0.line.levelMetres) < ($1.last + [0], $1.line.levelMetres) }.map(
      \.line)
  }

  private func lines(_ level: Double) -> [(last: [Int], line: Line)] {
    var next: [Crossing: Crossing] = [:]
    for row in 0..<max(0, rows - 1) {
      for column in 0..<max(0, columns - 1) {
        for (from, to) in segments(row, column, level) { next[from] = to }
      }
    }
    let hasPrevious = Set(next.values)
    var lines: [(last: [Int], line: Line)] = []
    while let start = next.keys.filter({ !hasPrevious.contains($0) }).min(by: before)
      ?? next.keys.min(by: before)
    {
      let isClosed = hasPrevious.contains(start)
      var crossings = [start]
      while let following = next.removeValue(forKey: crossings[crossings.count - 1]) {
        crossings.append(following)
      }
      if isClosed { crossings.removeLast() }
      let last = crossings.map(order).max(by: <) ?? []
      var points: [[Double]] = []
      for crossing in crossings where points.last != position(crossing, level) {
        points.append(position(crossing, level))
      }
      while isClosed, points.count > 1, points.last == points.first { points.removeLast() }
      if points.count > 1 {
        lines.append((last, Line(levelMetres: level, isClosed: isClosed, points: points)))
      }
    }
    return lines
  }

  private func order(_ crossing: Crossing) -> [Int] {
    [crossing.row, crossing.column, crossing.isVertical ? 1 : 0]
  }

  private func before(_ a: Crossing, _ b: Crossing) -> Bool { order(a) < order(b) }

  /// The segments of one level in one cell, higher ground on the right.
  private func segments(_ row: Int, _ column: Int, _ level: Double) -> [(Crossing, Crossing)] {
    let corners = [(row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)].map {
      height($0.0, $0.1)
    }
    guard !corners.contains(where: \.isNaN) else { return [] }
    let isHigh = corners.map { $0 >= level }
    // Edges between the corner of the same number and the next: west, south, east, north.
    let edges = [
      Crossing(row: row, column: column, isVertical: true),
      Crossing(row: row + 1, column: column, isVertical: false),
      Crossing(row: row, column: column + 1, isVertical: true),
      Crossing(row: row, column: column, isVertical: false),
    ]
    // Counter-clockwise around the cell, a line begins where high ground follows low, and ends where low follows high.
    let starts = (0..<4).filter { !isHigh[$0] && isHigh[($0 + 1) % 4] }
    let ends = (0..<4).filter { isHigh[$0] && !isHigh[($0 + 1) % 4] }
    guard starts.count == 2 else { return zip(starts, ends).map { (edges[$0], edges[$1]) } }
    // A saddle: the north-western and the south-eastern corner stay together, the other two are cut off.
    return isHigh[0]
      ? [(edges[1], edges[0]), (edges[3], edges[2])]
      : [(edges[0], edges[1]), (edges[2], edges[3])]
  }
}

private func < (a: [Int], b: [Int]) -> Bool { a.lexicographicallyPrecedes(b) }
private func < (a: ([Int], Double), b: ([Int], Double)) -> Bool { a.0 == b.0 ? a.1 < b.1 : a.0 < b.0 }
