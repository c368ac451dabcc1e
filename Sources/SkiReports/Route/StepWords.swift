package import SkiFormats
import SkiGraph
package import SkiModel
package import SkiRouting

/// The words and signs a step is told with.
package enum StepWords {
  /// The name of a step, or what it is when it has none.
  package static func title(_ step: RouteStep) -> String { label(step) ?? kind(step) }

  /// The name or number of a step; of a run without them, what it joins.
  static func label(_ step: RouteStep) -> String? {
    step.label ?? step.link.map { "link between \($0.from) and \($0.to)" }
  }

  /// What a step is: `red run`, `chair lift, 4 seats`, `walk`, `climb`.
  package static func kind(_ step: RouteStep) -> String {
    if step.movement == .climbed { return "climb" }
    return switch step.kind {
    case .run: "\(grade(step)) run"
    case .lift: lift(step)
    case .walk, .connector: "walk"
    }
  }

  /// The colour word of a run; an estimated grade says so.
  static func grade(_ step: RouteStep) -> String {
    guard step.difficulty != nil, let colour = step.colour else { return "ungraded" }
    return step.isDifficultyEstimated ? "\(colour.rawValue) (estimated)" : colour.rawValue
  }

  /// The grade of a run with the kinds of its terrain that one looks for or stays away from: `blue, glades`.
  static func gradeAndTerrain(_ step: RouteStep) -> String {
    ([grade(step)] + step.terrain.kinds.filter { $0 != .lit }.map(\.rawValue)).joined(separator: ", ")
  }

  /// The kind of lift in words, with its seats where known, and that it is ridden down.
  static func lift(_ step: RouteStep) -> String {
    let word = (step.liftKind ?? .unknown).word
    let seats = step.seats.map { "\($0) \($0 == 1 ? "seat" : "seats")" }
    let comfort = [step.hasBubble == true ? "bubble" : nil, step.isHeated == true ? "heated" : nil]
    let lift = ([word, seats] + comfort).compactMap(\.self).joined(separator: ", ")
    return step.isDown == true ? "\(lift), ride down" : lift
  }

  /// A length as it is told: `240 m`, `1.2 km`.
  package static func length(_ value: Double) -> String {
    value < 1000 ? metres(value) : "\(decimalText(value / 1000, places: 1) ?? "?") km"
  }

  /// Whole metres: `240 m`.
  package static func metres(_ value: Double) -> String { "\(decimalText(value, places: 0) ?? "?") m" }

  /// A sign that tells colours apart without colour.
  static func symbol(_ step: RouteStep) -> String {
    if step.movement == .climbed { return "→" }
    return switch step.kind {
    case .lift: step.isDown == true ? "↓" : "↑"
    case .walk, .connector: "→"
    case .run: symbol(step.colour)
    }
  }

  /// A sign that tells colours apart without colour.
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

  /// The text painted in a colour of the terminal; cyan where there is none.
  package static func paint(_ text: TerminalText, _ colour: DifficultyColour?) -> TerminalText {
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
  /// The kind as a skier says it.
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
