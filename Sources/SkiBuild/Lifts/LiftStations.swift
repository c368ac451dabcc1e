import SkiGeo
import SkiModel

extension Locality {
  /// A station nearer than this to a lift's end is that end, metres; a described spot may stand farther off.
  private static let endMetres = 15.0

  /// Finds the stations of every lift, from its ends, its own list and the spots, and gives each a site.
  /// - Complexity: O(*s* · *l*) in spots and lifts.
  mutating func placeStations() {
    for index in lifts.indices {
      let track = lifts[index].track
      lifts[index].stations = [track.start, track.end].map {
        LocalStation(position: $0, site: 0, boards: true, alights: true)
      }
      for station in lifts[index].lift.stations {
        addStation(station, spot: nil, reach: Self.endMetres, to: index)
      }
    }
    for spot in spots.indices where spots[spot].kind == .liftStation { placeSpot(spot) }
    for index in lifts.indices {
      hangCable(of: index)
      for station in lifts[index].stations.indices {
        let (track, position) = (lifts[index].track, lifts[index].stations[station].position)
        lifts[index].stations[station].site = network.site(
          at: track.place(position), plane: track.point(position), height: track.height(position), layer: 0)
      }
    }
  }

  /// Lets a cable hang straight from station to station, not from end to end, where the ground is known.
  private mutating func hangCable(of index: Int) {
    let (track, stations) = (lifts[index].track, lifts[index].stations)
    guard stations.count > 2, let ends = track.heights, let ground = lifts[index].groundMetres else { return }
    let supports = stations.map { station -> (at: Double, height: Double) in
      let (segment, fraction) = (station.position.segment, station.position.fraction)
      let at = Double(track.offset(station.position))
      if station.position == track.start { return (at, Double(ends[0])) }
      if station.position == track.end { return (at, Double(ends[ends.count - 1])) }
      let next = ground[min(segment + 1, ground.count - 1)]
      return (at, (ground[segment] + (next - ground[segment]) * fraction) * 100)
    }
    lifts[index].track.heights = track.offsets.indices.map { vertex in
      let at = Double(track.offsets[vertex])
      guard let next = supports.firstIndex(where: { $0.at >= at }) else { return ends[vertex] }
      let (a, b) = (supports[max(0, next - 1)], supports[next])
      let part = b.at > a.at ? (at - a.at) / (b.at - a.at) : 1
      return Int32((a.height + (b.height - a.height) * part).rounded())
    }
  }

  /// Gives a spot to the lift it names, else to the nearest one.
  private mutating func placeSpot(_ index: Int) {
    let spot = spots[index]
    guard let point = try? plane([spot.coordinate])[0] else { return }
    var best: (lift: Int, distance: Double)?
    for lift in lifts.indices where spot.liftID == nil || spot.liftID == lifts[lift].lift.id {
      let distance = lifts[lift].track.nearest(to: point).distanceMetres
      if distance <= options.midStationReachMetres, distance < best?.distance ?? .infinity {
        best = (lift, distance)
      }
    }
    guard let best else {
      return report.count("stationWithoutLift", .leftOut, id: spot.id.rawValue, detail: spot.name ?? "")
    }
    report.usedCounts["spots", default: 0] += 1
    let station = LiftStation(
      name: spot.name, coordinate: spot.coordinate, allowsBoarding: spot.allowsBoarding ?? true,
      allowsAlighting: spot.allowsAlighting ?? true)
    let reach = spot.position == "mid" ? Self.endMetres : options.midStationReachMetres
    addStation(station, spot: index, reach: reach, to: best.lift)
  }

  /// Adds a station, or merges it into one that stands within reach along the line.
  private mutating func addStation(_ station: LiftStation, spot: Int?, reach: Double, to index: Int) {
    guard station.coordinate.isValid, let point = try? plane([station.coordinate])[0] else { return }
    let track = lifts[index].track
    let (position, distance) = track.nearest(to: point)
    guard distance <= options.midStationReachMetres else {
      return report.count(
        "stationOffItsLift", .mended, id: lifts[index].lift.id.rawValue, detail: station.name ?? "")
    }
    let offset = Double(track.offset(position))
    let near = lifts[index].stations.firstIndex { other in
      let isEnd = other.position == track.start || other.position == track.end
      return abs(Double(track.offset(other.position)) - offset) <= (isEnd ? reach : Self.endMetres) * 100
    }
    if let near {
      lifts[index].stations[near].boards = lifts[index].stations[near].boards && station.allowsBoarding
      lifts[index].stations[near].alights = lifts[index].stations[near].alights && station.allowsAlighting
      lifts[index].stations[near].name = lifts[index].stations[near].name ?? station.name
      if let spot { lifts[index].stations[near].spots.append(spot) }
    } else {
      let at = lifts[index].stations.firstIndex { position < $0.position } ?? lifts[index].stations.count
      lifts[index].stations.insert(
        LocalStation(
          name: station.name, position: position, site: 0, boards: station.allowsBoarding,
          alights: station.allowsAlighting, spots: spot.map { [$0] } ?? []), at: at)
    }
  }
}
