/// The colours of drawings, as `#rrggbb`.
package enum DrawingColours {
  package static let lift = "#333333"
  package static let street = "#bbbbbb"
  package static let link = "#000000"
  package static let subject = "#e6007e"
  package static let unmatched = "#8c8c8c"
  /// The colour of a track as recorded.
  package static let recorded = "#6d4c9f"

  /// Returns the colour of a run: that of its grade, grey when ungraded, brown when it is only skinned or walked up.
  package static func run(
    _ difficulty: Difficulty?, _ convention: DifficultyConvention, uses: RunUses = .downhill
  ) -> String {
    if uses.isDisjoint(with: [.downhill, .connection]), !uses.isDisjoint(with: [.skitour, .hike]) {
      return "#6b4a2f"
    }
    guard let difficulty else { return "#888888" }
    return drawingColour(difficulty.colour(in: convention))
  }

  /// Returns the drawing colour of a difficulty colour, as `#rrggbb`.
  package static func drawingColour(_ colour: DifficultyColour) -> String {
    switch colour {
    case .green: return "#0f9d58"
    case .blue: return "#1f6fd6"
    case .red: return "#d62828"
    case .black, .doubleBlack: return "#111111"
    case .yellow: return "#d9a400"
    case .orange: return "#e36f00"
    case .grey: return "#888888"
    }
  }
}
