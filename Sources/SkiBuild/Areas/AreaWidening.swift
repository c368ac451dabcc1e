import SkiGraph

extension DeadEndStage {
  /// Connects dead ends with mapped areas nearby: stations first, then the ends of runs.
  ///
  /// The area must lead to a lift, downwards where an exit is needed, or from a lift where an access is needed.
  /// - Complexity: O(*s* · (*n* + *a* · *e*)) in dead ends, sites, areas and their entries.
  func widenToAreas(
    within metres: Double, _ network: inout Network, _ crossing: AreaCrosser, _ areas: inout [CrossableArea]
  ) throws {
    guard !areas.isEmpty else { return }
    let tree = BoxIndex(areas.map(\.area.box), stop: stop)
    let reach = network.liftReach()
    func widen(_ site: Int, _ need: ConnectorNeed, _ cause: LinkCause) throws {
      let near = try areasLeadingOn(from: site, need, within: metres, reach, areas, tree, network)
      for number in near {
        var area = areas[number]
        guard try crossing.addEntry(site, reach: metres, cause, &area, &network) else { continue }
        areas[number] = area
        return try crossing.cross(&areas[number], &network)
      }
    }
    for place in connecting.stations.places {
      let lacking = network.missingDirections(place)
      guard !lacking.isEmpty else { continue }
      try widen(network.root(place.site), lacking, place.cause(lacking))
    }
    for line in network.lines.indices where !network.lines[line].isClimbed {
      let lower = network.endSite(line, isLower: true)
      if !reach.leadsToLift[lower] { try widen(lower, .leave, .nearMiss) }
      let upper = network.endSite(line, isLower: false)
      if !reach.comesFromLift[upper] { try widen(upper, .arrive, .nearMiss) }
    }
  }

  /// Returns the areas within some metres of a site that serve its need, nearest first.
  private func areasLeadingOn(
    from site: Int, _ need: ConnectorNeed, within metres: Double, _ reach: LiftReach,
    _ areas: [CrossableArea], _ tree: BoxIndex, _ network: Network
  ) throws -> [Int] {
    let point = try geos.point(network.sites[site].plane)
    var near: [(metres: Double, number: Int)] = []
    for number in try tree.query(PlaneBox(network.sites[site].plane, grownBy: metres))
    where network.sites[site].layers.contains(areas[number].layer) {
      let distance = try areas[number].area.shape.distanceMetres(to: point)
      guard distance <= metres, !areas[number].entries.contains(site) else { continue }
      if leadsOn(areas[number], from: site, need, reach, network) { near.append((distance, number)) }
    }
    return near.sorted { $0 < $1 }.map(\.number)
  }

  /// Returns whether an area has an entry that serves a need and is not on the wrong side of a site by its elevation.
  private func leadsOn(
    _ area: CrossableArea, from site: Int, _ need: ConnectorNeed, _ reach: LiftReach,
    _ network: Network
  ) -> Bool {
    area.entries.map(network.root).contains { entry in
      guard entry < reach.leadsToLift.count else { return false }
      let rise = network.sites[site].elevation.flatMap { from in
        network.sites[entry].elevation.map { Double($0 - from) / 100 }
      }
      if need.contains(.leave), reach.leadsToLift[entry], (rise ?? 0) <= GraphBuildOptions.flatCrossingMetres
      {
        return true
      }
      return need.contains(.arrive) && reach.comesFromLift[entry]
        && (rise ?? 0) >= -GraphBuildOptions.flatCrossingMetres
    }
  }
}

/// The reachability of lifts from each site, and of each site from lifts.
struct LiftReach: Sendable {
  /// The reachability of a lift's boarding from each root site.
  var leadsToLift: [Bool]
  /// The reachability of each root site from a lift.
  var comesFromLift: [Bool]
}

extension Network {
  /// Returns the reachability of lifts and from lifts, without runs that need opting in.
  /// - Parameter isOnSkis: `true` to follow runs and connectors that are slid along only, neither rides nor walks.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  func liftReach(isOnSkis: Bool = false) -> LiftReach {
    let out = edges(isOnSkis: isOnSkis)
    var boarding: [Int] = []
    var alighting: [Int] = []
    for ride in rides {
      if ride.allowsForward {
        boarding.append(root(ride.tail))
        alighting.append(root(ride.head))
      }
      if ride.allowsBackward {
        boarding.append(root(ride.head))
        alighting.append(root(ride.tail))
      }
    }
    return LiftReach(
      leadsToLift: out.reversed().reached(from: boarding), comesFromLift: out.reached(from: alighting))
  }

  /// Returns the edges out of each root site, including rides, without runs that need opting in.
  /// - Parameter isOnSkis: `true` for neither rides nor walks.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  func edges(isOnSkis: Bool = false) -> SiteEdges {
    var ends: [(tail: Int, head: Int)] = []
    func add(_ tail: Int, _ head: Int, _ forward: Bool, _ backward: Bool) {
      let (tail, head) = (root(tail), root(head))
      if forward { ends.append((tail, head)) }
      if backward { ends.append((head, tail)) }
    }
    for (line, stops) in stops.enumerated() where !lines[line].isClimbed {
      let travel = lines[line].travel
      for (a, b) in zip(stops, stops.dropFirst()) {
        add(a.site, b.site, travel != .against, travel != .along)
      }
    }
    for connector in connectors where !isOnSkis || !connector.cause.isOnFoot && connector.cause != .street {
      add(connector.tail, connector.head, connector.allowsForward, connector.allowsBackward)
    }
    for crossing in crossings { add(crossing.tail, crossing.head, true, crossing.allowsBackward) }
    for ride in rides where !isOnSkis {
      add(ride.tail, ride.head, ride.allowsForward, ride.allowsBackward)
    }
    return SiteEdges(siteCount: sites.count, ends)
  }
}
