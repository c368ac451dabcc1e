import SkiBase
import SkiGraph
import SkiSystem

/// A mid-station that no source names, with the evidence for it.
private struct InferredStation {
  var vertex: Int
  var confidencePercent: UInt8
  var reason: String
}

extension StationPlacement {
  /// The confidence in per cent of a station at a vertex where another lift, or a run without another exit, ends.
  private static let sharedVertexPercent: UInt8 = 80
  /// The confidence in per cent of a station where the rope turns.
  private static let turnPercent: UInt8 = 60
  /// The turn in degrees at one vertex from which a station is inferred.
  ///
  /// Ropes hang straight: 38 of 41 real gondolas and cable cars turn by less than 2.6°; the other three turn by 3.7° to
  /// 10.4°.
  private static let turnDegrees = 3.0
  /// The length in metres of the line on either side over which a turn is measured; at least half of it must exist.
  private static let turnLegMetres = 200.0

  /// Infers mid-stations from clear evidence of the lines, of cabin lifts and railways only.
  ///
  /// No station is inferred for a lift whose source has one between its ends.
  mutating func inferStations(_ report: inout ImportReport) throws {
    let ends = sharedEnds()
    for index in lifts.indices where lifts[index].stations.count == 2 {
      for station in try inferredStations(of: index, ends) { add(station, to: index, &report) }
    }
  }

  private mutating func add(_ inferred: InferredStation, to index: Int, _ report: inout ImportReport) {
    let (lift, track) = (lifts[index].lift, lifts[index].track)
    let position = LinePosition(segment: inferred.vertex, fraction: 0)
    let metres = Double(track.offset(position)) / 100
    report.count(
      "midStationInferred", .noted, id: lift.id.rawValue,
      detail: "at \(Int(metres.rounded())) m of \(lift.name ?? lift.kind.rawValue): \(inferred.reason)")
    let at = lifts[index].stations.firstIndex { position < $0.position } ?? lifts[index].stations.count
    lifts[index].stations.insert(
      LocalStation(
        position: position, site: 0, boards: true, alights: true,
        confidencePercent: inferred.confidencePercent), at: at)
  }

  /// Returns the lifts and the lines of runs that end at each place.
  private func sharedEnds() -> [FixedCoordinate: (lifts: [Int], runs: [Int])] {
    var ends: [FixedCoordinate: (lifts: [Int], runs: [Int])] = [:]
    for (index, lift) in lifts.enumerated() {
      for place in [lift.track.places[0], lift.track.places[lift.track.places.count - 1]] {
        ends[place, default: ([], [])].lifts.append(index)
      }
    }
    for (index, line) in tracks.enumerated() {
      for place in [line.places[0], line.places[line.places.count - 1]] {
        ends[place, default: ([], [])].runs.append(index)
      }
    }
    return ends
  }

  private func inferredStations(
    of index: Int, _ ends: [FixedCoordinate: (lifts: [Int], runs: [Int])]
  ) throws -> [InferredStation] {
    let (kind, track) = (lifts[index].lift.kind, lifts[index].track)
    guard kind.mayStopInMidSpan, lifts[index].lift.status == .operating else { return [] }
    var found: [InferredStation] = []
    for vertex in vertices(of: track, apart: options.midStationReachMetres) {
      let shared = ends[track.places[vertex]] ?? ([], [])
      if let other = shared.lifts.first(where: { $0 != index }) {
        let reason = "lift \(lifts[other].lift.name ?? lifts[other].lift.id.rawValue) ends at it"
        found.append(
          InferredStation(vertex: vertex, confidencePercent: Self.sharedVertexPercent, reason: reason))
      } else if kind.isCabinOnRope, let run = shared.runs.first,
        try isAlone(run, at: track.plane[vertex])
      {
        let name = runs[tracks[run].feature].run
        let reason = "run \(name.name ?? name.id.rawValue) ends at it and nowhere else"
        found.append(
          InferredStation(vertex: vertex, confidencePercent: Self.sharedVertexPercent, reason: reason))
      }
    }
    if found.isEmpty, kind.isCabinOnRope, let turn = sharpestTurn(of: track),
      try drawn.hasRun(near: track.plane[turn.vertex], within: options.midStationReachMetres, tracks)
    {
      let degrees = decimalText(turn.degrees, places: 1) ?? "?"
      found.append(
        InferredStation(
          vertex: turn.vertex, confidencePercent: Self.turnPercent,
          reason: "the rope turns by \(degrees)° beside a run"))
    }
    return found
  }

  /// Returns the vertices of a line that are at least some metres from both its ends.
  private func vertices(of track: ProjectedLine, apart metres: Double) -> [Int] {
    let (first, last) = (track.offsets[0], track.offsets[track.offsets.count - 1])
    return track.offsets.indices.filter { vertex in
      min(Double(track.offsets[vertex] - first), Double(last - track.offsets[vertex])) >= metres * 100
    }
  }

  /// Returns whether no other run is in reach of a run's end at a point.
  private func isAlone(_ run: Int, at point: PlanePoint) throws -> Bool {
    let reach = options.runEndReachMetres
    for line in try drawn.lines.lines(near: point, within: reach)
    where line != run && tracks[line].nearest(to: point, within: reach) != nil { return false }
    return try !drawn.areas.hasArea(near: point, within: reach)
  }

  /// Returns the vertex with the greatest turn above the limit; nil without one.
  private func sharpestTurn(of track: ProjectedLine) -> (vertex: Int, degrees: Double)? {
    var best: (vertex: Int, degrees: Double)?
    for vertex in vertices(of: track, apart: Self.turnLegMetres / 2) {
      let at = Double(track.offsets[vertex]) / 100
      let from = track.point(track.position(atMetres: max(0, at - Self.turnLegMetres)))
      let to = track.point(track.position(atMetres: at + Self.turnLegMetres))
      let here = track.plane[vertex]
      let coming = atan2(here.x - from.x, here.y - from.y)
      let going = atan2(to.x - here.x, to.y - here.y)
      let degrees = abs(remainder(going - coming, 2 * .pi)) * 180 / .pi
      if degrees >= Self.turnDegrees, degrees > best?.degrees ?? 0 { best = (vertex, degrees) }
    }
    return best
  }
}

extension LiftKind {
  /// Indicates whether the lift may have stations between its ends that only its line shows.
  fileprivate var mayStopInMidSpan: Bool {
    switch self {
    case .gondola, .cableCar, .funicular, .railway, .rackRailway, .unknown: true
    default: false
    }
  }

  /// Indicates whether its cabins hang on a rope, which is straight between stations.
  fileprivate var isCabinOnRope: Bool { self == .gondola || self == .cableCar }
}
