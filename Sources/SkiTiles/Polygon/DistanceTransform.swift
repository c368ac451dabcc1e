/// The exact Euclidean distance transform of a grid, in cells.
///
/// **Source:** Felzenszwalb and Huttenlocher 2012, "Distance transforms of sampled functions": lower envelopes of
/// parabolas over rows, after counts in columns.
enum DistanceTransform {
  /// Returns the distances of set cells from the nearest cell that is not set; 0 for those, `infinity` everywhere where
  /// all are set.
  ///
  /// Squared distances are whole numbers, so that they are the same in any order of rows and columns.
  /// - Complexity: O(*n*).
  static func depths(of grid: BitGrid) -> [Float] {
    var values = depthsInColumns(of: grid)
    var line = Line(capacity: grid.columns)
    for row in 0..<grid.rows {
      let start = row * grid.columns
      var column = 0
      while column < grid.columns {
        guard values[start + column] > 0 else {
          column += 1
          continue
        }
        // The nearest cell of set ones side by side lies at most one cell beside them, or in their columns.
        let first = max(0, column - 1)
        while column < grid.columns, values[start + column] > 0 { column += 1 }
        let end = min(grid.columns, column + 1)
        line.transform(&values, first: start + first, step: 1, count: end - first)
        for index in start + first..<start + end { values[index] = values[index].squareRoot() }
      }
    }
    return values
  }

  /// Returns the squared distances of set cells from the nearest cell of their column that is not set.
  private static func depthsInColumns(of grid: BitGrid) -> [Float] {
    let (columns, rows) = (grid.columns, grid.rows)
    var values = [Float](repeating: .infinity, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let before = row > 0 ? values[(row - 1) * columns + column] : .infinity
        values[row * columns + column] = grid.isSet(column, row) ? before + 1 : 0
      }
    }
    for row in (0..<rows).reversed() {
      for column in 0..<columns {
        let after = row + 1 < rows ? values[(row + 1) * columns + column] : .infinity
        values[row * columns + column] = min(values[row * columns + column], after + 1)
      }
    }
    return values.map { $0 * $0 }
  }

  /// The working memory of one row or column.
  private struct Line {
    private var input: [Float]
    /// The vertices of the parabolas of the lower envelope.
    private var tops: [Int]
    /// The start of the interval in which each parabola is the lowest.
    private var starts: [Float]

    init(capacity: Int) {
      input = Array(repeating: 0, count: capacity)
      tops = Array(repeating: 0, count: capacity)
      starts = Array(repeating: 0, count: capacity + 1)
    }

    mutating func transform(_ values: inout [Float], first: Int, step: Int, count: Int) {
      for index in 0..<count { input[index] = values[first + index * step] }
      var last = -1
      for place in 0..<count where input[place] < .infinity {
        var start = -Float.infinity
        while last >= 0 {
          let top = tops[last]
          let gap = Float(place - top) * 2
          start = (input[place] - input[top] + Float(place * place - top * top)) / gap
          if start > starts[last] { break }
          last -= 1
        }
        last += 1
        tops[last] = place
        starts[last] = last == 0 ? -.infinity : start
      }
      guard last >= 0 else { return }
      var current = 0
      for place in 0..<count {
        while current < last, starts[current + 1] < Float(place) { current += 1 }
        let away = Float(place - tops[current])
        values[first + place * step] = away * away + input[tops[current]]
      }
    }
  }
}
