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

  /// Writes the directions as the member `directions`, an array of objects; see Data/Formats/route.md.
  static func write(_ directions: Directions, in language: Language, to json: inout JSONWriter) {
    json.array("directions") { json in
      for (instruction, text) in zip(directions.instructions, directions.sentences(in: language)) {
        json.object { json in
          json.member("kind", instruction.kind.word)
          json.member("text", text)
          json.member("steps", instruction.steps)
          json.member("points", instruction.points)
          json.member("startMetres", metres: instruction.startMetres)
          json.member("lengthMetres", metres: instruction.lengthMetres)
          json.member("startSeconds", milliseconds: instruction.startMilliseconds)
          json.member("seconds", milliseconds: instruction.milliseconds)
          json.member("coordinate", instruction.place)
          json.object("facts") { writeFacts(instruction.kind, to: &$0) }
        }
      }
    }
  }

  private static func writeFacts(_ kind: Instruction.Kind, to json: inout JSONWriter) {
    switch kind {
    case .ride(let ride): writeFacts(ride, to: &json)
    case .ski(let run): writeFacts(run, to: &json)
    case .walk(let walk):
      json.member("manner", walk.manner.rawValue)
      json.member("street", walk.street)
      json.member("approach", walk.approach.rawValue)
      json.member("turn", walk.turn?.rawValue)
      json.member("ascentMetres", metres: walk.ascentMetres)
      json.member("unmapped", walk.isUnmapped)
      json.member("directionUnknown", walk.isDirectionUnknown)
    case .wait(let opening):
      json.member("name", opening.name)
      json.member("until", opening.until.description)
    case .keep(let fork):
      json.member("side", fork.side?.rawValue)
      json.array("others") { json in
        for sign in fork.others { json.object { writeFacts(sign, to: &$0) } }
      }
    case .push(let flat):
      json.member("ascentMetres", metres: flat.ascentMetres)
      json.member("isWhole", flat.isWhole)
    case .pass(let landmark):
      json.member("landmark", landmark.kind.rawValue)
      json.member("name", landmark.name)
      json.member("side", landmark.side?.rawValue)
    case .arrive(let name): json.member("name", name)
    }
  }

  private static func writeFacts(_ ride: LiftRide, to json: inout JSONWriter) {
    json.member("name", ride.name)
    json.member("ref", ride.ref)
    json.member("refs", ride.refs)
    json.member("liftType", ride.kind.rawValue)
    json.member("seats", ride.seats)
    json.member("waitSeconds", milliseconds: ride.waitMilliseconds)
    json.member("rideSeconds", milliseconds: ride.rideMilliseconds)
    json.member("down", ride.isDown)
    if case .middle(let name) = ride.exit {
      json.object("midStation") { $0.member("name", name) }
    } else {
      json.member("midStation", .null)
    }
    json.array("passedStations") { json in
      for station in ride.passedStations { json.string(station) }
    }
  }

  private static func writeFacts(_ run: RunStretch, to json: inout JSONWriter) {
    writeFacts(run.sign, to: &json)
    json.member("approach", run.approach.rawValue)
    json.member("turn", run.turn?.rawValue)
    json.member("descentMetres", metres: run.descentMetres)
    json.member("maxGradient", run.steepest?.ratio, places: 4)
    json.member("steeperThanGraded", run.isSteeperThanGraded)
  }

  private static func writeFacts(_ sign: RunSign, to json: inout JSONWriter) {
    json.member("name", sign.name)
    json.member("ref", sign.ref)
    json.member("refs", sign.refs)
    json.member("linkBetween", sign.link)
    json.member("difficulty", sign.difficulty?.rawValue)
    json.member("difficultyEstimated", sign.isEstimated)
    json.member("colour", sign.colour.rawValue)
  }
}

extension JSONWriter {
  /// Writes a member that is the bounds of a range.
  fileprivate mutating func member(_ name: StaticString, _ range: Range<Int>) {
    array(name) { json in
      json.integer(range.lowerBound)
      json.integer(range.upperBound)
    }
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
