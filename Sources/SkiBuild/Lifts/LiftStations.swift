import SkiBase
import SkiGraph

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
    let (track, reach) = (lifts[index].track, options.midStationReachMetres)
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
