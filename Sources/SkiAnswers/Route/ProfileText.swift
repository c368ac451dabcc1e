import SkiBase
import SkiGraph
import SkiRouting

/// An elevation profile in block characters for a terminal.
///
/// The height of a column is the elevation at its centre, in eighths of a line. The line below has the symbol of the
/// run (● green, ■ blue, ▲ red, ◆ black), ↑ for lifts and → for walks, to be readable without colours.
struct ProfileText {
  static let lineCount = 8
  static let columnRange = 30...400
  private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let profile: RouteElevationProfile
  let phrasebook: Phrasebook

  /// A column with its elevation and the stretch of the route.
  private struct Column {
    var height: Double?
    var stretch: RouteElevationProfile.Stretch
  }

  /// Returns the lines of the profile; a note where no elevation is known.
  /// - Parameters:
  ///   - width: The width of the terminal in cells, clamped to 30...400.
  ///   - colour: A Boolean value that draws columns in the colours of their runs.
  /// - Complexity: O(*p* + *w*).
  func lines(width: Int, colour: Bool) -> [TerminalText] {
    guard let heights = profile.elevationRange(), profile.lengthMetres() > 0 else {
      return profile.stretches.isEmpty ? [] : ["\(phrasebook.formatted(.noHeights))."]
    }
    let labels = [heights.upperBound, heights.lowerBound].map(phrasebook.height)
    let margin = (labels.map { $0.terminalWidth() }.max() ?? 0) + 1
    let cells = max(
      10, min(Self.columnRange.upperBound, max(Self.columnRange.lowerBound, width)) - margin - 1)
    let columns = columns(cells)
    let low = heights.lowerBound
    let span = max(30, heights.upperBound - low)
    var lines: [TerminalText] = []
    for line in (0..<Self.lineCount).reversed() {
      let label = line == Self.lineCount - 1 ? labels[0] : line == 0 ? labels[1] : ""
      let padding = String(repeating: " ", count: margin - 1 - label.terminalWidth())
      lines.append("\(padding)\(label) │\(row(line, columns, low, span, colour))")
    }
    let indent = String(repeating: " ", count: margin)
    lines.append("\(indent)└\(signs(columns, colour))")
    let length = phrasebook.length(profile.lengthMetres())
    let start = phrasebook.height(0)
    let gap = max(1, cells - start.terminalWidth() - length.terminalWidth())
    lines.append("\(indent) \(start)\(String(repeating: " ", count: gap))\(length)")
    return lines
  }

  private func row(_ line: Int, _ columns: [Column], _ low: Double, _ span: Double, _ colour: Bool)
    -> TerminalText
  {
    Self.painted(columns, colour) { column in
      guard let height = column.height else { return " " }
      let eighths = 1 + (height - low) / span * Double(Self.lineCount * 8 - 1)
      return Self.blocks[Int(max(0, min(8, eighths.rounded() - Double(line * 8))))]
    }
  }

  private func signs(_ columns: [Column], _ colour: Bool) -> TerminalText {
    Self.painted(columns, colour) { column in
      switch column.stretch.kind {
      case .lift: "↑"
      case .walk, .connector: "→"
      case .run: String(StepText.symbol(column.stretch.colour).prefix(1))
      }
    }
  }

  /// Returns a symbol for each column, joined, with one colour per stretch.
  private static func painted(_ columns: [Column], _ colour: Bool, _ sign: (Column) -> String) -> TerminalText
  {
    var text: TerminalText = ""
    var part = ""
    for (index, column) in columns.enumerated() {
      part += sign(column)
      let isLast = index == columns.count - 1 || columns[index + 1].stretch.step != column.stretch.step
      guard isLast else { continue }
      let paint = column.stretch.kind == .run ? column.stretch.colour ?? .grey : nil
      text += colour ? StepText.coloured(TerminalText(part), paint) : TerminalText(part)
      part = ""
    }
    return text
  }

  /// Returns the columns with the elevations at their centres.
  private func columns(_ count: Int) -> [Column] {
    let length = profile.lengthMetres()
    var columns: [Column] = []
    var (stretch, spot) = (0, 1)
    for index in 0..<count {
      let metres = (Double(index) + 0.5) / Double(count) * length
      while stretch < profile.stretches.count - 1,
        profile.stretches[stretch].samples.last?.metres ?? 0 < metres
      {
        (stretch, spot) = (stretch + 1, 1)
      }
      let here = profile.stretches[stretch]
      while spot < here.samples.count - 1, here.samples[spot].metres < metres { spot += 1 }
      columns.append(Column(height: Self.height(here.samples, spot, at: metres), stretch: here))
    }
    return columns
  }

  private static func height(_ spots: [RouteElevationProfile.Sample], _ index: Int, at metres: Double)
    -> Double?
  {
    guard spots.indices.contains(index), let low = spots[index - 1].elevationMetres,
      let high = spots[index].elevationMetres
    else { return nil }
    let length = spots[index].metres - spots[index - 1].metres
    let share = length > 0 ? max(0, min(1, (metres - spots[index - 1].metres) / length)) : 0
    return low + (high - low) * share
  }
}
