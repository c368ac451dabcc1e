import SkiBase
import SkiTerrain

extension AreaCrosser {
  /// The spacing of elevations along a path, in metres.
  private static let sampleMetres = 25.0
  /// Creates the search for paths across an area.
  func pathFinder(_ area: CrossableArea, _ entries: [Int], _ network: Network) throws -> AreaPathFinder {
    let sites = entries.map { network.sites[$0].plane }
    let place = try area.area.outline.first.map(projection.place)
    let resolution = place.flatMap { elevations.source?.resolutionMetres(at: $0.coordinate) } ?? 0
    let guides = network.guides(area)
    let edges = try AreaEdges(area.area.shape)
    return try AreaPathFinder(
      edges, squareMetres: area.area.shape.areaSquareMetres(), entries: sites, resolutionMetres: resolution,
      stop: stop
    ) { points in
      let places = try projection.coordinates(ofInterleavedMetres: points.flatMap { [$0.x, $0.y] })
      if let known = try elevations.knownElevations(at: places) {
        let metres = zip(points, known).compactMap { $1 ?? guides?.elevation($0) }
        if metres.count == points.count { return metres }
      }
      return guides.map { ground in points.map(ground.elevation) }
    }
  }

  /// Returns the path with intermediate points, and the distance of each in metres.
  static func sampled(_ way: [PlanePoint]) -> (points: [PlanePoint], lengths: [Double]) {
    var points = [way[0]]
    var lengths = [0.0]
    for (a, b) in zip(way, way.dropFirst()) {
      let metres = a.distanceMetres(to: b)
      let pieces = max(1, (metres / Self.sampleMetres).rounded(.up))
      let base = lengths[lengths.count - 1]
      for piece in stride(from: 1, through: pieces, by: 1) {
        points.append(a.towards(b, piece / pieces))
        lengths.append(base + metres * piece / pieces)
      }
    }
    return (points, lengths)
  }

  /// Returns the smoothed profile of a path: from the elevation source, else from lines around it; nil without either.
  func crossingProfile(
    _ points: [PlanePoint], _ lengths: [Double], _ ways: AreaPathFinder, _ from: Double?, _ to: Double?
  ) throws -> ElevationProfile? {
    let places = try projection.coordinates(ofInterleavedMetres: points.flatMap { [$0.x, $0.y] })
    if let metres = try elevations.elevations(at: places, distancesMetres: lengths) {
      return ElevationProfile(
        distancesMetres: lengths, elevationsMetres: metres,
        resolutionMetres: elevations.source?.resolutionMetres(at: places[0]) ?? 0)
    }
    guard let from, let to else { return nil }
    let inner = points.dropFirst().dropLast().map { ways.surface?.elevation(at: $0) }
    return ElevationProfile(
      distancesMetres: lengths, elevationsMetres: [from] + inner + [to], resolutionMetres: 0)
  }
}

extension Network {
  /// The greatest number of elevations the terrain of an area is interpolated from.
  private static let guideLimit = 200

  /// Returns at most `limit` sites, each chosen as the farthest from those before it.
  ///
  /// **Source:** farthest-point selection, Gonzalez 1985, "Clustering to minimize the maximum intercluster distance".
  func spread(_ entries: [Int], _ limit: Int) -> [Int] {
    guard entries.count > limit else { return entries }
    func gap(_ a: Int, _ b: Int) -> Double {
      sites[a].plane.distanceMetres(to: sites[b].plane)
    }
    var chosen = [entries[0]]
    var gaps = entries.map { gap($0, entries[0]) }
    while chosen.count < limit {
      guard let next = gaps.indices.max(by: { (gaps[$0], $1) < (gaps[$1], $0) }), gaps[next] > 0 else {
        break
      }
      chosen.append(entries[next])
      for index in gaps.indices { gaps[index] = min(gaps[index], gap(entries[index], entries[next])) }
    }
    return chosen.sorted()
  }

  /// Returns the terrain of an area interpolated from the lines around it.
  fileprivate func guides(_ area: CrossableArea) -> InterpolatedTerrain? {
    let box = area.area.box.grown(by: AreaConnections.marginMetres)
    var known = area.entries.compactMap { site in
      sites[root(site)].elevation.map {
        PointElevation(point: sites[root(site)].plane, metres: Double($0) / 100)
      }
    }
    known.append(contentsOf: area.area.knownElevations)
    for line in Set(area.entries.flatMap { linesThrough[root($0)] }).sorted() {
      guard let heights = lines[line].elevations else { continue }
      for (point, height) in zip(lines[line].plane, heights) where box.contains(point) {
        known.append(PointElevation(point: point, metres: Double(height) / 100))
      }
    }
    let step = max(1, known.count / Self.guideLimit)
    return InterpolatedTerrain(known.indices.filter { $0 % step == 0 }.map { known[$0] })
  }
}

/// The boundaries of an area for paths across it.
struct AreaEdges {
  /// The closed lines that paths may follow: the outer boundaries, and lines a little outside the holes.
  let rings: [[PlanePoint]]
  /// The closed lines that paths must not cross: a little outside the outer boundaries, and a little inside the holes.
  let barriers: [[PlanePoint]]

  /// The distance of paths from the boundary of a hole, in metres.
  private static let holeMetres = 1.0
  /// The tolerance in metres by which lines may enter a hole, for rounding.
  private static let roundingMetres = 0.2

  /// Creates the boundaries of an area. Complexity: O(*v* log *v*).
  init(_ shape: GEOSGeometry) throws {
    let outer = shape.parts()
    let holes = try shape.boundary().parts().filter { !outer.contains($0) }
      .map { try shape.context.polygon(outer: $0, holes: []) }
    rings = try outer + holes.flatMap { try $0.buffer(Self.holeMetres).parts() }
    barriers =
      try shape.buffer(AreaCrosser.edgeToleranceMetres).parts()
      + holes.flatMap { try $0.buffer(-Self.roundingMetres).parts() }
  }
}
