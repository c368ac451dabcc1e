import SkiGraph
import SkiModel

/// What happens at a place where lifts stop.
struct StationPlace {
  var site: Int
  var lift: Int
  var boards: Bool
  var alights: Bool

  /// What it needs of runs: a way on where people get off, a way to it where they get on.
  var need: ConnectorNeed { ConnectorNeed(rawValue: (alights ? 1 : 0) | (boards ? 2 : 0)) }
}

extension Locality {
  /// The most runs, and the most other stations, a station is connected with.
  private static let stationLimit = 6

  /// The places where a ride really begins or ends, in order of lifts and stations.
  func stationPlaces() -> [StationPlace] {
    var boards: Set<Int> = []
    var alights: Set<Int> = []
    func key(_ lift: Int, _ site: Int) -> Int { lift &* network.sites.count &+ site }
    for ride in network.rides {
      if ride.allowsForward || ride.allowsBackward {
        if ride.allowsForward {
          boards.insert(key(ride.lift, ride.tail))
          alights.insert(key(ride.lift, ride.head))
        }
        if ride.allowsBackward {
          boards.insert(key(ride.lift, ride.head))
          alights.insert(key(ride.lift, ride.tail))
        }
      }
    }
    return lifts.indices.flatMap { lift in
      lifts[lift].stations.map { station in
        StationPlace(
          site: station.site, lift: lift, boards: boards.contains(key(lift, station.site)),
          alights: alights.contains(key(lift, station.site)))
      }
    }
  }

  /// Connects every station with the runs around it and with other stations near by.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  mutating func connectStations(_ index: LineIndex) throws {
    let places = stationPlaces()
    for place in places {
      let near = try targets(from: place.site, within: options.stationReachMetres, need: place.need, index)
      for target in near.prefix(Self.stationLimit) {
        try connect(place.site, target, cause: cause(place, target.need))
      }
    }
    try connectStationsWithEachOther(places)
  }

  /// Connects stations near each other, the nearest first, so that longer ways are made only where shorter ones don't do.
  private mutating func connectStationsWithEachOther(_ places: [StationPlace]) throws {
    let tree = stationIndex(places)
    var pairs: [(metres: Double, a: Int, b: Int)] = []
    for index in places.indices {
      let site = places[index].site
      let near = try stations(near: site, within: options.stationToStationReachMetres, places, tree)
      for other in near.prefix(Self.stationLimit)
      where other > index && places[other].lift != places[index].lift {
        pairs.append((metres(site, places[other].site), index, other))
      }
    }
    for pair in pairs.sorted(by: { ($0.metres, $0.a, $0.b) < ($1.metres, $1.a, $1.b) }) {
      try connectStations(places[pair.a], places[pair.b])
    }
  }

  private func metres(_ a: Int, _ b: Int) -> Double { end(a).plane.distanceMetres(to: end(b).plane) }

  /// Connects every station with runs a little farther off that are easier than all those near it, so that nobody is
  /// forced over a harder run for the sake of a few metres.
  ///
  /// It comes last: what it adds must not keep anything else from being connected.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  mutating func connectEasierRuns(_ index: LineIndex) throws {
    for place in stationPlaces() {
      var easiest = UInt8.max
      for target in try targets(
        from: place.site, within: options.easierRunReachMetres, need: place.need, index)
      where gradeRank(target) < easiest {
        let isNear = target.distanceMetres <= options.stationReachMetres
        if try isNear || connect(place.site, target, cause: cause(place, target.need)) {
          easiest = gradeRank(target)
        }
      }
    }
  }

  /// How hard the run of a target is; ungraded ones come after all grades on the scale.
  private func gradeRank(_ target: ConnectorTarget) -> UInt8 {
    let run = runs[network.lines[target.line].feature]
    return (run.grade ?? run.estimatedGrade)?.rank ?? Difficulty.freeride.rank
  }

  /// Why a connector at a station exists.
  func cause(_ place: StationPlace, _ need: ConnectorNeed) -> LinkCause {
    need.contains(.leave) ? .liftToRun : .runToLift
  }

  func stationIndex(_ places: [StationPlace]) -> BoxIndex {
    BoxIndex(places.map { PlaneBox([network.sites[$0.site].plane]) }, stop: stop)
  }

  /// Returns the stations within some metres of a site, nearest first.
  func stations(
    near site: Int, within metres: Double, _ places: [StationPlace], _ tree: BoxIndex
  ) throws -> [Int] {
    let at = network.sites[network.root(site)].plane
    return try tree.query(PlaneBox([at], grownBy: metres))
      .map { (distance: network.sites[places[$0].site].plane.distanceMetres(to: at), index: $0) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }

  /// Connects two stations where one may change from one lift to the other.
  private mutating func connectStations(_ a: StationPlace, _ b: StationPlace) throws {
    guard a.alights && b.boards || b.alights && a.boards else { return }
    let metres = metres(a.site, b.site)
    let isJoined =
      isShort(a.site, b.site, metres, wanted: a.alights && b.boards)
      && isShort(b.site, a.site, metres, wanted: b.alights && a.boards)
    if !isJoined { try connect(a.site, with: b.site, cause: .liftToLift) }
  }

  private func isShort(_ a: Int, _ b: Int, _ metres: Double, wanted: Bool) -> Bool {
    guard wanted else { return true }
    return network.distances(from: a, isForward: true, limitMetres: 2 * metres)[network.root(b)] != nil
  }
}
