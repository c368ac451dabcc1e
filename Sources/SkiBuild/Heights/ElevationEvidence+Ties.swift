extension ElevationEvidence {
  /// The distance in metres within which places have about the same elevation.
  private static let tieReachMetres = 60.0
  /// The standard deviation of their difference in metres per metre of distance, besides one metre.
  static let levelDeviation = 0.5
  /// The greatest number of neighbours of a knot.
  private static let tieLimit = 4
  /// Observes that places near each other have about the same elevation: runs side by side, lift ends and runs around
  /// them.
  /// - Complexity: O(*k* (log *n* + *m* · *v*)) in knots and lines near each, O(*s* (log *s* + *m*)) in stations.
  func tieElevations(_ model: inout ElevationModel) throws {
    let linesAt = linesAtUnknowns(model)
    for line in model.lines {
      let track = track(of: line.line)
      for (metres, unknown) in zip(line.metres, line.unknowns) {
        let point = track.point(track.position(atMetres: metres))
        try tie(unknown, at: point, besides: line.line, linesAt, &model)
      }
      try stop.check()
    }
    try tieStations(&model)
    try bridgeParts(&model)
  }

  /// Returns the lines of runs with a knot at each unknown.
  private func linesAtUnknowns(_ model: ElevationModel) -> [[Int]] {
    var lines = [[Int]](repeating: [], count: model.unknownCount)
    for (number, line) in model.lines.prefix(network.lines.count).enumerated() {
      for unknown in line.unknowns where lines[unknown].last != number { lines[unknown].append(number) }
    }
    return lines
  }

  private func tie(
    _ unknown: Int, at point: PlanePoint, besides way: ElevationLine.LineReference, _ linesAt: [[Int]],
    _ model: inout ElevationModel
  ) throws {
    var near: [(metres: Double, line: Int, place: KnotInterval)] = []
    for other in try index.lines(near: point, within: Self.tieReachMetres) where way != .run(other) {
      guard unknown >= linesAt.count || !linesAt[unknown].contains(other) else { continue }
      let reach = near.count < Self.tieLimit ? Self.tieReachMetres : near[near.count - 1].metres
      guard let (position, distance) = network.lines[other].nearest(to: point, within: reach),
        let place = model.lines[other].place(atMetres: network.lines[other].metres(to: position))
      else { continue }
      let at = near.firstIndex { distance < $0.metres } ?? near.count
      near.insert((distance, other, place), at: at)
      if near.count > Self.tieLimit { near.removeLast() }
    }
    for tie in near {
      model.observe(
        ElevationObservation(
          level: unknown, with: tie.place, deviationMetres: 1 + Self.levelDeviation * tie.metres))
    }
  }

  /// Observes that nearby stations of different lifts have about the same elevation.
  private func tieStations(_ model: inout ElevationModel) throws {
    let sites = Set(lifts.lazy.flatMap(\.stations).map { network.root($0.site) }).sorted()
    let tree = BoxIndex(sites.map { PlaneBox(network.sites[$0].plane) }, stop: stop)
    for (number, a) in sites.enumerated() {
      let box = PlaneBox(network.sites[a].plane, grownBy: Self.tieReachMetres)
      for b in try tree.query(box).lazy.filter({ $0 > number }).map({ sites[$0] }) {
        let metres = network.sites[a].plane.distanceMetres(to: network.sites[b].plane)
        guard metres <= Self.tieReachMetres else { continue }
        model.observe(
          ElevationObservation(
            dropFrom: model.unknown(ofSite: a), to: model.unknown(ofSite: b), metres: 0,
            deviationMetres: 1 + Self.levelDeviation * metres))
      }
    }
  }
}
