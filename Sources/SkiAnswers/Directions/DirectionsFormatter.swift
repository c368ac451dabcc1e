import SkiBase
import SkiGraph
import SkiRouting

/// Formats instructions as sentences in a language.
struct DirectionsFormatter {
  /// The distance in metres below which an instruction follows at once.
  static let atOnceMetres = 25.0
  /// The least waiting time that is mentioned, in milliseconds.
  static let leastWaitMilliseconds = 30_000
  /// The least slope ratio that is mentioned.
  static let leastSteepness = 0.05

  let phrasebook: Phrasebook

  /// Returns the text of an instruction.
  /// - Parameters:
  ///   - instruction: The instruction.
  ///   - after: The distance from the previous instruction as text, for instructions on a run.
  func text(_ instruction: Instruction, after: String) -> String {
    let sentences: [String] =
      switch instruction.kind {
      case .ride(let ride): self.ride(ride)
      case .ski(let run): [ski(run, instruction.lengthMetres)]
      case .walk(let walk): self.walk(walk, instruction.lengthMetres)
      case .wait(let opening): [wait(opening)]
      case .keep(let fork): [keep(fork, after)]
      case .push(let flat): [push(flat, instruction.lengthMetres, after)]
      case .pass(let landmark): [pass(landmark, after)]
      case .arrive(let name): [arrive(name)]
      }
    return sentences.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// Returns the distance from the previous instruction to one on the same leg, as text.
  func after(_ last: Instruction, _ leg: Instruction, to next: Instruction) -> String {
    var start = last.startMetres
    if case .push = last.kind, start + last.lengthMetres <= next.startMetres { start += last.lengthMetres }
    if last.kind.isLeg { start = leg.startMetres }
    let metres = next.startMetres - start
    guard metres >= Self.atOnceMetres else { return phrasebook.formatted(.atOnce) }
    return phrasebook.formatted(
      last.kind.isLeg ? .afterFirst : .afterMore, ["length": phrasebook.length(metres)])
  }

  private func wait(_ opening: Opening) -> String {
    let time = opening.until.description
    guard let name = SpokenName.of(opening.name) else {
      return phrasebook.formatted(.waitUntil, ["time": time])
    }
    return phrasebook.formatted(.waitUntilNamed, ["time": time, "name": name])
  }

  private func arrive(_ name: String?) -> String {
    SpokenName.of(name).map { phrasebook.formatted(.arriveNamed, ["name": $0]) }
      ?? phrasebook.formatted(.arrive)
  }

  /// Returns the name of a run with its sign.
  func run(_ sign: RunSign) -> String {
    let colour = phrasebook.sign(sign.colour, sign.convention)
    let grade = sign.isEstimated ? phrasebook.formatted(.estimated, ["colour": colour]) : colour
    switch (SpokenName.of(sign.name), sign.refsNotInName) {
    case (let name?, let number?):
      return phrasebook.formatted(.runSigned, ["number": number, "name": name, "grade": grade])
    case (let name?, nil): return phrasebook.formatted(.runNamed, ["name": name, "grade": grade])
    case (nil, let number?): return phrasebook.formatted(.runNumbered, ["number": number, "grade": grade])
    case (nil, nil): break
    }
    if let link = sign.link, let from = SpokenName.of(link.from), let to = SpokenName.of(link.to) {
      return phrasebook.formatted(.runLink, ["from": from, "to": to, "grade": grade])
    }
    let run = phrasebook.aRun(sign.colour, sign.convention)
    return sign.isEstimated ? phrasebook.formatted(.estimatedRun, ["run": run]) : run
  }
}

extension DirectionsFormatter {
  /// Returns the sentences of a ride: the lift, then the stations passed.
  func ride(_ ride: LiftRide) -> [String] {
    var details = [phrasebook.formatted(.rideTime, ["time": phrasebook.time(ride.rideMilliseconds)])]
    if ride.waitMilliseconds >= Self.leastWaitMilliseconds {
      details.append(phrasebook.formatted(.waitTime, ["time": phrasebook.time(ride.waitMilliseconds)]))
    }
    var sentences = [lift(ride, details.joined(separator: ", "))]
    for station in ride.passedStations {
      sentences.append(
        SpokenName.of(station).map { phrasebook.formatted(.stayOnNamed, ["name": $0]) }
          ?? phrasebook.formatted(.stayOn))
    }
    if case .middle(let name) = ride.exit {
      sentences.append(
        SpokenName.of(name).map { phrasebook.formatted(.getOffNamed, ["name": $0]) }
          ?? phrasebook.formatted(.getOff))
    }
    return sentences
  }

  private func lift(_ ride: LiftRide, _ details: String) -> String {
    let isDown = ride.isDown ?? false
    let lift = phrasebook.lift(ride.kind, seats: ride.seats, definite: true)
    guard let name = ride.label else {
      return phrasebook.formatted(
        isDown ? .rideDownNameless : .takeNameless, ["lift": lift, "details": details])
    }
    guard LiftName.containsKind(name) else {
      return phrasebook.formatted(
        isDown ? .rideDown : .take, ["lift": lift, "name": name, "details": details])
    }
    // A lift of unknown kind gets no kind in addition to its name.
    let kind = ride.kind == .unknown ? nil : phrasebook.lift(ride.kind, seats: ride.seats, definite: false)
    return phrasebook.formatted(
      isDown ? .rideDownNamed : .takeNamed,
      ["name": name, "details": [kind, details].compactMap(\.self).joined(separator: ", ")])
  }

