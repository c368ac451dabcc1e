import SkiBase
import SkiGraph
import SkiSystem

/// The outcome of adding a station to a lift.
enum StationOutcome {
  case placed, offTheLine, beyondLimit
}

/// The stage that finds the stations of a group's lifts from ends, lists, spots and lines.
struct StationPlacement: BuildStage {
  let context: BuildContext
  let spots: [Spot]
  let runs: [LocalRun]
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial indexes of the features.
  let drawn: GroupIndexes
  var lifts: [LocalLift]

  /// The distance in metres along the line within which stations of a lift are the same.
  private static let sameStationMetres = 15.0
  /// The greatest number of stations of a lift, since each pair of them is a ride.
  static let stationCountLimit = 64

  /// Returns the lifts with their stations, which have no sites yet.
  /// - Complexity: O(*s* · *l* + *v* log *n*) in spots, lifts, their vertices and lines.
  consuming func placed(_ report: inout ImportReport) throws -> [LocalLift] {
    for index in lifts.indices {
      let track = lifts[index].track
      lifts[index].stations = [track.start, track.end].map {
        LocalStation(position: $0, site: 0, boards: true, alights: true)
      }
      for station in lifts[index].lift.stations { addListed(station, to: index, &report) }
    }
    try placeSpots(&report)
    try inferStations(&report)
    for index in lifts.indices { lifts[index].setCableElevations() }
    return lifts
  }

  private mutating func addListed(_ station: LiftStation, to index: Int, _ report: inout ImportReport) {
    let id = lifts[index].lift.id.rawValue
    switch addStation(station, spot: nil, to: index) {
    case .placed: break
    case .offTheLine: report.count("stationOffItsLift", .mended, id: id, detail: station.name ?? "")
    case .beyondLimit: report.count("liftStationsCut", .mended, id: id, detail: station.name ?? "")
    }
  }

  /// Adds a station to a lift's line, or merges it with one nearby along the line.
  ///
  /// A station tagged as bottom or top belongs to that end; one without a position belongs to an end nearby.
  mutating func addStation(_ station: LiftStation, spot: Int?, to index: Int) -> StationOutcome {
    guard station.coordinate.isValid, let point = try? projection.plane([station.coordinate])[0] else {
      return .offTheLine
    }
    let (track, reach) = (lifts[index].track, GraphBuildOptions.midStationReachMetres)
    let (position, distance) = track.nearest(to: point)
    guard distance <= reach else { return .offTheLine }
    let offset = Double(track.offset(position))
    let isMid = station.position == "mid"
    let near = lifts[index].stations.firstIndex { other in
      let isEnd = other.position == track.start || other.position == track.end
      let metres = isEnd && !isMid ? reach : Self.sameStationMetres
      return abs(Double(track.offset(other.position)) - offset) <= metres * 100
    }
    if let near {
      lifts[index].stations[near].merge(station, spot: spot)
    } else {
      guard station.position != "bottom", station.position != "top" else { return .offTheLine }
      guard lifts[index].stations.count < Self.stationCountLimit else { return .beyondLimit }
      let at = lifts[index].stations.firstIndex { position < $0.position } ?? lifts[index].stations.count
      lifts[index].stations.insert(
        LocalStation(
          name: station.name, position: position, site: 0, boards: station.allowsBoarding,
          alights: station.allowsAlighting, spots: spot.map { [$0] } ?? []), at: at)
    }
    return .placed
  }
}

extension LocalLift {
  /// Sets the elevations to those of a cable straight between stations, where the ground is known.
  fileprivate mutating func setCableElevations() {
    guard stations.count > 2, let ends = track.elevations, let ground = terrainMetres else { return }
    let supports = stations.map { station -> (at: Double, height: Double) in
      let (segment, fraction) = (station.position.segment, station.position.fraction)
      let at = Double(track.offset(station.position))
      if station.position == track.start { return (at, Double(ends[0])) }
      if station.position == track.end { return (at, Double(ends[ends.count - 1])) }
      let next = ground[min(segment + 1, ground.count - 1)]
      return (at, (ground[segment] + (next - ground[segment]) * fraction) * 100)
    }
    track.elevations = track.offsets.indices.map { vertex in
      let at = Double(track.offsets[vertex])
      guard let next = supports.firstIndex(where: { $0.at >= at }) else { return ends[vertex] }
      let (a, b) = (supports[max(0, next - 1)], supports[next])
      let part = b.at > a.at ? (at - a.at) / (b.at - a.at) : 1
      return Int32((a.height + (b.height - a.height) * part).rounded())
    }
  }
}

extension Network {
  /// Adds a site for every station of the lifts.
  mutating func addStations(of lifts: inout [LocalLift]) {
    for index in lifts.indices {
      let track = lifts[index].track
      for station in lifts[index].stations.indices {
        let position = lifts[index].stations[station].position
        lifts[index].stations[station].site = site(
          at: track.place(position), plane: track.point(position), height: track.elevation(position), layer: 0
        )
      }
    }
  }

  /// Marks the sites of the stations.
  mutating func markStations(of lifts: [LocalLift]) {
    for lift in lifts {
      for station in lift.stations { sites[root(station.site)].isStation = true }
    }
  }
}

extension LocalStation {
  /// Merges another description of the same station.
  fileprivate mutating func merge(_ other: LiftStation, spot: Int?) {
    boards = boards && other.allowsBoarding
    alights = alights && other.allowsAlighting
    name = name ?? other.name
    if let spot { spots.append(spot) }
  }
}

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
    for vertex in vertices(of: track, apart: GraphBuildOptions.midStationReachMetres) {
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
      try drawn.hasRun(
        near: track.plane[turn.vertex], within: GraphBuildOptions.midStationReachMetres, tracks)
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
