import SkiBase
import SkiGraph
import SkiRouting

extension RouteDocument {
  /// Returns the lines of directions: number, symbol, time where the route has a departure, and text.
  static func directionLines(
    _ directions: Directions, _ route: Route, in language: Language, colour: Bool
  ) -> [TerminalText] {
    let width = String(directions.instructions.count).count
    return zip(directions.instructions, directions.sentences(in: language)).enumerated().map { index, pair in
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - number.count)
      let (word, paint) = sign(pair.0)
      let symbol = TerminalText(word)
      let clock = route.departure.map { "\($0.advanced(byMilliseconds: pair.0.startMilliseconds))  " } ?? ""
      let shown = colour && pair.0.kind.isLeg ? StepText.coloured(symbol, paint) : symbol
      return "\(padding)\(number). \(clock)\(shown) \(pair.1)"
    }
  }

  /// Returns the symbol of an instruction with its colour.
  private static func sign(_ instruction: Instruction) -> (String, DifficultyColour?) {
    switch instruction.kind {
    case .ride(let ride): (ride.isDown ?? false ? "↓" : "↑", nil)
    case .ski(let run): (StepText.symbol(run.sign.colour), run.sign.colour)
    case .walk: ("→", .grey)
    case .wait: ("◷", .grey)
    case .arrive: ("◉", nil)
    case .keep, .push, .pass: ("·", nil)
    }
  }
}
