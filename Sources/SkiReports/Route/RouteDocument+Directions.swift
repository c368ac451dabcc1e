import SkiFormats
import SkiGeo
import SkiModel
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

  /// Returns the directions as a JSON array of objects; see Data/Formats/route.md.
  static func json(_ directions: Directions, in language: Language) -> JSONValue {
    .array(
      zip(directions.instructions, directions.sentences(in: language)).map { instruction, text in
        .object([
          "kind": .string(instruction.kind.word), "text": .string(text),
          "steps": .array([.integer(instruction.steps.lowerBound), .integer(instruction.steps.upperBound)]),
          "points": .array([
            .integer(instruction.points.lowerBound), .integer(instruction.points.upperBound),
          ]),
          "startMetres": metres(instruction.startMetres), "lengthMetres": metres(instruction.lengthMetres),
          "startSeconds": seconds(instruction.startMilliseconds),
          "seconds": seconds(instruction.milliseconds), "coordinate": instruction.place.json,
          "facts": .object(facts(instruction.kind)),
        ])
      })
  }

  private static func facts(_ kind: Instruction.Kind) -> [JSONValue.Member] {
    switch kind {
    case .ride(let ride): facts(ride)
    case .ski(let run): facts(run)
    case .walk(let walk):
      [
        .init("manner", .string(walk.manner.rawValue)), .init("street", .optional(walk.street)),
        .init("approach", .string(walk.approach.rawValue)), .init("turn", .optional(walk.turn?.rawValue)),
        .init("ascentMetres", metres(walk.ascentMetres)),
      ]
    case .wait(let opening):
      [.init("name", .optional(opening.name)), .init("until", .string(opening.until.description))]
    case .keep(let fork):
      [
        .init("side", .optional(fork.side?.rawValue)),
        .init("others", .array(fork.others.map { .object(facts($0)) })),
      ]
    case .push(let flat):
      [.init("ascentMetres", metres(flat.ascentMetres)), .init("isWhole", .bool(flat.isWhole))]
    case .pass(let landmark):
      [
        .init("landmark", .string(landmark.kind.rawValue)), .init("name", .string(landmark.name)),
        .init("side", .optional(landmark.side?.rawValue)),
      ]
    case .arrive(let name): [.init("name", .optional(name))]
    }
  }

  private static func facts(_ ride: LiftRide) -> [JSONValue.Member] {
    var middle: JSONValue = .null
    if case .middle(let name) = ride.exit { middle = .object([.init("name", .optional(name))]) }
    return [
      .init("name", .optional(ride.name)), .init("ref", .optional(ride.ref)),
      .init("refs", .array(ride.refs.map(JSONValue.string))), .init("liftType", .string(ride.kind.rawValue)),
      .init("seats", ride.seats.map(JSONValue.integer) ?? .null),
      .init("waitSeconds", seconds(ride.waitMilliseconds)),
      .init("rideSeconds", seconds(ride.rideMilliseconds)),
      .init("down", ride.isDown.map(JSONValue.bool) ?? .null), .init("midStation", middle),
      .init("passedStations", .array(ride.passedStations.map { .optional($0) })),
    ]
  }

  private static func facts(_ run: RunStretch) -> [JSONValue.Member] {
    facts(run.sign) + [
      .init("approach", .string(run.approach.rawValue)), .init("turn", .optional(run.turn?.rawValue)),
      .init("descentMetres", metres(run.descentMetres)),
      .init("maxGradient", run.steepest.map { .decimal($0.ratio, places: 4) } ?? .null),
      .init("steeperThanGraded", .bool(run.isSteeperThanGraded)),
    ]
  }

  private static func facts(_ sign: RunSign) -> [JSONValue.Member] {
    [
      .init("name", .optional(sign.name)), .init("ref", .optional(sign.ref)),
      .init("refs", .array(sign.refs.map(JSONValue.string))),
      .init("linkBetween", sign.link.map { $0.json } ?? .null),
      .init("difficulty", .optional(sign.difficulty?.rawValue)),
      .init("difficultyEstimated", .bool(sign.isEstimated)), .init("colour", .string(sign.colour.rawValue)),
    ]
  }
}

extension Instruction.Kind {
  /// The name of the kind in JSON.
  var word: String {
    switch self {
    case .ride: "ride"
    case .ski: "ski"
    case .walk: "walk"
    case .wait: "wait"
    case .keep: "keep"
    case .push: "push"
    case .pass: "pass"
    case .arrive: "arrive"
    }
  }
}
