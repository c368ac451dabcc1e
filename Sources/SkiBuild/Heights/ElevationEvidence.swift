import SkiBase
import SkiGraph
import SkiTerrain

/// The known and usual values from which unknown elevations of a group are inferred.
struct ElevationEvidence: BuildStage {
  let context: BuildContext
  let network: Network
  /// The spatial index of the network's lines.
  let index: LineIndex
  let runs: [LocalRun]
  let lifts: [LocalLift]
  let spots: [Spot]
  /// The elevations of single vertices, of lines whose other vertices have none.
  let marks: [VertexElevation]

  /// The standard deviation of elevations of a profile, in metres.
  private static let surveyDeviationMetres = 1.0
  /// The standard deviation of elevations tagged on vertices, huts and stations, in metres.
  private static let markDeviationMetres = 5.0
  /// The distance in metres within which a hut's elevation counts for a run.
  private static let markReachMetres = 60.0

  /// Returns the model with the unknown elevations of all runs and lifts.
  /// - Complexity: O(*s*) in sites of lines.
  func elevationKnots() -> ElevationModel {
    var model = ElevationModel()
    for (line, track) in network.lines.enumerated() {
      model.add(
        .run(line),
        through: network.stops[line].map { stop in
          (Double(track.offset(stop.position) - track.offsets[0]) / 100, network.root(stop.site))
        })
    }
    for (lift, local) in lifts.enumerated() {
      model.add(
        .lift(lift),
        through: local.stations.map { station in
          let metres = Double(local.track.offset(station.position) - local.track.offsets[0]) / 100
          return (metres, network.root(station.site))
        })
    }
    return model
  }

  /// Adds observations of known elevations: profiles, single vertices, stations and huts with an `ele` tag.
  /// - Complexity: O(*k* + *h* (log *n* + *v*)) in knots, huts and vertices of lines near them.
  func observeKnownElevations(_ model: inout ElevationModel) throws {
    for line in model.lines {
      let track = track(of: line.line)
      guard track.elevations != nil else { continue }
      for (metres, unknown) in zip(line.metres, line.unknowns) {
        guard let height = track.elevation(track.position(atMetres: metres)) else { continue }
        model.observe(
          ElevationObservation(
            height: unknown, metres: Double(height) / 100, deviationMetres: Self.surveyDeviationMetres))
      }
    }
    for mark in marks {
      let track = network.lines[mark.line]
      let metres = Double(track.offsets[mark.vertex] - track.offsets[0]) / 100
      guard let place = model.lines[mark.line].place(atMetres: metres) else { continue }
      model.observe(
        ElevationObservation(between: place, metres: mark.metres, deviationMetres: Self.markDeviationMetres))
    }
    let stations = stationsOfSpots()
    for spot in spots.indices { try observe(spot, stations[spot] ?? [], &model) }
  }

  /// Returns the sites of the stations that each spot describes, in the order of lifts.
  private func stationsOfSpots() -> [Int: [Int]] {
    var sites: [Int: [Int]] = [:]
    for lift in lifts {
      for station in lift.stations {
        for spot in Set(station.spots) { sites[spot, default: []].append(station.site) }
      }
    }
    return sites
  }

  private func observe(
    _ spot: Int, _ stations: [Int], _ model: inout ElevationModel
  ) throws {
    guard let metres = spots[spot].elevationMetres, LineElevations.plausibleMetres.contains(metres),
      metres != 0
    else { return }
    for site in stations {
      model.observe(
        ElevationObservation(
          height: model.unknown(ofSite: network.root(site)), metres: metres,
          deviationMetres: Self.markDeviationMetres))
    }
    guard spots[spot].kind == .hut, let point = try? projection.plane([spots[spot].coordinate])[0] else {
      return
    }
    for line in try index.lines(near: point, within: Self.markReachMetres) {
      guard let (position, distance) = network.lines[line].nearest(to: point, within: Self.markReachMetres),
        let place = model.lines[line].place(atMetres: network.lines[line].metres(to: position))
      else { continue }
      model.observe(
        ElevationObservation(
          between: place, metres: metres,
          deviationMetres: Self.markDeviationMetres + Self.levelDeviation * distance))
    }
  }

  /// Adds observations that runs fall and lifts rise with their usual gradients.
  ///
  /// - Parameter turned: The lines taken to be drawn in the opposite direction.
  /// - Complexity: O(*k*) in knots.
  func observeTypicalGradients(_ model: inout ElevationModel, turned: Set<ElevationLine.LineReference>) {
    for line in model.lines where track(of: line.line).elevations == nil {
      let (usual, isLift) = typicalGradient(line.line)
      let sign: Double = turned.contains(line.line) ? -1 : 1
      for knot in line.metres.indices.dropFirst() where line.unknowns[knot] != line.unknowns[knot - 1] {
        let length = line.metres[knot] - line.metres[knot - 1]
        let spread = isLift ? length : (length * TypicalGradients.correlationMetres).squareRoot()
        model.observe(
          ElevationObservation(
            dropFrom: line.unknowns[knot - 1], to: line.unknowns[knot], metres: sign * usual.mean * length,
            deviationMetres: usual.deviation * spread + (isLift ? 5 : 0.5)))
      }
    }
  }

  /// Returns the usual drop of a line in its drawn direction, as a gradient.
  private func typicalGradient(_ way: ElevationLine.LineReference) -> (
    TypicalGradients.GradientDistribution, isLift: Bool
  ) {
    switch way {
    case .run(let line):
      let run = runs[network.lines[line].feature]
      if run.run.isClimbed { return (TypicalGradients.climbed, false) }
      if network.lines[line].travel == .both { return (TypicalGradients.twoWay, false) }
      var usual = TypicalGradients.run(run.grade)
      if network.lines[line].travel == .against { usual.mean = -usual.mean }
      return (usual, false)
    case .lift(let lift):
      var usual = TypicalGradients.lift(lifts[lift].lift.kind)
      if lifts[lift].lift.oneway != .reverse, !lifts[lift].isTurned { usual.mean = -usual.mean }
      return (usual, true)
    }
  }

  /// Returns the line of a run or lift.
  func track(of way: ElevationLine.LineReference) -> ProjectedLine {
    switch way {
    case .run(let line): network.lines[line]
    case .lift(let lift): lifts[lift].track
    }
  }
}

extension ProjectedLine {
  /// Returns the distance along the line to a position, in metres.
  func metres(to position: LinePosition) -> Double { Double(offset(position) - offsets[0]) / 100 }
}

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

  /// The search distances in metres for observations between disconnected parts.
  private static let bridgeMetres = [200.0, 600.0, 2000.0]

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
  func bridgeParts(_ model: inout ElevationModel) throws {
    for reach in Self.bridgeMetres where isDisconnected(model) {
      for bridge in try bridges(within: reach, model).sorted(by: Bridge.isBefore)
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
    /// The line at whose end it begins, and the one to which it leads.
    var lines: (from: Int, to: Int)

    /// Returns whether it is observed before another one: by length, then in the order of unknowns and lines.
    static func isBefore(_ a: Bridge, _ b: Bridge) -> Bool {
      if a.metres != b.metres { return a.metres < b.metres }
      return (a.unknown, a.place.before, a.lines.from, a.lines.to)
        < (b.unknown, b.place.before, b.lines.from, b.lines.to)
    }
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
          let bridge = Bridge(
            metres: distance, unknown: unknown, place: place, lines: (number, other))
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
