import SkiBase
import SkiGraph

extension AreaCrosser {
  /// The distance in metres within which a site may have been merged into another.
  private static let joinedReachMetres = 20.0
  /// The distance in metres along a line from one entry to its next.
  private static let nextMeetingMetres = 15.0

  /// Returns the areas that are skied across, with the sites at which lines, stations or other areas meet them.
  /// - Complexity: O(*a* (log *n* + *k* · *v*)) in areas and the lines around each.
  func findEntries(_ network: inout Network) throws -> [CrossableArea] {
    var areas = runs.indices.flatMap { run in
      runs[run].areas.filter { !$0.isOutline }
        .map { CrossableArea(run: run, area: $0, layer: runs[run].run.level.effectiveLayer) }
    }
    for number in areas.indices {
      try addLineEntries(&areas[number], &network)
      try addStationEntries(&areas[number], &network)
    }
    try addAreaMeetings(&areas, &network)
    try addOutlineMeetings(&areas, &network)
    for number in areas.indices {
      areas[number].entries = Set(areas[number].entries.map(network.root)).sorted()
    }
    return areas
  }

  private func addLineEntries(_ area: inout CrossableArea, _ network: inout Network) throws {
    let boundary = try area.area.shape.boundary()
    for line in try index.lines(near: area.area.box.grown(by: options.runEndReachMetres))
    where network.lines[line].layer == area.layer {
      if try index.shape(line).intersects(boundary) {
        let points = try boundary.intersection(index.shape(line)).parts().compactMap(\.first)
        try addCrossings(of: line, at: points, &area, &network)
      }
      for isLower in [true, false] {
        let end = network.endSite(line, isLower: isLower)
        try addEntry(end, reach: options.runEndReachMetres, .nearMiss, &area, &network)
      }
    }
  }

  /// Adds entries where a line crosses the boundary, except those close behind another.
  private func addCrossings(
    of line: Int, at points: [PlanePoint], _ area: inout CrossableArea, _ network: inout Network
  ) throws {
    var last = -Double.infinity
    for position in points.map({ network.lines[line].nearest(to: $0).position }).sorted() {
      let metres = Double(network.lines[line].offset(position)) / 100
      guard metres - last >= Self.nextMeetingMetres else { continue }
      last = metres
      let known = try stopInside(line, position, area, network)
      area.entries.append(known ?? network.cut(line, at: position, within: options.samePlaceMetres))
    }
  }

  /// Returns a site of a line nearby that lies in the area too; nil when there is none.
  private func stopInside(
    _ line: Int, _ position: LinePosition, _ area: CrossableArea, _ network: Network
  ) throws -> Int? {
    for site in network.sitesNear(line, position, within: ConnectorStage.stopReuseMetres) {
      let distance = try area.area.shape.distanceMetres(to: geos.point(network.sites[site].plane))
      if distance <= options.samePlaceMetres { return site }
    }
    return nil
  }

  private func addStationEntries(
    _ area: inout CrossableArea, _ network: inout Network
  ) throws {
    guard area.layer == 0 else { return }
    // A station may have been merged into a site nearby.
    let near = area.area.box.grown(by: options.stationToAreaReachMetres + Self.joinedReachMetres)
    for place in try connecting.stations.places(in: near) where place.boards || place.alights {
      try addEntry(
        network.root(place.site), reach: options.stationToAreaReachMetres, place.cause(place.need), &area,
        &network)
    }
  }

  /// Adds a site inside an area as an entry, or connects one near its edge with a new entry there.
  /// - Returns: `true` if the site leads into the area.
  @discardableResult
  func addEntry(
    _ site: Int, reach: Double, _ cause: LinkCause, _ area: inout CrossableArea, _ network: inout Network
  ) throws -> Bool {
    let at = network.sites[site]
    guard area.area.box.grown(by: reach).contains(at.plane) else { return false }
    let point = try geos.point(at.plane)
    let distance = try area.area.shape.distanceMetres(to: point)
    if distance <= options.samePlaceMetres {
      area.entries.append(site)
      return true
    }
    guard distance <= reach, let (edge, _) = try area.area.shape.nearestPoints(to: point) else {
      return false
    }
    let entry = try freeSite(edge, layer: area.layer, heightBeside: site, &network)
    guard try connecting.connect(site, with: entry, cause: cause, &network) else { return false }
    area.entries.append(entry)
    return true
  }

  /// Returns a site that no line passes.
  func freeSite(
    _ point: PlanePoint, layer: Int, heightBeside site: Int?, _ network: inout Network
  ) throws -> Int {
    let place = try projection.place(point)
    let metres = try elevations.elevations(at: [place.coordinate])?.first
    let height = metres.map { Int32(($0 * 100).rounded()) } ?? site.flatMap { network.sites[$0].elevation }
    return network.site(at: place, plane: point, height: height, layer: layer)
  }
}
