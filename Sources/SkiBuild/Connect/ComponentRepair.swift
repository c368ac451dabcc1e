import SkiBase
import SkiGraph
import SkiTerrain

/// A candidate connector out of, or into, a closed component.
private struct ConnectorCandidate {
  var site: Int
  var target: ConnectorTarget?
  var station: Int?
  var distanceMetres: Double
  var cause: LinkCause
  var need: ConnectorNeed
}

extension ConnectorStage {
  /// The greatest number of repair rounds.
  private static let repairRounds = 6
  /// Opens closed components with lifts by the shortest admissible connectors.
  ///
  /// A component is a strongly connected set of sites; it is closed when no path leads out of it, or into it. Where no
  /// connector is admissible the component stays closed, and the report on the map names its lifts.
  /// - Complexity: O(*r* (*n* + *m* + *k*)) in rounds, and *k* lines near the ends in closed components.
  func openClosedComponents(_ network: inout Network) throws {
    for _ in 0..<Self.repairRounds {
      var made = 0
      for isForward in [true, false] { made += try openParts(isForward: isForward, &network) }
      if made == 0 { return }
    }
  }

  private func openParts(isForward: Bool, _ network: inout Network) throws -> Int {
    let components = Components(network.edges())
    let lifts = stations.places.filter { isForward ? $0.boards : $0.alights }.map { network.root($0.site) }
    let isLed = components.leads(to: lifts, isForward: isForward)
    let isClosed = components.isClosed(isForward: isForward, isGood: isLed)
    let parts = Set(lifts.map { components.of[$0] }).filter { isClosed[$0] }
    var members: [Int: [Int]] = [:]
    for site in components.of.indices where network.root(site) == site && parts.contains(components.of[site])
    {
      members[components.of[site], default: []].append(site)
    }
    var made = 0
    var stops = stationRoots(isForward: isForward, network)
    var joinCount = network.joinCount
    for part in parts.sorted() {
      try stop.check()
      let isGood = { (site: Int) in
        site < components.of.count && components.of[site] != part && isLed[components.of[site]]
      }
      let opening = try bestOpening(
        members[part] ?? [], isForward: isForward, isGood: isGood, stops, network)
      if let opening, try open(opening, &network) {
        made += 1
        if network.joinCount > joinCount { stops = stationRoots(isForward: isForward, network) }
        joinCount = network.joinCount
      }
    }
    return made
  }

  // swift-format-ignore
  private func bestOpening(
    _ sites: [Int], isForward: Bool, isGood: (Int) -> Bool, _ stops: Set<Int>,
    _ network: Network
  ) throws -> ConnectorCandidate? {
    let need: ConnectorNeed = isForward ? .leave : .arrive
    let inside = Set(sites)
    var best: ConnectorCandidate?
    func offer(_ opening: ConnectorCandidate) { if opening.distanceMetres < best?.distanceMetres ?? .infinity { best = opening } }
    let starts = sites.filter { network.isEnd($0) || stops.contains($0) }
    for site in starts {
      for other in try stations.near(network.sites[site].plane, within: options.connectorLimitMetres) {
        let there = network.root(stations.places[other].site)
        guard !inside.contains(there), isGood(there) else { continue }
        let metres = network.sites[site].plane.distanceMetres(to: network.sites[there].plane)
        guard metres < best?.distanceMetres ?? .infinity else { continue }
        let profile = try profile(from: network.end(site), to: network.end(there), network.lines)
        guard allowedDirections(on: profile).serves(need) else { continue }
        offer(ConnectorCandidate(site: site, station: there, distanceMetres: profile.mapLengthMetres, cause: isForward ? .runToLift : .liftToRun, need: need))
      }
      let limit = best?.distanceMetres ?? .infinity
      var near = try ConnectorTargets(
        self, from: site, within: options.connectorLimitMetres, below: limit, need: need, network,
        where: { network.passes($0, isGood) })
      if let target = try near.next(below: limit, where: { network.leads($0, need, isGood) }) {
        offer(ConnectorCandidate(site: site, target: target, distanceMetres: target.distanceMetres, cause: .nearMiss, need: need))
      }
    }
    return best
  }

  /// Returns the sites where passengers alight, or board when not forward.
  private func stationRoots(isForward: Bool, _ network: Network) -> Set<Int> {
    Set(stations.places.lazy.filter { isForward ? $0.alights : $0.boards }.map { network.root($0.site) })
  }

  private func open(_ opening: ConnectorCandidate, _ network: inout Network) throws -> Bool {
    if let target = opening.target {
      return try connect(opening.site, target, cause: opening.cause, &network)
    }
    guard let station = opening.station else { return false }
    return try connect(opening.site, with: station, cause: opening.cause, need: opening.need, &network)
  }

  /// The greatest number of runs, and of stations, that a hut is connected with.
  private static let hutLimit = 3

  /// Adds a site for every hut, with connectors to the nearest few runs and stations; a remote hut is connected with
  /// the nearest run within the limit of connectors.
  /// - Returns: The huts, in the order of the spots.
  /// - Complexity: O(*h* (log *n* + *k*)) in huts and lines around each.
  func connectHuts(
    _ spots: [Spot], _ network: inout Network, _ report: inout ImportReport
  ) throws -> [LocalHut] {
    var huts: [LocalHut] = []
    for spot in spots.indices where spots[spot].kind == .hut {
      let place = FixedCoordinate(spots[spot].coordinate)
      let point = try projection.plane([place.coordinate])[0]
      let height = try elevations.elevations(at: [place.coordinate])?.first ?? spots[spot].elevationMetres
      let site = network.site(
        at: place, plane: point,
        height: height.flatMap {
          LineElevations.plausibleMetres.contains($0) ? Int32(($0 * 100).rounded()) : nil
        },
        layer: 0)
      let runsNear = try runs(near: site, network)
      let close = runsNear.filter { $0.distanceMetres <= GraphBuildOptions.hutReachMetres }
      var isConnected = false
      for target in close.isEmpty ? runsNear.prefix(1) : close[...] {
        isConnected = try connect(site, target, cause: .nearMiss, &network) || isConnected
      }
      let stationsNear = try stations.near(point, within: GraphBuildOptions.hutReachMetres)
      for station in stationsNear.prefix(Self.hutLimit) {
        let cause: LinkCause = stations.places[station].alights ? .liftToRun : .runToLift
        isConnected =
          try connect(site, with: stations.places[station].site, cause: cause, &network) || isConnected
      }
      huts.append(LocalHut(spot: spot, site: isConnected ? site : nil))
      report.usedCounts["spots", default: 0] += 1
      if !isConnected {
        report.count("hutFarFromRuns", .noted, id: spots[spot].id.rawValue, detail: spots[spot].name ?? "")
      }
    }
    return huts
  }

  /// Returns the nearest few places on runs within the limit of connectors, nearest first.
  private func runs(near site: Int, _ network: Network) throws -> [ConnectorTarget] {
    var near = try ConnectorTargets(
      self, from: site, within: options.connectorLimitMetres, need: [.leave, .arrive], network)
    var found: [ConnectorTarget] = []
    while found.count < Self.hutLimit,
      let target = try near.next(where: { !network.lines[$0.line].isClimbed })
    {
      found.append(target)
    }
    return found
  }
}
