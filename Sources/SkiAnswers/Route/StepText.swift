package import SkiBase
package import SkiGraph
package import SkiRouting

/// The texts and symbols of route steps.
package enum StepText {
  /// Returns the label of a step, or its kind where it has none.
  package static func title(_ step: RouteStep) -> String { label(step) ?? kind(step) }

  /// Returns the name or number of a step; of a run without them the ends of the link.
  static func label(_ step: RouteStep) -> String? {
    step.label ?? step.link.map { "link between \($0.from) and \($0.to)" }
  }

  /// Returns the kind of a step: `red run`, `chair lift, 4 seats`, `walk`, `climb`; unmapped ways and runs of unknown
  /// direction are named so.
  package static func kind(_ step: RouteStep) -> String {
    if step.movement == .climbed {
      return step.isUnmapped
        ? "climb, no mapped way" : step.isDirectionUnknown ? "climb, direction unknown" : "climb"
    }
    return switch step.kind {
    case .run: "\(grade(step)) run"
    case .lift: lift(step)
    case .walk, .connector: step.isUnmapped ? "walk, no mapped way" : "walk"
    }
  }

  /// Returns the colour of a run as text, with a note where it is estimated.
  static func grade(_ step: RouteStep) -> String {
    guard step.difficulty != nil, let colour = step.colour else { return "ungraded" }
    return step.isDifficultyEstimated ? "\(colour.rawValue) (estimated)" : colour.rawValue
  }

  /// Returns the difficulty of a run with its kinds of terrain: `blue, glades`.
  static func gradeAndTerrain(_ step: RouteStep) -> String {
    ([grade(step)] + step.terrain.kinds.filter { $0 != .lit }.map(\.rawValue)).joined(separator: ", ")
  }

  /// Returns the kind of lift with seats, comfort and a note where it is ridden down.
  static func lift(_ step: RouteStep) -> String {
    let word = (step.liftKind ?? .unknown).word
    let seats = step.seats.map { "\($0) \($0 == 1 ? "seat" : "seats")" }
    let comfort = [step.hasBubble == true ? "bubble" : nil, step.isHeated == true ? "heated" : nil]
    let lift = ([word, seats] + comfort).compactMap(\.self).joined(separator: ", ")
    return step.isDown == true ? "\(lift), ride down" : lift
  }

  /// Returns a length as text: `240 m`, `1.2 km`.
  package static func length(_ value: Double) -> String {
    value < 1000 ? metres(value) : "\(decimalText(value / 1000, places: 1) ?? "?") km"
  }

  /// Returns whole metres as text: `240 m`.
  package static func metres(_ value: Double) -> String { "\(decimalText(value, places: 0) ?? "?") m" }

  /// Returns the symbol of a step, which distinguishes difficulties without colours.
  static func symbol(_ step: RouteStep) -> String {
    if step.movement == .climbed { return "→" }
    return switch step.kind {
    case .lift: step.isDown == true ? "↓" : "↑"
    case .walk, .connector: "→"
    case .run: symbol(step.colour)
    }
  }

  /// Returns the symbol of a difficulty colour.
  package static func symbol(_ colour: DifficultyColour?) -> String {
    switch colour {
    case .green?: "●"
    case .blue?: "■"
    case .red?: "▲"
    case .black?: "◆"
    case .doubleBlack?: "◆◆"
    case .yellow?, .orange?: "▼"
    case .grey?, nil: "○"
    }
  }

  /// Returns text in a terminal colour; cyan where there is none.
  package static func coloured(_ text: TerminalText, _ colour: DifficultyColour?) -> TerminalText {
    let code: UInt8 =
      switch colour {
      case .green?: 32
      case .blue?: 34
      case .red?: 31
      case .black?, .doubleBlack?: 1
      case .yellow?, .orange?: 33
      case .grey?: 90
      case nil: 36
      }
    return text.painted(code)
  }
}

extension LiftKind {
  /// The kind of lift as text.
  package var word: String {
    switch self {
    case .gondola: "gondola"
    case .chairLift: "chair lift"
    case .cableCar: "cable car"
    case .funicular: "funicular"
    case .railway: "railway"
    case .rackRailway: "rack railway"
    case .mixedLift: "chairs and cabins"
    case .dragLift: "drag lift"
    case .tBar: "T-bar"
    case .jBar: "J-bar"
    case .platter: "platter lift"
    case .ropeTow: "rope tow"
    case .magicCarpet: "carpet"
    case .unknown: "lift"
    }
  }
}
