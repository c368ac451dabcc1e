import SkiGeo
import SkiGraph
import SkiModel

/// A mapped area that is skied across, with the sites where something meets it.
struct CrossableArea {
  var run: Int
  var area: LocalArea
  var layer: Int
  var entries: [Int] = []
}

extension Locality {
  /// No site is joined into one this far away, metres.
  private static let joinedReachMetres = 20.0

  /// Finds the areas that are skied across and every site where lines, stations or other areas meet them.
  /// - Complexity: O(*a* (log *n* + *k* · *v*)) in areas and the lines around each.
  mutating func findAreaEntries(_ index: LineIndex) throws -> [CrossableArea] {
    var areas = runs.indices.flatMap { run in
      runs[run].areas.filter { !$0.isOutline }
        .map { CrossableArea(run: run, area: $0, layer: runs[run].run.level.effectiveLayer) }
    }
    let places = stationPlaces()
    let tree = try stationIndex(places)
    for number in areas.indices {
      try addLineEntries(&areas[number], index)
      try addStationEntries(&areas[number], places, tree)
    }
    try addAreaMeetings(&areas)
    for number in areas.indices {
      areas[number].entries = Set(areas[number].entries.map(network.root)).sorted()
    }
    return areas
  }

  private mutating func addLineEntries(_ area: inout CrossableArea, _ index: LineIndex) throws {
    let boundary = try area.area.shape.boundary()
    for line in try index.lines(near: area.area.box.grown(by: options.runEndReachMetres))
    where network.lines[line].layer == area.layer {
      if try boundary.intersects(index.shapes[line]) {
        for point in try boundary.intersection(index.shapes[line]).parts().compactMap(\.first) {
          let position = network.lines[line].nearest(to: point).position
          area.entries.append(network.cut(line, at: position, within: Self.stopReuseMetres))
        }
      }
      for isLower in [true, false] {
        try addEntry(endSite(line, isLower: isLower), reach: options.runEndReachMetres, .nearMiss, &area)
      }
    }
  }

  private mutating func addStationEntries(
    _ area: inout CrossableArea, _ places: [StationPlace], _ tree: GEOSIndex
  ) throws {
    guard area.layer == 0 else { return }
    // A station may have been joined into a site near by, so a little farther than it has to be.
    let near = area.area.box.grown(by: options.stationToAreaReachMetres + Self.joinedReachMetres)
    for place in try tree.query(near).map({ places[$0] }) where place.boards || place.alights {
      let cause = cause(place, place.need)
      try addEntry(network.root(place.site), reach: options.stationToAreaReachMetres, cause, &area)
    }
  }

  /// Takes a site inside an area as entry; one near its edge gets a connector to the edge.
  private mutating func addEntry(_ site: Int, reach: Double, _ cause: LinkCause, _ area: inout CrossableArea)
    throws
  {
    let at = network.sites[site]
    guard area.area.box.grown(by: reach).contains(at.plane) else { return }
    let point = try geos.point(at.plane)
    let distance = try area.area.shape.distanceMetres(to: point)
    if distance <= options.samePlaceMetres {
      area.entries.append(site)
    } else if distance <= reach, let (edge, _) = try area.area.shape.nearestPoints(to: point) {
      let entry = try freeSite(edge, layer: area.layer, heightBeside: site)
      if try connect(site, with: entry, cause: cause) { area.entries.append(entry) }
    }
  }

  /// Makes a site that no line comes through.
  private mutating func freeSite(_ point: PlanePoint, layer: Int, heightBeside site: Int?) throws -> Int {
    let place = try place(point)
    let metres = try heights.heights(at: [place.coordinate])?.first
    let height = metres.map { Int32(($0 * 100).rounded()) } ?? site.flatMap { network.sites[$0].height }
    return network.site(at: place, plane: point, height: height, layer: layer)
  }

  /// Gives areas that touch or overlap an entry in common.
  private mutating func addAreaMeetings(_ areas: inout [CrossableArea]) throws {
    let reach = options.runEndReachMetres
    let tree = try GEOSIndex(areas.map(\.area.box), geos)
    for a in areas.indices {
      for b in try tree.query(areas[a].area.box.grown(by: reach))
      where b > a && areas[a].layer == areas[b].layer {
        let (first, second) = (areas[a].area.shape, areas[b].area.shape)
        guard try first.isWithin(reach, of: second) else { continue }
        let isOverlap = try first.intersects(second)
        let middle = isOverlap ? try first.intersection(second).pointInside() : nil
        if let middle {
          let site = try freeSite(middle, layer: areas[a].layer, heightBeside: nil)
          areas[a].entries.append(site)
          areas[b].entries.append(site)
        } else if let (onA, onB) = try first.nearestPoints(to: second) {
          let siteA = try freeSite(onA, layer: areas[a].layer, heightBeside: nil)
          let siteB = try freeSite(onB, layer: areas[b].layer, heightBeside: nil)
          guard try connect(siteA, with: siteB, cause: .nearMiss) else { continue }
          areas[a].entries.append(siteA)
          areas[b].entries.append(siteB)
        }
      }
    }
  }
}
