import SkiFormats
import SkiModel
import SkiTerrain

extension Locality {
  /// Decides which way each lift is ridden, and makes one ride for each pair of its stations.
  ///
  /// An explicit tag wins; else the kind; one-way lifts drawn downhill are turned. Lifts of unknown kind go up, or both
  /// ways where no run lies near their lower end.
  /// - Complexity: O(*l* · (log *n* + *s*²)) in lifts, lines and stations of a lift.
  mutating func directLifts(_ index: LineIndex) throws {
    for lift in lifts.indices {
      lifts[lift].track.travel = try travel(of: lift, index)
      addRides(of: lift)
    }
  }

  private mutating func travel(of index: Int, _ lines: LineIndex) throws -> Travel {
    let lift = lifts[index].lift
    let climb = climbMetres(lifts[index].track)
    if let tag = lift.oneway {
      let travel: Travel = tag == .twoWay ? .both : tag == .reverse ? .against : .along
      let ridden = travel == .against ? -(climb ?? 0) : climb ?? 0
      if travel == .both, lift.kind.isPulled {
        report.count("liftTaggedBothWays", .noted, id: lift.id.rawValue, detail: lift.name ?? "")
      } else if travel != .both, !lift.kind.isTwoWayByDefault, ridden < -options.clearDropMetres {
        reportDownhill("liftTaggedDownhill", .noted, lifts[index], metres: -ridden, "tagged")
      }
      return travel
    }
    if lift.kind.isTwoWayByDefault { return .both }
    if lift.kind == .unknown {
      lifts[index].isEstimated = true
      if try !hasRun(nearLowerEndOf: lifts[index].track, lines) { return .both }
    }
    if climb == nil, try runsSayDrawnDownhill(index, lines) {
      lifts[index].isEstimated = true
      report.count("liftTurnedByRuns", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return .against
    }
    if climb == nil, heightsSayDrawnDownhill(lifts[index].track), try mayBeTurned(index, lines) {
      lifts[index].isEstimated = true
      report.count("liftTurnedByNeighbours", .mended, id: lift.id.rawValue, detail: lift.name ?? "")
      return .against
    }
    guard let climb, climb < -options.clearDropMetres else { return .along }
    reportDownhill("liftDrawnDownhill", .mended, lifts[index], metres: -climb, "drawn")
    return .against
  }

  /// Counts a lift that tag or drawing leads downhill, with how sure the heights are that it is down.
  private mutating func reportDownhill(
    _ code: String, _ outcome: ImportReport.Outcome, _ lift: LocalLift, metres: Double, _ how: String
  ) {
    let sure = HeightNoise(resolutionMetres: lift.resolutionMetres).surePercent(excessMetres: metres)
    let name = lift.lift.name.map { "\($0): " } ?? ""
    report.count(
      code, outcome, id: lift.lift.id.rawValue,
      detail: "\(name)\(how) \(decimalText(metres, places: 1) ?? "?") m downhill, sure \(sure) %")
  }

  /// Metres of height from the first to the last vertex; nil when unknown.
  private func climbMetres(_ track: TrackLine) -> Double? {
    track.heights.map { Double($0[$0.count - 1] - $0[0]) / 100 }
  }

  private func hasRun(nearLowerEndOf track: TrackLine, _ lines: LineIndex) throws -> Bool {
    let isDrawnDown = (climbMetres(track) ?? track.inferredClimbMetres ?? 0) < 0
    let point = isDrawnDown ? track.plane[track.plane.count - 1] : track.plane[0]
    return try hasRun(near: point, within: options.unknownLiftReachMetres, lines)
  }

  /// Whether a run, drawn as a line or an area, lies within some metres of a point.
  func hasRun(near point: PlanePoint, within metres: Double, _ lines: LineIndex) throws -> Bool {
    for line in try lines.lines(near: point, within: metres)
    where network.lines[line].nearest(to: point).distanceMetres <= metres { return true }
    return try hasArea(near: point, within: metres)
  }

  /// Whether a run drawn as an area lies within some metres of a point.
  func hasArea(near point: PlanePoint, within metres: Double) throws -> Bool {
    try areaBoxes.query(PlaneBox([point], grownBy: metres + 1)).contains { number in
      let area = runs[areasOfRuns[number].run].areas[areasOfRuns[number].area]
      return try area.box.grown(by: metres).contains(point)
        && area.shape.isWithin(metres, of: geos.point(point))
    }
  }

  /// Whether a lift's rides begin at the end of its line: it is turned, or goes both ways and is drawn down.
  func isRiddenAgainstLine(_ index: Int) -> Bool {
    let track = lifts[index].track
    return track.travel == .against
      || track.travel == .both && (climbMetres(track) ?? track.inferredClimbMetres ?? 0) < 0
  }

  private mutating func addRides(of index: Int) {
    let lift = lifts[index]
    let isTurned = isRiddenAgainstLine(index)
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
        if ride.allowsForward || ride.allowsBackward { network.add(ride) }
      }
    }
  }
}

extension PlaneBox {
  /// Whether a point lies inside or on the edge.
  func contains(_ point: PlanePoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}

extension LiftKind {
  /// Whether it pulls skiers over the snow, so that riding it down is odd.
  fileprivate var isPulled: Bool {
    switch self {
    case .dragLift, .tBar, .jBar, .platter, .ropeTow: true
    default: false
    }
  }
}
