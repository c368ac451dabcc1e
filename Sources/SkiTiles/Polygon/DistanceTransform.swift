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
    guard columns > 0, rows > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: columns * rows) { buffer, filled in
      // Every row is within the memory of all, and written from the first cell to the last.
      guard let values = buffer.baseAddress else { return }
      countDown(grid, row: 0, above: nil, values)
      for row in 1..<rows {
        countDown(grid, row: row, above: values + (row - 1) * columns, values + row * columns)
      }
      for row in (0..<rows - 1).reversed() {
        let (own, below) = (values + row * columns, values + (row + 1) * columns)
        for column in 0..<columns { own[column] = min(own[column], below[column] + 1) }
      }
      for index in 0..<columns * rows { values[index] *= values[index] }
      filled = columns * rows
    }
  }

  /// Writes the number of set cells from each cell of a row upwards; `infinity` where they reach the first row.
  private static func countDown(
    _ grid: BitGrid, row: Int, above: UnsafePointer<Float>?, _ own: UnsafeMutablePointer<Float>
  ) {
    for word in 0..<grid.wordsAcross {
      let (first, end) = (64 * word, min(64 * word + 64, grid.columns))
      let cells = grid.words[row * grid.wordsAcross + word]
      if cells == 0 {
        for column in first..<end { own[column] = 0 }
      } else if cells == .max, let above {
        for column in first..<end { own[column] = above[column] + 1 }
      } else {
        for column in first..<end {
          let isSet = cells >> UInt64(column - first) & 1 == 1
          own[column] = isSet ? above.map { $0[column] + 1 } ?? .infinity : 0
        }
      }
    }
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

/// A grid of cells that are set or not, as bits.
struct BitGrid {
  let columns: Int
  let rows: Int
  /// The number of words of a row.
  let wordsAcross: Int
  /// The cells, 64 in a word; those beyond the last column are not set.
  private(set) var words: [UInt64]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    wordsAcross = (columns + 63) / 64
    words = Array(repeating: 0, count: wordsAcross * rows)
  }

  mutating func set(_ column: Int, _ row: Int) {
    words[row &* wordsAcross &+ column &>> 6] |= 1 &<< UInt64(column & 63)
  }

  /// Returns whether a cell is set.
  @inline(__always)
  func isSet(_ column: Int, _ row: Int) -> Bool {
    words[row &* wordsAcross &+ column &>> 6] &>> UInt64(column & 63) & 1 == 1
  }

  /// Returns the grid with the cells set whose squared distance from a set cell is at most a limit, in cells.
  ///
  /// Rows are widened by a cell to both sides at a time, and added to the rows as far away as that width allows.
  /// - Complexity: O(*n* *r* / 64) in cells and the distance.
  func dilated(squaredReach limit: Float) -> BitGrid {
    var target = BitGrid(columns: columns, rows: rows)
    var widened = self
    var width = 0
    while Float(width * width) <= limit {
      // The rows to which this width reaches, and the next does not.
      var away = 0
      while Float(width * width + away * away) <= limit {
        if Float((width + 1) * (width + 1) + away * away) > limit {
          target.add(widened, rowsUp: away)
          if away > 0 { target.add(widened, rowsUp: -away) }
        }
        away += 1
      }
      widened.widen()
      width += 1
    }
    return target
  }

  /// Sets the cells of another grid, moved by some rows.
  private mutating func add(_ other: BitGrid, rowsUp: Int) {
    let move = rowsUp * wordsAcross
    for word in max(0, move)..<max(0, move, min(words.count, words.count + move)) {
      words[word] |= other.words[word - move]
    }
  }

  /// Sets the cells beside set ones in their rows.
  private mutating func widen() {
    let last = UInt64.max >> UInt64(63 - (columns - 1) & 63)
    for row in 0..<rows {
      let start = row * wordsAcross
      var before: UInt64 = 0
      for word in start..<start + wordsAcross {
        let own = words[word]
        let after = word + 1 < start + wordsAcross ? words[word + 1] : 0
        words[word] = own | own << 1 | own >> 1 | before >> 63 | after << 63
        before = own
      }
      words[start + wordsAcross - 1] &= last
    }
  }
}
