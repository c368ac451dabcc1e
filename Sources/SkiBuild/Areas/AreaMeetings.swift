import SkiGraph

extension AreaCrosser {
  /// The length in metres of the common border for each common entry.
  private static let meetingMetres = 120.0
  /// The greatest number of common entries of two areas.
  private static let meetingLimit = 6.0

  /// Adds common entries to areas that touch or overlap, distributed along the common border.
  /// - Complexity: O(*a* log *a* + *p* · *v*) in areas and pairs of neighbours.
  func addAreaMeetings(_ areas: inout [CrossableArea], _ network: inout Network) throws {
    let reach = options.runEndReachMetres
    let tree = BoxIndex(areas.map(\.area.box), stop: stop)
    for a in areas.indices {
      for b in try tree.query(areas[a].area.box.grown(by: reach))
      where b > a && areas[a].layer == areas[b].layer {
        let (first, second) = (areas[a].area.shape, areas[b].area.shape)
        guard try first.isWithin(reach, of: second) else { continue }
        for point in try meetings(of: first, with: second) {
          let site = try meetingSite(point, [areas[a], areas[b]], &network)
          try addEntry(site, reach: reach, .nearMiss, &areas[a], &network)
          try addEntry(site, reach: reach, .nearMiss, &areas[b], &network)
        }
      }
    }
  }

  /// Returns the site of a common entry: a nearby entry of one area, else a new one.
  private func meetingSite(
    _ point: PlanePoint, _ areas: [CrossableArea], _ network: inout Network
  ) throws -> Int {
    let near = areas.flatMap(\.entries).map { network.root($0) }
      .map { (metres: network.sites[$0].plane.distanceMetres(to: point), site: $0) }
      .filter { $0.metres <= ConnectorStage.stopReuseMetres }
    return try near.min { $0 < $1 }?.site
      ?? freeSite(point, layer: areas[0].layer, heightBeside: nil, &network)
  }

  /// Returns points in the second of two areas, or on its boundary, at which it is reached from the first.
  private func meetings(of first: GEOSGeometry, with second: GEOSGeometry) throws -> [PlanePoint] {
    guard try first.intersects(second) else {
      guard let (_, onSecond) = try first.nearestPoints(to: second) else { return [] }
      let border = try first.buffer(options.runEndReachMetres).intersection(second)
      let along = try slices(of: border)
      return along.count > 1 ? along : [onSecond]
    }
    return try slices(of: first.intersection(second))
  }

  /// Returns points in a geometry, one in each of equal slices across its longer side.
  private func slices(of common: GEOSGeometry) throws -> [PlanePoint] {
    let corners = try common.smallestRectangle()
    guard corners.count >= 4 else { return try common.pointInside().map { [$0] } ?? [] }
    let isFirst = corners[0].distanceMetres(to: corners[1]) >= corners[1].distanceMetres(to: corners[2])
    let (a, b, d) = isFirst ? (corners[0], corners[1], corners[3]) : (corners[1], corners[2], corners[0])
    let count = max(1, min(Self.meetingLimit, (a.distanceMetres(to: b) / Self.meetingMetres).rounded()))
    guard count > 1 else { return try common.pointInside().map { [$0] } ?? [] }
    let side = PlanePoint(x: d.x - a.x, y: d.y - a.y)
    return try (0..<Int(count)).compactMap { slice in
      let (low, high) = (a.towards(b, Double(slice) / count), a.towards(b, Double(slice + 1) / count))
      let (lowFar, highFar) = (
        PlanePoint(x: low.x + side.x, y: low.y + side.y), PlanePoint(x: high.x + side.x, y: high.y + side.y)
      )
      let strip = try geos.polygon(outer: [low, high, highFar, lowFar, low], holes: [])
      return try common.intersection(strip).pointInside()
    }
  }

