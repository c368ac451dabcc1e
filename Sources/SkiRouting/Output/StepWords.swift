import SkiGeo
import SkiGraph
import SkiModel

/// The words and signs a step is told with.
package enum StepWords {
  /// The name of a step, or what it is when it has none.
  package static func title(_ step: RouteStep) -> String { step.label ?? kind(step) }

  /// What a step is: `red run`, `chair lift, 4 seats`, `walk`.
  package static func kind(_ step: RouteStep) -> String {
    switch step.kind {
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

  /// The kind of lift in words, with its seats where known.
  static func lift(_ step: RouteStep) -> String {
    let word = (step.liftKind ?? .unknown).word
    return step.seats.map { "\(word), \($0) \($0 == 1 ? "seat" : "seats")" } ?? word
  }

  /// A length as it is told: `240 m`, `1.2 km`.
  package static func length(_ value: Double) -> String {
    value < 1000 ? metres(value) : "\(decimalText(value / 1000, places: 1) ?? "?") km"
  }

  /// Whole metres: `240 m`.
  package static func metres(_ value: Double) -> String { "\(decimalText(value, places: 0) ?? "?") m" }

  /// A sign that tells colours apart without colour.
  static func symbol(_ step: RouteStep) -> String {
    switch step.kind {
    case .lift: (step.descentMetres ?? 0) > (step.ascentMetres ?? 0) ? "↓" : "↑"
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

  /// The escape codes that paint a colour on a terminal.
  package static func paint(_ text: String, _ colour: DifficultyColour?) -> String {
    let code =
      switch colour {
      case .green?: "32"
      case .blue?: "34"
      case .red?: "31"
      case .black?, .doubleBlack?: "1"
      case .yellow?, .orange?: "33"
      case .grey?: "90"
      case nil: "36"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
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
