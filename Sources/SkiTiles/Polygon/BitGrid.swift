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
