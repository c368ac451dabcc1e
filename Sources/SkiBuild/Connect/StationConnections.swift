import SkiGraph
import SkiModel

extension Connecting {
  /// The most runs, and the most other stations, a station is connected with.
  private static let stationLimit = 6

  /// Connects every station with the runs around it and with other stations near by.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  func connectStations(_ network: inout Network) throws {
    for place in stations.places {
      let near = try targets(from: place.site, within: options.stationReachMetres, need: place.need, network)
      for target in near.prefix(Self.stationLimit) {
        try connect(place.site, target, cause: place.cause(target.need), &network)
      }
    }
    try connectStationsWithEachOther(&network)
  }

  /// Connects stations near each other, the nearest first, so that longer ways are made only where shorter ones don't do.
  private func connectStationsWithEachOther(_ network: inout Network) throws {
    let places = stations.places
    var pairs: [(metres: Double, a: Int, b: Int)] = []
    for index in places.indices {
      let site = places[index].site
      let near = try stations.near(network.end(site).plane, within: options.stationToStationReachMetres)
      for other in near.prefix(Self.stationLimit)
      where other > index && places[other].lift != places[index].lift {
        pairs.append((network.metres(site, places[other].site), index, other))
      }
    }
    for pair in pairs.sorted(by: { ($0.metres, $0.a, $0.b) < ($1.metres, $1.a, $1.b) }) {
      try connectStations(places[pair.a], places[pair.b], &network)
    }
  }

  /// Connects every station with runs a little farther off that are easier than all those near it, so that nobody is
  /// forced over a harder run for the sake of a few metres.
  ///
  /// It comes last: what it adds must not keep anything else from being connected.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  func connectEasierRuns(_ runs: [LocalRun], _ network: inout Network) throws {
    func rank(_ target: ConnectorTarget) -> UInt8 { runs[network.lines[target.line].feature].gradeRank }
    for place in stations.places {
      var easiest = UInt8.max
      for target in try targets(
        from: place.site, within: options.easierRunReachMetres, need: place.need, network)
      where rank(target) < easiest {
        let isNear = target.distanceMetres <= options.stationReachMetres
        if try isNear || connect(place.site, target, cause: place.cause(target.need), &network) {
          easiest = rank(target)
        }
      }
    }
  }

  /// Connects two stations where one may change from one lift to the other.
  private func connectStations(
    _ a: StationPlace, _ b: StationPlace, _ network: inout Network
  ) throws {
    guard a.alights && b.boards || b.alights && a.boards else { return }
    let metres = network.metres(a.site, b.site)
    let isJoined =
      network.isShort(a.site, b.site, metres, wanted: a.alights && b.boards)
      && network.isShort(b.site, a.site, metres, wanted: b.alights && a.boards)
    if !isJoined { try connect(a.site, with: b.site, cause: .liftToLift, &network) }
  }
}

extension LocalRun {
  /// How hard it is; ungraded ones come after all grades on the scale.
  fileprivate var gradeRank: UInt8 { (grade ?? estimatedGrade)?.rank ?? Difficulty.freeride.rank }
}

extension Network {
  /// Metres on the map from one site to another.
  fileprivate func metres(_ a: Int, _ b: Int) -> Double { end(a).plane.distanceMetres(to: end(b).plane) }

  fileprivate func isShort(_ a: Int, _ b: Int, _ metres: Double, wanted: Bool) -> Bool {
    guard wanted else { return true }
    return distances(from: a, isForward: true, limitMetres: 2 * metres)[root(b)] != nil
  }
}
