/// Lines of words in columns, as wide as a terminal shows them.
struct TextTable {
  enum Alignment {
    case leading, trailing
  }

  let alignments: [Alignment]
  private var rows: [[String]] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row with a word for each column.
  mutating func add(_ row: [String]) {
    precondition(row.count == alignments.count, "row must have \(alignments.count) columns, got \(row.count)")
    rows.append(row)
  }

  /// Returns the lines; columns without any words are left out. Complexity: O(size).
  func lines(paint: (_ row: Int, _ column: Int, _ text: String) -> String = { $2 }) -> [String] {
    let widths = alignments.indices.map { column in rows.map { $0[column].terminalWidth() }.max() ?? 0 }
    let shown = alignments.indices.filter { widths[$0] > 0 }
    return rows.enumerated().map { position, row in
      var line = ""
      for column in shown {
        let gap = String(repeating: " ", count: widths[column] - row[column].terminalWidth())
        let text = row[column].isEmpty ? "" : paint(position, column, row[column])
        line += alignments[column] == .leading ? text + gap : gap + text
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension String {
  /// How many cells of a terminal the text takes: two for the wide characters of East Asia, none for marks on others.
  ///
  /// **Source:** blocks of Unicode Standard Annex 11 (wide and full width).
  func terminalWidth() -> Int {
    unicodeScalars.reduce(0) { width, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: width
      default: width + (scalar.isWide ? 2 : 1)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
