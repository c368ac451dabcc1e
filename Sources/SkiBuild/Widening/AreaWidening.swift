import SkiGraph

extension Locality {
  /// Leads what leads nowhere into a mapped area near by: stations first, then the ends of runs.
  ///
  /// The area must lead on to something good, down from what must go on and up from what must be come to.
  /// - Complexity: O(*s* · (*n* + *a* · *e*)) in what leads nowhere, sites, areas and their entries.
  mutating func widenToAreas(within metres: Double) throws {
    guard !crossable.isEmpty else { return }
    let tree = BoxIndex(crossable.map(\.area.box), stop: stop)
    let reach = network.liftReach { !network.lines[$0].isClimbed }
    for place in stationPlaces() {
      let lacking = lack(place)
      guard !lacking.isEmpty else { continue }
      try widen(network.root(place.site), lacking, cause(place, lacking), within: metres, reach, tree)
    }
    for line in network.lines.indices where !network.lines[line].isClimbed {
      let lower = endSite(line, isLower: true)
      if !reach.leadsToLift[lower] { try widen(lower, .leave, .nearMiss, within: metres, reach, tree) }
      let upper = endSite(line, isLower: false)
      if !reach.comesFromLift[upper] { try widen(upper, .arrive, .nearMiss, within: metres, reach, tree) }
    }
  }

  private mutating func widen(
    _ site: Int, _ need: ConnectorNeed, _ cause: LinkCause, within metres: Double, _ reach: LiftReach,
    _ tree: BoxIndex
  ) throws {
    let point = try geos.point(network.sites[site].plane)
    var near: [(metres: Double, number: Int)] = []
    for number in try tree.query(PlaneBox([network.sites[site].plane], grownBy: metres))
    where network.sites[site].layers.contains(crossable[number].layer) {
      let distance = try crossable[number].area.shape.distanceMetres(to: point)
      guard distance <= metres, !crossable[number].entries.contains(site) else { continue }
      if leadsOn(crossable[number], from: site, need, reach) { near.append((distance, number)) }
    }
    for (_, number) in near.sorted(by: { $0 < $1 }) {
      var area = crossable[number]
      guard try addEntry(site, reach: metres, cause, &area) else { continue }
      crossable[number] = area
      return try crossArea(number)
    }
  }

  /// Whether an area has an entry that serves a need and is not on the wrong side of a site by its height.
  private func leadsOn(
    _ area: CrossableArea, from site: Int, _ need: ConnectorNeed, _ reach: LiftReach
  ) -> Bool {
    area.entries.map(network.root).contains { entry in
      guard entry < reach.leadsToLift.count else { return false }
      let rise = network.sites[site].height.flatMap { from in
        network.sites[entry].height.map { Double($0 - from) / 100 }
      }
      if need.contains(.leave), reach.leadsToLift[entry], (rise ?? 0) <= options.flatCrossingMetres {
        return true
      }
      return need.contains(.arrive) && reach.comesFromLift[entry]
        && (rise ?? 0) >= -options.flatCrossingMetres
    }
  }
}
