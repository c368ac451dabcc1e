import SkiGraph

extension ConnectorStage {
  /// The greatest number of runs, and of other stations, that a station is connected with.
  private static let stationLimit = 6

  /// Connects every station with the runs and other stations nearby.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  func connectStations(_ network: inout Network) throws {
    for place in stations.places {
      var near = try ConnectorTargets(
        self, from: place.site, within: options.stationReachMetres, need: place.need, network)
      for _ in 0..<Self.stationLimit {
        guard let target = try near.next() else { break }
        try connect(place.site, target, cause: place.cause(target.need), &network)
      }
    }
    try connectStationsWithEachOther(&network)
  }

  /// Connects stations near each other by ascending distance, so that long connectors are added only where short ones
  /// don't suffice.
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

  /// Connects every station with slightly more distant runs that are easier than all it is connected with, unless runs as
  /// easy lead there.
  ///
  /// Runs last, so that its connectors don't prevent others.
  /// - Complexity: O(*s* (log *n* + *k*)) in stations and lines around each.
  func connectEasierRuns(_ runs: [LocalRun], _ network: inout Network) throws {
    let ranks = network.lines.map { runs[$0.feature].gradeRank }
    for place in stations.places {
      var easiest = UInt8.max
      var near = try ConnectorTargets(
        self, from: place.site, within: options.easierRunReachMetres, need: place.need, network)
      while let target = try near.next(where: { ranks[$0.line] < easiest }) {
        let rank = ranks[target.line]
        let cause = place.cause(target.need)
        if try connect(place.site, target, cause: cause, unlessBy: { ranks[$0] <= rank }, &network) {
          easiest = rank
        }
      }
    }
  }

  /// Connects two stations where passengers may change between the lifts.
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
  /// The rank of its grade; ungraded runs rank after all grades on the scale.
  fileprivate var gradeRank: UInt8 { (grade ?? estimatedGrade)?.rank ?? Difficulty.freeride.rank }
}

extension Network {
  /// Returns the distance on the map between two sites, in metres.
  fileprivate func metres(_ a: Int, _ b: Int) -> Double { end(a).plane.distanceMetres(to: end(b).plane) }

  fileprivate func isShort(_ a: Int, _ b: Int, _ metres: Double, wanted: Bool) -> Bool {
    guard wanted else { return true }
    return distances(from: a, isForward: true, limitMetres: 2 * metres)[root(b)] != nil
  }
}
