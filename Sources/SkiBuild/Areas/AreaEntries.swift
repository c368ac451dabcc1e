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
      area.entries.append(known ?? network.cut(line, at: position, within: GraphBuildOptions.samePlaceMetres))
    }
  }

  /// Returns a site of a line nearby that lies in the area too; nil when there is none.
  private func stopInside(
    _ line: Int, _ position: LinePosition, _ area: CrossableArea, _ network: Network
  ) throws -> Int? {
    for site in network.sitesNear(line, position, within: ConnectorStage.stopReuseMetres) {
      let distance = try area.area.shape.distanceMetres(to: geos.point(network.sites[site].plane))
      if distance <= GraphBuildOptions.samePlaceMetres { return site }
    }
    return nil
  }

  private func addStationEntries(
    _ area: inout CrossableArea, _ network: inout Network
  ) throws {
    guard area.layer == 0 else { return }
    // A station may have been merged into a site nearby.
    let near = area.area.box.grown(by: GraphBuildOptions.stationToAreaReachMetres + Self.joinedReachMetres)
    for place in try connecting.stations.places(in: near) where place.boards || place.alights {
      try addEntry(
        network.root(place.site), reach: GraphBuildOptions.stationToAreaReachMetres, place.cause(place.need),
        &area,
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
    if distance <= GraphBuildOptions.samePlaceMetres {
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

  /// The distances in metres around an area within which supporting elevations are searched, in order.
  private static let terrainReachMetres = [100.0, 300.0, 1000.0]
  /// The least and the greatest number of supporting elevations.
  private static let (leastGuides, guideLimit) = (3, 200)

  /// Infers the elevations of entries that no line passes, where none are known, from inferred elevations in and around
  /// the area.
  ///
  /// Areas often meet each other away from any line. The terrain is interpolated by ``InterpolatedTerrain``.
  /// - Complexity: O(*e* · *k*) in entries and supporting elevations, the latter bounded.
  func inferEntryElevations(_ area: CrossableArea, _ network: inout Network) throws {
    guard network.lines.contains(where: { $0.inferredElevations != nil }) else { return }
    let blind = area.entries.map { network.root($0) }.filter {
      network.sites[$0].elevation == nil && network.sites[$0].inferredElevation == nil
    }
    guard !blind.isEmpty, let ground = try inferredTerrain(around: area, network) else { return }
    for site in blind {
      let metres = ground.elevation(network.sites[site].plane)
      network.sites[site].inferredElevation = InferredElevation.centimetres(metres)
    }
  }

  /// Returns the gradient of the plane through the inferred elevations of an area's entries; nil without any.
  func inferredGradient(of area: CrossableArea, _ network: Network) -> Double? {
    let known = area.entries.compactMap { entry -> PointElevation? in
      let site = network.sites[network.root(entry)]
      return site.inferredElevation.map { PointElevation(point: site.plane, metres: Double($0) / 100) }
    }
    return InterpolatedTerrain(known)?.gradient
  }

  private func inferredTerrain(around area: CrossableArea, _ network: Network) throws -> InterpolatedTerrain?
  {
    for reach in Self.terrainReachMetres {
      let guides = try inferredGuides(in: area.area.box.grown(by: reach), network)
      if guides.count >= Self.leastGuides || reach == Self.terrainReachMetres.last {
        let step = max(1, guides.count / Self.guideLimit)
        return InterpolatedTerrain(guides.indices.filter { $0 % step == 0 }.map { guides[$0] })
      }
    }
    return nil
  }

  /// Returns the inferred elevations of lines, and of lifts at their stations, in a box.
  private func inferredGuides(in box: PlaneBox, _ network: Network) throws -> [PointElevation] {
    var guides: [PointElevation] = []
    for line in try index.lines(near: box) {
      let track = network.lines[line]
      for (point, height) in zip(track.plane, track.inferredElevations ?? track.elevations ?? [])
      where box.contains(point) { guides.append(PointElevation(point: point, metres: Double(height) / 100)) }
    }
    for site in Set(connecting.stations.places.map { network.root($0.site) }).sorted() {
      let at = network.sites[site]
      guard let height = at.inferredElevation, box.contains(at.plane) else { continue }
      guides.append(PointElevation(point: at.plane, metres: Double(height) / 100))
    }
    return guides
  }
}
