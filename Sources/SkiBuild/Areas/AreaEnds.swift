extension Locality {
  /// Remembers for each run mapped as areas the highest and the lowest place where it is met, so that it can be named as a
  /// place.
  ///
  /// For an outline these are the stops of its lines in it; where there are none, those nearest to it.
  /// - Complexity: O(*a* · *s*) in areas and the stops of their lines, and O(*c*) in ways across.
  mutating func findAreaEnds() throws {
    var crossed: [Int: [Int]] = [:]
    for crossing in network.crossings {
      crossed[crossing.run, default: []] += [network.root(crossing.tail), network.root(crossing.head)]
    }
    for area in crossable {
      crossed[area.run, default: []] += area.entries.map(network.root).filter { isUsed($0) }
    }
    for run in runs.indices where !runs[run].areas.isEmpty {
      var sites = crossed[run] ?? []
      for area in runs[run].areas { sites += try outlineStops(area) }
      runs[run].areaEnds = outermost(sites)
    }
  }

  /// Whether a line comes through a site or a connector leads there.
  private func isUsed(_ site: Int) -> Bool {
    !network.connectorsAt[site].isEmpty
      || network.linesThrough[site].contains { !network.stops[$0].isEmpty }
  }

  private func outlineStops(_ area: LocalArea) throws -> [Int] {
    let stops = Set(area.outlined.flatMap { network.stops[$0].map { network.root($0.site) } }).sorted()
    let away = try stops.map { try area.shape.distanceMetres(to: geos.point(network.sites[$0].plane)) }
    let least = max(options.runEndReachMetres, away.min() ?? 0)
    return zip(stops, away).filter { $0.1 <= least }.map(\.0)
  }

  private func outermost(_ sites: [Int]) -> (upper: Int, lower: Int)? {
    let sites = Set(sites).sorted()
    guard let first = sites.first, let last = sites.last else { return nil }
    func height(_ site: Int) -> Int32 {
      network.sites[site].height ?? network.sites[site].inferredHeight ?? 0
    }
    let upper = sites.max { (height($0), $1) < (height($1), $0) } ?? first
    let lower = sites.min { (height($0), $0) < (height($1), $1) } ?? last
    return height(upper) == height(lower) ? (first, last) : (upper, lower)
  }
}
