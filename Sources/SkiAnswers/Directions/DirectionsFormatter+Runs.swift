import SkiBase
import SkiGraph
import SkiRouting

extension DirectionsFormatter {
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
