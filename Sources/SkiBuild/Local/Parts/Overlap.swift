import SkiModel

/// A stretch of a line that lies on the same snow as a harder run.
struct Overlap: Sendable {
  var from: LinePosition
  var to: LinePosition
  var grade: Difficulty
}
