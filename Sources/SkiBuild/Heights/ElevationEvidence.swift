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