  /// Connects areas with the lines whose outlines they touch.
  /// - Complexity: As ``addAreaMeetings(_:_:)``.
  func addOutlineMeetings(_ areas: inout [CrossableArea], _ network: inout Network) throws {
    let reach = options.runEndReachMetres
    let outlines = outlineAreas()
    let tree = BoxIndex(outlines.map(\.area.box), stop: stop)
    for number in areas.indices {
      for outline in try tree.query(areas[number].area.box.grown(by: reach)).map({ outlines[$0] })
      where outline.layer == areas[number].layer {
        guard !network.isJoined(areas[number], with: outline),
          try areas[number].area.shape.isWithin(reach, of: outline.area.shape)
        else { continue }
        for point in try meetings(of: outline.area.shape, with: areas[number].area.shape) {
          let site = try meetingSite(point, [areas[number]], &network)
          guard
            try joinThroughOutline(site, outline, need: [.leave, .arrive], .nearMiss, &network)
          else { continue }
          try addEntry(site, reach: reach, .nearMiss, &areas[number], &network)
        }
      }
    }
  }

  /// Returns the areas that only outline lines.
  private func outlineAreas() -> [CrossableArea] {
    runs.indices.flatMap { run in
      runs[run].areas.filter(\.isOutline)
        .map { CrossableArea(run: run, area: $0, layer: runs[run].run.level.effectiveLayer) }
    }
  }

  /// Connects dead ends of runs and stations within the width of a run with its line.
  /// - Complexity: O(*a* (log *n* + *k* · *v*)) in outlines and the lines and stations around each.
  func joinAcrossOutlines(_ network: inout Network) throws {
    for outline in outlineAreas() {
      let inside = Set(outline.area.outlined)
      for line in try index.lines(near: outline.area.box)
      where network.lines[line].layer == outline.layer && !inside.contains(line) {
        for isLower in [true, false] {
          let site = network.endSite(line, isLower: isLower)
          let lacking = network.need(line, isLower: isLower).intersection(network.missingDirections(at: site))
          if !lacking.isEmpty { try joinThroughOutline(site, outline, need: lacking, .nearMiss, &network) }
        }
      }
      guard outline.layer == 0 else { continue }
      for place in try connecting.stations.places(in: outline.area.box) {
        let lacking = network.missingDirections(place)
        guard !lacking.isEmpty else { continue }
        try joinThroughOutline(
          network.root(place.site), outline, need: lacking, place.cause(lacking), &network)
      }
    }
  }

  /// Connects a site in an outline, or at its edge, with the nearest of its lines that serves a need.
  /// - Returns: `true` if the site is connected with one.
  @discardableResult
  private func joinThroughOutline(
    _ site: Int, _ outline: CrossableArea, need: ConnectorNeed, _ cause: LinkCause, _ network: inout Network
  ) throws -> Bool {
    let at = network.sites[site].plane
    let reach = options.runEndReachMetres
    guard outline.area.box.grown(by: reach).contains(at),
      try outline.area.shape.distanceMetres(to: geos.point(at)) <= reach
    else { return false }
    var targets: [ConnectorTarget] = []
    for line in outline.area.outlined {
      let (position, metres) = network.lines[line].nearest(to: at)
      let served = network.served(need, line, position)
      guard !served.isEmpty, try isWithin(outline, at, network.lines[line].point(position)) else { continue }
      targets.append(ConnectorTarget(line: line, position: position, distanceMetres: metres, need: served))
    }
    targets.sort { ($0.distanceMetres, $0.line) < ($1.distanceMetres, $1.line) }
    for target in targets where try connecting.connect(site, target, cause: cause, &network) { return true }
    return false
  }

  /// Returns whether a straight segment leaves an outline by at most the reach of runs' ends.
  private func isWithin(_ outline: CrossableArea, _ a: PlanePoint, _ b: PlanePoint) throws -> Bool {
    guard a.distanceMetres(to: b) > GraphBuildOptions.samePlaceMetres else { return true }
    let off = try geos.line([a, b]).difference(outline.area.shape)
    return off.parts().reduce(0) { $0 + mapLengthMetres($1) } <= options.runEndReachMetres
  }
}

extension Network {
  /// Returns whether a line of an outline passes an entry of an area.
  fileprivate func isJoined(_ area: CrossableArea, with outline: CrossableArea) -> Bool {
    let lines = Set(outline.area.outlined)
    return area.entries.contains { entry in
      linesThrough[root(entry)].contains { lines.contains($0) }
    }
  }

  /// Returns the directions in which no line or connector continues at a site.
  fileprivate func missingDirections(at site: Int) -> ConnectorNeed {
    var missing: ConnectorNeed = []
    if stepsOut(of: site).isEmpty { missing.insert(.leave) }
    if stepsIn(to: site).isEmpty { missing.insert(.arrive) }
    return missing
  }
}