  /// Returns the phrase for leaving a lift onto a run.
  static func leaving(_ turn: Turn) -> Phrase {
    switch turn {
    case .straight: .leaveStraight
    case .bearLeft, .left: .leaveLeft
    case .bearRight, .right: .leaveRight
    case .sharpLeft: .leaveSharpLeft
    case .sharpRight: .leaveSharpRight
    case .back: .leaveBack
    }
  }

  /// Returns the phrase for leaving a lift on foot.
  static func exiting(_ turn: Turn) -> Phrase {
    switch turn {
    case .straight: .exitStraight
    case .bearLeft, .left: .exitLeft
    case .bearRight, .right: .exitRight
    case .sharpLeft: .exitSharpLeft
    case .sharpRight: .exitSharpRight
    case .back: .exitBack
    }
  }

  /// Returns the sentence of a run: its start, length and greatest slope.
  func ski(_ run: RunStretch, _ metres: Double) -> String {
    var parts = [
      phrasebook.formatted(Self.beginning(run), ["run": self.run(run.sign)]), phrasebook.length(metres),
    ]
    if let steepest = run.steepest, steepest.ratio >= Self.leastSteepness {
      parts.append(phrasebook.formatted(.steepest, ["percent": phrasebook.percent(steepest)]))
    }
    if run.isSteeperThanGraded { parts.append(phrasebook.formatted(.steeperThanGraded)) }
    return parts.joined(separator: ", ")
  }

  private static func beginning(_ run: RunStretch) -> Phrase {
    if run.approach == .start { return .start }
    guard let turn = run.turn else { return .skiOn }
    return run.approach == .lift ? leaving(turn) : turning(turn)
  }

  /// Returns the phrase for turning from one run onto another.
  private static func turning(_ turn: Turn) -> Phrase {
    switch turn {
    case .straight: .goStraight
    case .bearLeft: .bearLeft
    case .bearRight: .bearRight
    case .left: .turnLeft
    case .right: .turnRight
    case .sharpLeft: .turnSharpLeft
    case .sharpRight: .turnSharpRight
    case .back: .turnBack
    }
  }

  /// Returns the sentences of a walk, after the side for leaving a lift.
  func walk(_ walk: WalkStretch, _ metres: Double) -> [String] {
    let length = phrasebook.length(metres)
    var text: String
    switch (walk.manner, SpokenName.of(walk.street)) {
    case (.cross, _): text = phrasebook.formatted(.cross, ["length": length])
    case (.walk, let street?): text = phrasebook.formatted(.walkAlong, ["length": length, "street": street])
    case (.walk, nil): text = phrasebook.formatted(.walk, ["length": length])
    case (.climb, let run?): text = phrasebook.formatted(.climbOnFootAlong, ["length": length, "name": run])
    case (.climb, nil): text = phrasebook.formatted(.climbOnFoot, ["length": length])
    }
    if let climb = walk.ascentMetres {
      text += ", " + phrasebook.formatted(.climbing, ["rise": phrasebook.height(climb)])
    }
    if walk.isUnmapped { text += ", " + phrasebook.formatted(.unmappedWay) }
    if walk.isDirectionUnknown { text += ", " + phrasebook.formatted(.directionUnknown) }
    let exit = walk.approach == .lift ? walk.turn.map { phrasebook.formatted(Self.exiting($0)) } : nil
    return [exit, text].compactMap(\.self)
  }

  /// Returns the sentence of a fork.
  func keep(_ fork: Fork, _ after: String) -> String {
    let names = fork.others.compactMap { SpokenName.of($0.label) }
    let phrase: Phrase =
      switch (fork.side, names.isEmpty) {
      case (.left?, false): .keepLeft
      case (.right?, false): .keepRight
      case (nil, false): .keepStraight
      case (.left?, true): .keepLeftNameless
      case (.right?, true): .keepRightNameless
      case (nil, true): .keepStraightNameless
      }
    return phrasebook.formatted(phrase, ["after": after, "names": phrasebook.list(names)])
  }

  /// Returns the sentence of a flat section.
  func push(_ flat: FlatStretch, _ metres: Double, _ after: String) -> String {
    let climbs = flat.ascentMetres >= DirectionsMaker.leastClimbMetres
    if flat.isWhole {
      return phrasebook.formatted(
        climbs ? .climbAll : .pushAll, ["rise": phrasebook.height(flat.ascentMetres)])
    }
    return phrasebook.formatted(
      climbs ? .climb : .push, ["after": after, "length": phrasebook.length(metres)])
  }

  /// Returns the sentence of a landmark passed.
  func pass(_ landmark: Landmark, _ after: String) -> String {
    let isLeft = landmark.side == .left
    let phrase: Phrase =
      switch landmark.kind {
      case .hut: isLeft ? .passHutLeft : .passHutRight
      case .liftBottom: isLeft ? .passBottomLeft : .passBottomRight
      case .liftTop: isLeft ? .passTopLeft : .passTopRight
      case .liftAbove: .passUnder
      case .run: isLeft ? .passRunLeft : .passRunRight
      }
    return phrasebook.formatted(phrase, ["after": after, "name": SpokenName.of(landmark.name) ?? ""])
  }
}
