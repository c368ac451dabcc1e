import SkiGeo
import SkiModel
import SkiRouting

extension DirectionsFormatter {
  /// Returns the sentence of a run: its start, length and greatest slope.
  func ski(_ run: RunStretch, _ metres: Double) -> String {
    var parts = [book.formatted(Self.beginning(run), ["run": self.run(run.sign)]), book.length(metres)]
    if let steepest = run.steepest, steepest.ratio >= Self.leastSteepness {
      parts.append(book.formatted(.steepest, ["percent": book.percent(steepest)]))
    }
    if run.isSteeperThanGraded { parts.append(book.formatted(.steeperThanGraded)) }
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
    let length = book.length(metres)
    var text: String
    switch (walk.manner, SpokenName.of(walk.street)) {
    case (.cross, _): text = book.formatted(.cross, ["length": length])
    case (.walk, let street?): text = book.formatted(.walkAlong, ["length": length, "street": street])
    case (.walk, nil): text = book.formatted(.walk, ["length": length])
    case (.climb, let run?): text = book.formatted(.climbOnFootAlong, ["length": length, "name": run])
    case (.climb, nil): text = book.formatted(.climbOnFoot, ["length": length])
    }
    if let climb = walk.ascentMetres {
      text += ", " + book.formatted(.climbing, ["rise": book.height(climb)])
    }
    let exit = walk.approach == .lift ? walk.turn.map { book.formatted(Self.exiting($0)) } : nil
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
    return book.formatted(phrase, ["after": after, "names": book.list(names)])
  }

  /// Returns the sentence of a flat section.
  func push(_ flat: FlatStretch, _ metres: Double, _ after: String) -> String {
    let climbs = flat.ascentMetres >= DirectionsMaker.leastClimbMetres
    if flat.isWhole {
      return book.formatted(climbs ? .climbAll : .pushAll, ["rise": book.height(flat.ascentMetres)])
    }
    return book.formatted(climbs ? .climb : .push, ["after": after, "length": book.length(metres)])
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
    return book.formatted(phrase, ["after": after, "name": SpokenName.of(landmark.name) ?? ""])
  }
}
