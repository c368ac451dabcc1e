import SkiGraph

/// A lift's line near a spot.
private struct LiftNearSpot {
  var lift: Int
  /// The distance to the line, in metres.
  var toLine: Double
  /// The distance to the nearer end, in metres.
  var toEnd: Double
  /// Indicates whether the spot is one of its vertices.
  var sharesVertex: Bool
}

extension StationPlacement {
  /// The distance in metres from a lift within which a station of unknown position may be in mid-span.
  private static let spanReachMetres = 30.0
  /// The distance in metres from the outline of a station within which the lifts that end there are its.
  private static let outlineMarginMetres = 15.0

  /// Assigns every spot that is a station to the lifts that stop there.
  /// - Complexity: O(*l* log *l* + *s* (log *l* + *k*)) in lifts, stations and the lifts around each.
  mutating func placeSpots(_ report: inout ImportReport) throws {
    guard spots.contains(where: { $0.kind == .liftStation }) else { return }
    let index = BoxIndex(lifts.map { PlaneBox($0.track.plane) }, stop: stop)
    for spot in spots.indices where spots[spot].kind == .liftStation { try placeSpot(spot, index, &report) }
  }

  private mutating func placeSpot(_ index: Int, _ lines: BoxIndex, _ report: inout ImportReport) throws {
    let spot = spots[index]
    let station = LiftStation(
      name: spot.name, position: spot.position, coordinate: spot.coordinate,
      allowsBoarding: spot.allowsBoarding ?? true, allowsAlighting: spot.allowsAlighting ?? true)
    var placings: [StationOutcome] = []
    for lift in try liftsStopping(at: spot, lines) {
      placings.append(addStation(station, spot: index, to: lift))
    }
    guard placings.contains(.placed) else {
      let code = placings.contains(.beyondLimit) ? "stationBeyondLimit" : "stationWithoutLift"
      return report.count(code, .leftOut, id: spot.id.rawValue, detail: spot.name ?? "")
    }
    report.usedCounts["spots", default: 0] += 1
  }

  /// Returns the lifts that stop at a station: the one it names; else those with its node as a vertex; else, unless it
  /// is tagged as a mid-station, those that end within its outline, or the one with the nearest end; else the nearest
  /// line, which must cross an outline.
  private func liftsStopping(at spot: Spot, _ lines: BoxIndex) throws -> [Int] {
    let near = try liftsNear(spot, lines)
    let nearest = near.min { ($0.toLine, $0.lift) < ($1.toLine, $1.lift) }
    if spot.liftID != nil { return nearest.map { [$0.lift] } ?? [] }
    let drawn = near.filter(\.sharesVertex).map(\.lift)
    if !drawn.isEmpty { return drawn }
    let isMid = spot.position == "mid"
    let inside = near.filter {
      spot.radiusMetres > 0 && $0.toEnd <= spot.radiusMetres + Self.outlineMarginMetres
    }
    if !isMid, !inside.isEmpty { return inside.map(\.lift) }
    let ending = near.filter { $0.toEnd <= GraphBuildOptions.midStationReachMetres }
      .min { ($0.toEnd, $0.lift) < ($1.toEnd, $1.lift) }
    if !isMid, let ending { return [ending.lift] }
    let spanReach =
      spot.radiusMetres > 0 ? min(spot.radiusMetres, Self.spanReachMetres) : Self.spanReachMetres
    guard let nearest, isMid || nearest.toLine <= spanReach else { return [] }
    return [nearest.lift]
  }

  private func liftsNear(_ spot: Spot, _ lines: BoxIndex) throws -> [LiftNearSpot] {
    guard let point = try? projection.plane([spot.coordinate])[0] else { return [] }
    let box = PlaneBox(point, grownBy: GraphBuildOptions.midStationReachMetres)
    return try lines.query(box).compactMap { index in
      let (lift, track) = (lifts[index].lift, lifts[index].track)
      guard spot.liftID == nil || spot.liftID == lift.id, !spot.isRailway || lift.kind.runsOnRails else {
        return nil
      }
      let toLine = track.nearest(to: point).distanceMetres
      guard toLine <= GraphBuildOptions.midStationReachMetres else { return nil }
      let ends = [track.plane[0], track.plane[track.plane.count - 1]]
      return LiftNearSpot(
        lift: index, toLine: toLine, toEnd: ends.map { point.distanceMetres(to: $0) }.min() ?? toLine,
        sharesVertex: toLine <= GraphBuildOptions.samePlaceMetres
          && track.plane.contains { $0.distanceMetres(to: point) <= GraphBuildOptions.samePlaceMetres })
    }
  }
}

extension LiftKind {
  /// Indicates whether the lift may run on rails.
  fileprivate var runsOnRails: Bool {
    switch self {
    case .funicular, .railway, .rackRailway, .unknown: true
    default: false
    }
  }
}
