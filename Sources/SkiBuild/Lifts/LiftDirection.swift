import SkiBase
import SkiGraph
import SkiTerrain

/// The stage that determines the direction of a group's lifts.
struct LiftDirections: BuildStage {
  let context: BuildContext
  let runs: [LocalRun]
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial indexes of the features.
  let drawn: GroupIndexes
  var lifts: [LocalLift]

  /// Returns the lifts with their directions.
  ///
  /// A tag takes precedence, then the kind; one-way lifts drawn downhill are reversed. Lifts of unknown kind go up, or
  /// both ways where no run is near their lower end. Lifts that pull skiers over the snow go up whatever their tag.
  /// - Complexity: O(*l* log *n*) in lifts and lines.
  consuming func directed(_ report: inout ImportReport) throws -> [LocalLift] {
    for lift in lifts.indices { lifts[lift].track.travel = try travel(of: lift, &report) }
    return lifts
  }

  private mutating func travel(of index: Int, _ report: inout ImportReport) throws -> Travel {
    let lift = lifts[index].lift
    let climb = lifts[index].track.climbMetres
    if let tag = lift.winterOneway(&report), let travel = taggedTravel(tag, of: index, &report) {
      return travel
    }
    if lift.kind.isTwoWayByDefault { return .both }
    if lifts[index].isTurned {
      lifts[index].isEstimated = true
      report.count("liftTurnedBySkiing", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return .against
    }
    if lift.kind == .unknown {
      lifts[index].isEstimated = true
      if try !hasRun(nearLowerEndOf: lifts[index].track) { return .both }
    }
    if climb == nil, try runsSayDrawnDownhill(index) {
      lifts[index].isEstimated = true
      report.count("liftTurnedByRuns", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return .against
    }
    if climb == nil, lifts[index].track.isInferredDownhill, try mayBeTurned(index) {
      lifts[index].isEstimated = true
      report.count("liftTurnedByNeighbours", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return .against
    }
    guard let climb, climb < -GraphBuildOptions.clearDropMetres else { return .along }
    report.countDownhill("liftDrawnDownhill", .mended, lifts[index], metres: -climb, "drawn")
    return .against
  }

  /// Returns the direction that the tag of a lift states; nil where it would send skiers down a lift that pulls them.
  private func taggedTravel(_ tag: OnewayTag, of index: Int, _ report: inout ImportReport) -> Travel? {
    let lift = lifts[index].lift
    let climb = lifts[index].track.climbMetres ?? 0
    let travel: Travel = tag == .twoWay ? .both : tag == .reverse ? .against : .along
    if travel == .both {
      guard lift.kind.isPulled else { return .both }
      report.count("liftTaggedBothWays", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return nil
    }
    let ridden = travel == .against ? -climb : climb
    guard !lift.kind.isTwoWayByDefault, ridden < -GraphBuildOptions.clearDropMetres else { return travel }
    report.countDownhill(
      "liftTaggedDownhill", lift.kind.isPulled ? .mended : .noted, lifts[index], metres: -ridden, "tagged")
    return lift.kind.isPulled ? nil : travel
  }

  private func hasRun(nearLowerEndOf track: ProjectedLine) throws -> Bool {
    let isDrawnDown = (track.climbMetres ?? track.inferredClimbMetres ?? 0) < 0
    let point = isDrawnDown ? track.plane[track.plane.count - 1] : track.plane[0]
    return try drawn.hasRun(near: point, within: GraphBuildOptions.unknownLiftReachMetres, tracks)
  }
}

extension Lift {
  /// The days of a winter in the north, December 2025 to March 2026; conditions seldom name a year.
  private static let northernWinter =
    CalendarDay(daysSince1970: 20_423)..<CalendarDay(daysSince1970: 20_544)
  /// The days of a winter in the south, 15 June to September 2026.
  private static let southernWinter =
    CalendarDay(daysSince1970: 20_619)..<CalendarDay(daysSince1970: 20_727)

  /// Returns the direction tag that holds in winter, by `oneway:conditional` where it has one.
  ///
  /// A map has one direction for all times: that which holds on every day of winter. Where the direction changes within a
  /// winter, only that of the one-way tag is ridden, and counted.
  fileprivate func winterOneway(_ report: inout ImportReport) -> OnewayTag? {
    guard let text = access[.onewayConditional], let place = parts.first?.coordinates.first else {
      return oneway
    }
    let days = place.latitude >= 0 ? Self.northernWinter : Self.southernWinter
    let offset = try? UTCOffset(minutes: Int((place.longitude / 15).rounded()) * 60)
    let found = ConditionalTag(text).values(
      on: days, at: OpeningHoursPlace(coordinate: place, offset: offset ?? .zero))
    let tags = Set(found.map { word in word.map { OnewayTag(word: $0) } ?? oneway })
    if tags.count == 1 { return tags.first ?? oneway }
    report.count("onewayChanges", .noted, id: id.rawValue, detail: text)
    return tags.contains(.oneway) ? .oneway : tags.contains(.reverse) ? .reverse : oneway
  }
}

extension ImportReport {
  /// Counts a lift that leads downhill by its tag or line, with the confidence of the elevations.
  fileprivate mutating func countDownhill(
    _ code: String, _ outcome: ImportReport.Outcome, _ lift: LocalLift, metres: Double, _ how: String
  ) {
    let sure = ElevationNoise(resolutionMetres: lift.resolutionMetres).certaintyPercent(excessMetres: metres)
    let name = lift.lift.name.map { "\($0): " } ?? ""
    count(
      code, outcome, id: lift.lift.id.rawValue,
      detail: "\(name)\(how) \(decimalText(metres, places: 1) ?? "?") m downhill, confidence \(sure) %")
  }
}

extension LocalLift {
  /// Indicates whether its rides begin at the end of its line: it is reversed, or two-way and drawn downhill.
  var isRiddenAgainstLine: Bool {
    track.travel == .against
      || track.travel == .both && (track.climbMetres ?? track.inferredClimbMetres ?? 0) < 0
  }
}

extension Network {
  /// Adds a ride for each pair of stations of the lifts.
  /// - Complexity: O(*l* · *s*²) in lifts and stations of a lift.
  mutating func addRides(of lifts: [LocalLift]) {
    for (index, lift) in lifts.enumerated() { addRides(of: lift, index) }
  }

  private mutating func addRides(of lift: LocalLift, _ index: Int) {
    let isTurned = lift.isRiddenAgainstLine
    for low in lift.stations.indices {
      for high in lift.stations.indices where high > low {
        let (tail, head) =
          isTurned ? (lift.stations[high], lift.stations[low]) : (lift.stations[low], lift.stations[high])
        let ride = Ride(
          lift: index, tail: tail.site, head: head.site, tailPosition: tail.position,
          headPosition: head.position,
          allowsForward: tail.boards && head.alights,
          allowsBackward: lift.track.travel == .both && head.boards && tail.alights,
          isEstimated: lift.isEstimated,
          confidencePercent: min(tail.confidencePercent, head.confidencePercent))
        if ride.allowsForward || ride.allowsBackward { add(ride) }
      }
    }
  }
}

extension PlaneBox {
  /// Returns whether a point lies inside or on the edge.
  func contains(_ point: PlanePoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}

extension LiftKind {
  /// Indicates whether the lift pulls or carries skiers over the snow, so that it takes skiers up only.
  var isPulled: Bool {
    switch self {
    case .dragLift, .tBar, .jBar, .platter, .ropeTow, .magicCarpet: true
    default: false
    }
  }
}

/// The detection of detachable chairlifts that no tag marks.
///
/// Seats and capacity are evaluated with the timing of rides; this covers signs that only the source has: bubbles and
/// heated seats, found on detachable chairs only, and words of the name. In fifteen real areas 35 chairs are named as
/// fast ones; one of them, an "Express Triple", has three seats and a fixed grip, so seats take precedence.
enum ChairGrip {
  private static let detachableWords: Set<Substring> = [
    "express", "detachable", "débrayable", "debrayable", "kuppelbar", "tsd", "tsd4", "tsd6", "tsd8", "ksb",
  ]
  private static let fixedWords: Set<Substring> = [
    "fixed", "tsf", "tsf2", "tsf3", "tsf4", "single", "double", "triple", "pair",
  ]
  private static let fastPairs: Set<Substring> = ["high", "hi"]

  /// Returns whether a chairlift is detachable; nil without evidence, and for other kinds of lift.
  /// - Complexity: O(*n*) in the length of the name.
  static func isDetachable(_ lift: Lift) -> Bool? {
    guard lift.kind == .chairLift else { return nil }
    if lift.hasBubble == true || lift.isHeated == true { return true }
    if let seats = lift.occupancy, seats <= 3 { return nil }
    let words = lift.name?.lowercased().split { !$0.isLetter && !$0.isNumber } ?? []
    if words.contains(where: fixedWords.contains) { return false }
    if words.contains(where: detachableWords.contains) { return true }
    let isFast = zip(words, words.dropFirst()).contains { fastPairs.contains($0) && $1 == "speed" }
    return isFast ? true : nil
  }
}

extension Lift {
  /// Indicates whether the chairs detach in the stations, by tag or other signs; nil when unknown.
  var knownGrip: Bool? { isDetachable ?? ChairGrip.isDetachable(self) }

  /// The ropes of a cabin lift, by tag or name; nil for a single rope, when unknown, and for other kinds.
  var knownRopes: CabinRopes? { ropes ?? name.flatMap { CabinRopes(name: $0, kind: kind) } }
}
