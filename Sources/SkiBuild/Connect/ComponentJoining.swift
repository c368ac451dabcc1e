import SkiGraph

/// A candidate connector between components.
private struct Joining {
  var site: Int
  var target: ConnectorTarget?
  var other: Int?
  var distanceMetres: Double
}

extension ConnectorStage {
  /// The greatest number of connectors added to join lifts in one direction.
  private static let joiningLimit = 40

  /// Connects lifts in separate components by the shortest admissible connectors.
  ///
  /// The target is the component with most stations. A lift that can't reach it, or can't be reached from it, gets the
  /// shortest connector from an end of a run or a station that changes this. ``openClosedComponents(_:)`` doesn't cover
  /// these cases: a component with an exit to a dead-end valley is not closed. Where elevations are unknown, a nearly
  /// level ridge is one-way as it is drawn, so its return path is walked.
  /// - Complexity: O(*r* (*n* + *m* + *k*)) in connectors added, and *k* lines near dead ends.
  func joinSeparateComponents(_ network: inout Network) throws {
    for isForward in [true, false] {
      for _ in 0..<Self.joiningLimit {
        try stop.check()
        guard try joinNearest(isForward: isForward, &network) else { break }
      }
    }
  }

  /// Adds the shortest connector that lets more lifts reach the target, or be reached from it; returns whether there is
  /// one.
  private func joinNearest(isForward: Bool, _ network: inout Network) throws -> Bool {
    let components = Components(network.edges())
    let sites = stations.places.map { network.root($0.site) }
    guard let middle = Self.middle(components, sites) else { return false }
    let reaches = components.leads(to: middle, isForward: isForward)
    let lost = sites.filter { !reaches[components.of[$0]] }
    guard !lost.isEmpty else { return false }
    let from = components.leads(to: lost, isForward: !isForward)
    let isGood = components.of.map { reaches[$0] }
    let starts = components.of.indices.filter {
      network.root($0) == $0 && from[components.of[$0]] && !isGood[$0]
        && (network.sites[$0].isStation || network.isEnd($0))
    }
    let good = Set(sites).sorted().filter { isGood[$0] }
    let tree = BoxIndex(good.map { PlaneBox(network.sites[$0].plane) }, stop: stop)
    let joinings = try starts.flatMap { start in
      try self.joinings(from: start, isForward: isForward, isGood, network)
        + tree.query(PlaneBox(network.sites[start].plane, grownBy: options.connectorLimitMetres))
        .map { network.walk(from: start, to: good[$0]) }
        .filter { $0.distanceMetres <= options.connectorLimitMetres }
    }
    for joining in joinings.sorted(by: { ($0.distanceMetres, $0.site) < ($1.distanceMetres, $1.site) })
    where try join(joining, isForward: isForward, &network) { return true }
    return false
  }

  /// Returns the stations of the component with most of them; nil without any.
  private static func middle(_ components: Components, _ stations: [Int]) -> [Int]? {
    var counts: [Int: Int] = [:]
    for station in stations { counts[components.of[station], default: 0] += 1 }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.map { best in stations.filter { components.of[$0] == best.key } }
  }

  /// Returns the candidates from a site to connected places: on runs, and back along a run without known elevations.
  private func joinings(
    from site: Int, isForward: Bool, _ isGood: [Bool], _ network: Network
  ) throws -> [Joining] {
    let (need, limit): (ConnectorNeed, Double) = (isForward ? .leave : .arrive, options.connectorLimitMetres)
    var found: [Joining] = []
    func leads(_ site: Int) -> Bool { site < isGood.count && isGood[site] }
    var near = try ConnectorTargets(
      self, from: site, within: limit, need: need, network,
      where: { network.passes($0, leads) })
    while let target = try near.next(where: { network.leads($0, need, leads) }) {
      found.append(Joining(site: site, target: target, distanceMetres: target.distanceMetres))
    }
    for line in Set(network.linesThrough[site]).sorted() where network.lines[line].elevations == nil {
      for stop in network.stops[line] where isGood[network.root(stop.site)] {
        found.append(network.walk(from: site, to: network.root(stop.site)))
      }
    }
    return found.filter { $0.distanceMetres <= limit }
  }

  private func join(
    _ joining: Joining, isForward: Bool, _ network: inout Network
  ) throws -> Bool {
    if let target = joining.target { return try connect(joining.site, target, cause: .nearMiss, &network) }
    guard let other = joining.other else { return false }
    return try connect(
      joining.site, with: other, cause: .nearMiss, need: isForward ? .leave : .arrive, &network)
  }
}

extension Network {
  /// Returns whether a run begins or ends at a site.
  func isEnd(_ site: Int) -> Bool {
    linesThrough[site].contains { line in
      !stops[line].isEmpty && (endSite(line, isLower: true) == site || endSite(line, isLower: false) == site)
    }
  }

  fileprivate func walk(from site: Int, to other: Int) -> Joining {
    Joining(
      site: site, other: other,
      distanceMetres: sites[site].plane.distanceMetres(to: sites[other].plane))
  }
}
