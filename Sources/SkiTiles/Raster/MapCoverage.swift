package import SkiBase
package import SkiGraph

/// The boxes that raster tiles of a map cover: its regions and their surroundings.
package enum MapCoverage {
  /// The default distance beyond a region, in metres.
  package static let defaultReachMetres = 2000.0

  /// Returns boxes around the regions of a map, each grown by a distance; two for a region across the antimeridian.
  ///
  /// Boxes never cross the antimeridian or a pole; they may overlap.
  /// - Parameters:
  ///   - map: The map; its regions across the antimeridian are read once and not cached.
  ///   - reachMetres: The distance in metres beyond each region, 0 to 1,000,000.
  /// - Throws: ``SkiError`` with code `.malformedData` when such a region was altered.
  /// - Complexity: O(*r*) in regions, and O(*n*) in the points of those across the antimeridian.
  package static func boxes(of map: SkiMap, reachMetres: Double = defaultReachMetres) throws -> [BoundingBox]
  {
    precondition((0...1_000_000).contains(reachMetres), "reach must be 0 to 1,000 km, got \(reachMetres) m")
    return try map.regions.flatMap { region in
      let box = map.bounds(of: region)
      // A width of 360° marks a region across the antimeridian.
      guard box.east - box.west >= 360 else { return grown(box, byMetres: reachMetres) }
      let graph = try map.uncachedGraph(region)
      return halves(of: box, longitudes(graph)).flatMap { grown($0, byMetres: reachMetres) }
    }
  }

  private static func longitudes(_ graph: RoutingGraph) -> [Double] {
    var longitudes = (0..<graph.nodeCount).map {
      graph.point(NodeIndex(UInt32($0))).position.coordinate.longitude
    }
    for link in 0..<graph.linkCount {
      longitudes += graph.link(LinkIndex(UInt32(link))).points.map(\.position.coordinate.longitude)
    }
    return longitudes
  }

  /// Returns a box on each side of the antimeridian around longitudes in degrees near it.
  static func halves(of box: BoundingBox, _ longitudes: some Sequence<Double>) -> [BoundingBox] {
    var (east, west) = (Double.infinity, -Double.infinity)
    for longitude in longitudes {
      if longitude < 0 { west = max(west, longitude) } else { east = min(east, longitude) }
    }
    var boxes: [BoundingBox] = []
    if east.isFinite {
      boxes.append(BoundingBox(south: box.south, west: east, north: box.north, east: 180))
    }
    if west.isFinite {
      boxes.append(BoundingBox(south: box.south, west: -180, north: box.north, east: west))
    }
    return boxes
  }

  /// Returns a box grown by a distance in metres, as two boxes where it crosses the antimeridian.
  static func grown(_ box: BoundingBox, byMetres metres: Double) -> [BoundingBox] {
    let scale = LocalScale(latitude: min(89.9, max(abs(box.south), abs(box.north))))
    let (up, across) = (metres / scale.metresPerDegreeLatitude, metres / scale.metresPerDegreeLongitude)
    return box.grown(north: up, east: across)
  }
}
