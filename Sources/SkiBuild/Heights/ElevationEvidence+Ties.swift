extension ElevationEvidence {
  /// The distance in metres within which places have about the same elevation.
  private static let tieReachMetres = 60.0
  /// The standard deviation of their difference in metres per metre of distance, besides one metre.
  static let levelDeviation = 0.5
  /// The greatest number of neighbours of a knot.
  private static let tieLimit = 4
  /// The search distances in metres for observations between disconnected parts.
  private static let bridgeMetres = [200.0, 600.0, 2000.0]
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
      guard let (position, distance) = network.lines[other].nearest(to: point, within: Self.tieReachMetres),
        let place = model.lines[other].place(atMetres: network.lines[other].metres(to: position))
      else { continue }
      near.append((distance, other, place))
    }
    for tie in near.sorted(by: { ($0.metres, $0.line) < ($1.metres, $1.line) }).prefix(Self.tieLimit) {
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

  /// Returns whether ends of lines are in parts that no observation connects.
  private func isDisconnected(_ model: ElevationModel) -> Bool {
    guard let first = model.lines.first?.unknowns.first else { return false }
    let root = model.parts.root(of: first)
    return model.lines.contains { line in
      [line.unknowns.first, line.unknowns.last].contains { end in
        end.map { model.parts.root(of: $0) != root } ?? false
      }
    }
  }

  /// Observes that disconnected parts have about the same elevation where their ends are nearest, so that all
  /// elevations have one zero.
  private func bridgeParts(_ model: inout ElevationModel) throws {
    for reach in Self.bridgeMetres where isDisconnected(model) {
      let order = try bridges(within: reach, model).sorted {
        ($0.metres, $0.unknown, $0.place.before) < ($1.metres, $1.unknown, $1.place.before)
      }
      for bridge in order
      where model.parts.root(of: bridge.unknown) != model.parts.root(of: bridge.place.before) {
        model.observe(
          ElevationObservation(
            level: bridge.unknown, with: bridge.place,
            deviationMetres: 1 + Self.levelDeviation * bridge.metres))
      }
    }
  }

  /// An observation between parts that is possible.
  private struct Bridge {
    var metres: Double
    var unknown: Int
    var place: KnotInterval
  }

  /// Returns the shortest bridge within some metres from each end of a line to each other part, the first of equals.
  ///
  /// A longer one to the same part is never needed, unless the shorter one does not reach the knot before its place.
  private func bridges(within reach: Double, _ model: ElevationModel) throws -> [Bridge] {
    let parts = model.lines.map { line in line.unknowns.map { model.parts.root(of: $0) } }
    let only = parts.map { roots in
      roots.first.flatMap { root in roots.allSatisfy { $0 == root } ? root : nil }
    }
    var bridges: [Bridge] = []
    for (number, line) in model.lines.enumerated() {
      let track = track(of: line.line)
      for (metres, unknown) in [
        (line.metres.first, line.unknowns.first), (line.metres.last, line.unknowns.last),
      ] {
        guard let metres, let unknown,
          let own = unknown == line.unknowns.first ? parts[number].first : parts[number].last
        else { continue }
        let point = track.point(track.position(atMetres: metres))
        var best: [Int: Bridge] = [:]
        for other in try index.lines(near: point, within: reach)
        where parts[other].first.map({ $0 != own }) ?? false {
          let limit = only[other].flatMap { best[$0]?.metres } ?? reach
          guard let (position, distance) = network.lines[other].nearest(to: point, within: limit),
            let place = model.lines[other].place(atMetres: network.lines[other].metres(to: position))
          else { continue }
          let root = model.parts.root(of: place.before)
          let bridge = Bridge(metres: distance, unknown: unknown, place: place)
          if let known = best[root], (known.metres, known.place.before) <= (distance, place.before) {
            continue
          }
          if place.share < 1 || model.parts.root(of: place.after) == root {
            best[root] = bridge
          } else {
            bridges.append(bridge)
          }
        }
        bridges.append(contentsOf: best.values)
      }
    }
    return bridges
  }
}
