extension AreaCrosser {
  /// Returns the highest and the lowest site of each run mapped as areas, which represent it as a place.
  ///
  /// For an outline these are sites of its lines in it, or the nearest ones where there are none.
  /// - Complexity: O(*a* · *s*) in areas and the sites of their lines, and O(*c*) in crossings.
  func ends(of areas: [CrossableArea], _ network: Network) throws -> [Int: AreaEnds] {
    var crossed: [Int: [Int]] = [:]
    for crossing in network.crossings {
      crossed[crossing.run, default: []] += [network.root(crossing.tail), network.root(crossing.head)]
    }
    for area in areas {
      crossed[area.run, default: []] += area.entries.map(network.root).filter(network.isUsed)
    }
    var ends: [Int: AreaEnds] = [:]
    for run in runs.indices where !runs[run].areas.isEmpty {
      var sites = crossed[run] ?? []
      for area in runs[run].areas { sites += try outlineStops(area, network) }
      ends[run] = network.outermost(sites)
    }
    return ends
  }

  private func outlineStops(_ area: LocalArea, _ network: Network) throws -> [Int] {
    let stops = Set(area.outlined.flatMap { network.stops[$0].map { network.root($0.site) } }).sorted()
    let away = try stops.map { try area.shape.distanceMetres(to: geos.point(network.sites[$0].plane)) }
    let least = max(options.runEndReachMetres, away.min() ?? 0)
    return zip(stops, away).filter { $0.1 <= least }.map(\.0)
  }
}

extension Network {
  /// Returns whether a line or a connector leads to a site.
  fileprivate func isUsed(_ site: Int) -> Bool {
    !connectorsAt[site].isEmpty
      || linesThrough[site].contains { !stops[$0].isEmpty }
  }

  fileprivate func outermost(_ found: [Int]) -> AreaEnds? {
    let ends = Set(found).sorted()
    guard let first = ends.first, let last = ends.last else { return nil }
    func height(_ site: Int) -> Int32 {
      sites[site].elevation ?? sites[site].inferredElevation ?? 0
    }
    let upper = ends.max { (height($0), $1) < (height($1), $0) } ?? first
    let lower = ends.min { (height($0), $0) < (height($1), $1) } ?? last
    return height(upper) == height(lower)
      ? AreaEnds(upper: first, lower: last) : AreaEnds(upper: upper, lower: lower)
  }
}
