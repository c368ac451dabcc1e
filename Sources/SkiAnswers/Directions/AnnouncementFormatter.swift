public import SkiGraph
public import SkiNavigation
import SkiRouting

/// Formats announcements with the phrases of directions.
struct AnnouncementFormatter {
  let directions: DirectionsFormatter

  private var phrasebook: Phrasebook { directions.phrasebook }

  /// Returns the text of an announcement.
  func text(_ announcement: Announcement) -> String {
    switch announcement.kind {
    case .goToStart:
      return phrasebook.formatted(
        .goToStart,
        [
          "length": phrasebook.length(announcement.metresToGo ?? 0),
          "direction": phrasebook.formatted(Self.compassPhrase(announcement.bearingDegrees ?? 0)),
        ])
    case .arrive:
      guard let metres = Self.metresAhead(announcement) else { return phrasebook.formatted(.arrive) }
      return phrasebook.formatted(.arriveAhead, ["length": phrasebook.length(metres)])
    case .liftClosed, .wrongLift:
      let phrase: Phrase = announcement.kind == .wrongLift ? .wrongLift : .liftClosed
      return phrasebook.formatted(phrase, ["lift": announcement.subject.map(lift) ?? ""])
    case .start:
      return announcement.subject.map { begin($0) } ?? phrasebook.formatted(.skiOn, ["run": ""])
    case .boardLift, .takeRun, .walk:
      return ahead(announcement)
    }
  }

  /// Returns the text of a manoeuvre, after its distance where it does not follow at once.
  private func ahead(_ announcement: Announcement) -> String {
    let instruction = manoeuvre(announcement)
    guard !announcement.leavesLift, let metres = Self.metresAhead(announcement) else { return instruction }
    return phrasebook.formatted(
      .ahead, ["length": phrasebook.length(metres), "instruction": instruction])
  }

  /// Returns the distance to the manoeuvre in metres; nil when it follows at once.
  private static func metresAhead(_ announcement: Announcement) -> Double? {
    announcement.metresToGo.flatMap { $0 >= DirectionsFormatter.atOnceMetres ? $0 : nil }
  }

  private func manoeuvre(_ announcement: Announcement) -> String {
    guard let step = announcement.subject else { return phrasebook.formatted(.arrive) }
    switch step.kind {
    case .lift: return directions.ride(LiftRide(step)).joined(separator: ". ")
    case .run where step.movement != .climbed:
      let phrase = announcement.leavesLift ? Self.leaving(announcement.turn) : Self.turning(announcement.turn)
      return phrasebook.formatted(phrase, ["run": directions.run(RunSign(step))])
    default:
      let turn = Self.turning(announcement.turn)
      if let street = step.label, !announcement.leavesLift, turn != .skiOn, turn != .goStraight {
        return phrasebook.formatted(turn, ["run": street])
      }
      let exit =
        announcement.leavesLift ? announcement.turn.map { phrasebook.formatted(Self.exiting($0)) } : nil
      return [exit, walk(step)].compactMap(\.self).joined(separator: ". ")
    }
  }

  /// Returns the first instruction of a route.
  private func begin(_ step: RouteStep) -> String {
    switch step.kind {
    case .lift: return directions.ride(LiftRide(step)).joined(separator: ". ")
    case .run where step.movement != .climbed:
      let start = phrasebook.formatted(.start, ["run": directions.run(RunSign(step))])
      return start + ", " + phrasebook.length(step.lengthMetres)
    default: return walk(step)
    }
  }

  private func walk(_ step: RouteStep) -> String {
    directions.walk(WalkStretch(step, approach: .walk, turn: nil), step.lengthMetres).joined(separator: ". ")
  }

  /// Returns the name and kind of a lift: `Ahorn (chair lift)`.
  private func lift(_ step: RouteStep) -> String {
    let ride = LiftRide(step)
    let kind = phrasebook.lift(ride.kind, seats: nil, definite: false)
    guard let name = ride.label else { return kind }
    return LiftName.containsKind(name) ? name : "\(name) (\(kind))"
  }

  private static func leaving(_ turn: RouteTurn?) -> Phrase {
    switch turn {
    case .left: .leaveLeft
    case .right: .leaveRight
    case .back: .leaveBack
    case .straight, nil: .leaveStraight
    }
  }

  private static func exiting(_ turn: RouteTurn) -> Phrase {
    switch turn {
    case .left: .exitLeft
    case .right: .exitRight
    case .back: .exitBack
    case .straight: .exitStraight
    }
  }

  private static func turning(_ turn: RouteTurn?) -> Phrase {
    switch turn {
    case .left: .turnLeft
    case .right: .turnRight
    case .back: .turnBack
    case .straight: .goStraight
    case nil: .skiOn
    }
  }

  /// The phrases for directions of the compass, clockwise from north in eighths.
  private static let compass: [Phrase] = [
    .toNorth, .toNorthEast, .toEast, .toSouthEast, .toSouth, .toSouthWest, .toWest, .toNorthWest,
  ]

  private static func compassPhrase(_ bearingDegrees: Double) -> Phrase {
    let eighth = (bearingDegrees / 45).rounded()
    guard eighth.isFinite else { return compass[0] }
    return compass[((Int(max(-8, min(8, eighth))) % 8) + 8) % 8]
  }
}

extension Announcement {
  /// Returns the announcement as text in a language: one or two sentences, the last without a full stop.
  ///
  /// Uses the phrases and the rounding of ``/SkiRouting/Directions``; an instruction nearer than 25 m follows at once,
  /// without a distance. Names are not translated and not escaped for terminals.
  /// - Parameter language: The language of the text.
  /// - Complexity: O(*n*) in the length of the names.
  public func sentence(in language: Language = .english) -> String {
    AnnouncementFormatter(directions: DirectionsFormatter(phrasebook: .of(language))).text(self)
  }
}

/// A classifier of lift names.
enum LiftName {
  /// The words for kinds of lifts, in the languages of ski areas.
  private static let kinds = [
    "lift", "chair", "double", "triple", "quad", "six-pack", "express", "gondola", "tram", "t-bar", "platter",
    "carpet", "tow", "funicular", "railway", "cable car", "télé", "telecabin", "teles", "teleférico", "funi",
    "tapis", "remontée", "bahn", "sessel", "bus", "teppich", "schlepp", "seggiovia", "cabinovia", "sciovia",
    "リフト", "ゴンドラ", "クワッド", "ペア", "チェア", "ロープウェイ", "エクスプレス",
  ]

  /// Returns whether a name contains a kind of lift, so that the kind is not repeated before it.
  /// - Complexity: O(length).
  static func containsKind(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return kinds.contains { lowered.contains($0) }
  }
}
