import SkiGraph

/// A part of a line that overlaps a harder run.
struct Overlap: Sendable {
  var from: LinePosition
  var to: LinePosition
  var grade: Difficulty
}

/// The stretches of each line on the same snow as a harder run.
struct Overlaps: Sendable {
  private var ofLine: [[Overlap]]

  /// Begins without any, for so many lines.
  init(lineCount: Int) { ofLine = Array(repeating: [], count: lineCount) }

  /// Adds a stretch of a line.
  mutating func add(_ overlap: Overlap, to line: Int) { ofLine[line].append(overlap) }

  /// The hardest grade of the runs a position shares its snow with; nil when there is none.
  func grade(_ line: Int, at position: LinePosition) -> Difficulty? {
    ofLine[line].lazy.filter { $0.from <= position && position <= $0.to }.map(\.grade).max()
  }
}
