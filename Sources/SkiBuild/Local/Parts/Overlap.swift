import SkiModel

/// A part of a line that overlaps a harder run.
struct Overlap: Sendable {
  var from: LinePosition
  var to: LinePosition
  var grade: Difficulty
}
