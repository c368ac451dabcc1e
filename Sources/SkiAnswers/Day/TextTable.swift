import SkiBase

/// A table of text with columns as wide as their terminal width.
struct TextTable {
  enum Alignment {
    case leading, trailing
  }

  let alignments: [Alignment]
  private var rows: [[TerminalText]] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row with a text for each column.
  mutating func add(_ row: [String]) {
    precondition(row.count == alignments.count, "row must have \(alignments.count) columns, got \(row.count)")
    rows.append(row.map { TerminalText($0) })
  }

  /// Returns the lines; empty columns are left out. Complexity: O(size).
  func lines(
    paint: (_ row: Int, _ column: Int, _ text: TerminalText) -> TerminalText = { $2 }
  ) -> [TerminalText] {
    let widths = alignments.indices.map { column in rows.map { $0[column].string.terminalWidth() }.max() ?? 0
    }
    let shown = alignments.indices.filter { widths[$0] > 0 }
    return rows.enumerated().map { position, row in
      var line: TerminalText = ""
      for column in shown {
        let gap = TerminalText(
          String(repeating: " ", count: widths[column] - row[column].string.terminalWidth()))
        let text: TerminalText = row[column].isEmpty ? "" : paint(position, column, row[column])
        line += alignments[column] == .leading ? text + gap : gap + text
        line += "  "
      }
      return line.trimmedEnd()
    }
  }
}
