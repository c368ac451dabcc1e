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
      let near = try stations.near(
        network.end(site).plane, within: GraphBuildOptions.stationToStationReachMetres)
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
        self, from: place.site, within: GraphBuildOptions.easierRunReachMetres, need: place.need, network)
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

extension ConnectorStage {
  /// The greatest number of lines that a run's end is connected with.
  private static let runEndLimit = 3

  /// Connects the ends of runs with runs nearby, and runs that pass very close to each other.
  /// - Complexity: O(*n* log *n* + *k*) in lines and pairs near each other.
  func connectRuns(_ network: inout Network) throws {
    for line in network.lines.indices {
      for isLower in [true, false] { try connectRunEnd(line, isLower: isLower, &network) }
    }
    for (a, b) in try index.pairs(within: GraphBuildOptions.passingReachMetres) {
      try connectPassing(a, b, &network)
    }
  }

  private func connectRunEnd(_ line: Int, isLower: Bool, _ network: inout Network) throws {
    let site = network.endSite(line, isLower: isLower)
    var near = try ConnectorTargets(
      self, from: site, within: options.runEndReachMetres, need: network.need(line, isLower: isLower), network
    )
    for _ in 0..<Self.runEndLimit {
      guard let target = try near.next(where: { $0.line != line }) else { return }
      try connect(site, target, cause: .nearMiss, &network)
    }
  }

  private func connectPassing(_ a: Int, _ b: Int, _ network: inout Network) throws {
    guard try index.areWithin(GraphBuildOptions.passingReachMetres, a, b), try !index.intersect(a, b),
      let (pointA, pointB) = try index.shape(a).nearestPoints(to: index.shape(b))
    else { return }
    let (onA, onB) = (
      network.lines[a].nearest(to: pointA).position, network.lines[b].nearest(to: pointB).position
    )
    let reach = options.runEndReachMetres
    guard network.mayMeet(a, onA, b, onB, options), !network.areJoined(a, onA, b, onB, within: reach) else {
      return
    }
    let site = network.cut(a, at: onA, within: Self.stopReuseMetres)
    let need = network.served([.leave, .arrive], a, onA)
    let distance = pointA.distanceMetres(to: pointB)
    try connect(
      site, ConnectorTarget(line: b, position: onB, distanceMetres: distance, need: need), cause: .nearMiss,
      &network)
  }
}

/// A station of a lift, and whether passengers board or alight there.
struct StationPlace: Sendable {
  var site: Int
  var lift: Int
  var boards: Bool
  var alights: Bool

  /// The need of connections: an exit where passengers alight, an access where they board.
  var need: ConnectorNeed { ConnectorNeed(rawValue: (alights ? 1 : 0) | (boards ? 2 : 0)) }

  /// Returns the cause of a connector that serves a need here.
  func cause(_ need: ConnectorNeed) -> LinkCause { need.contains(.leave) ? .liftToRun : .runToLift }
}

/// The stations of a group's lifts with a spatial index.
struct StationPlaces: Sendable {
  /// The stations in the order of lifts.
  let places: [StationPlace]
  private let points: [PlanePoint]
  private let tree: BoxIndex

  /// Creates the index from all rides. Complexity: O(*n* log *n*) in stations.
  init(_ network: Network, _ lifts: [LocalLift], stop: OrderedWork.CancellationSignal) {
    places = Self.places(network, lifts)
    points = places.map { network.sites[$0.site].plane }
    tree = BoxIndex(points.map { PlaneBox($0) }, stop: stop)
  }

  /// Returns the stations, with boarding and alighting by the rides that begin and end there.
  private static func places(_ network: Network, _ lifts: [LocalLift]) -> [StationPlace] {
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

  /// Returns the stations in a box, in order.
  func places(in box: PlaneBox) throws -> [StationPlace] { try tree.query(box).map { places[$0] } }

  /// Returns the indices of the stations within some metres of a point, nearest first.
  func near(_ point: PlanePoint, within metres: Double) throws -> [Int] {
    try tree.query(PlaneBox(point, grownBy: metres))
      .map { (distance: points[$0].distanceMetres(to: point), index: $0) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }
}
