package import SkiBase

extension RoutingGraph {
  /// Returns the nearest positions on runs, streets and lift stations, nearest first.
  ///
  /// Each link appears at most once, with its nearest point, and each station once; lift spans and connectors never do.
  /// Distances are horizontal, in the tangent plane at the coordinate. Equal distances keep graph order; on one link
  /// the position nearer its tail comes first.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate to snap, in WGS 84 degrees.
  ///   - metres: The search radius in metres; a few kilometres at most, since the plane is flat.
  ///   - limit: The maximum number of results.
  ///   - isWanted: Returns whether a link may be returned; stations always may.
  /// - Complexity: O(log *n* + *k*) expected, in all segments *n* and those within the radius *k*.
  package func snaps(
    near coordinate: Coordinate, withinMetres metres: Double, limit: Int,
    where isWanted: (LinkIndex) -> Bool = { _ in true }
  ) -> [NetworkSnap] {
    guard coordinate.isValid, metres >= 0, limit > 0 else { return [] }
    guard limit > 1 else {
      guard let nearest = nearestSnap(to: coordinate, withinMetres: metres, where: isWanted) else {
        return []
      }
      return [nearest]
    }
    return SnapSearch(graph: self, coordinate: coordinate)
      .all(withinMetres: metres, limit: limit, where: isWanted)
  }

  /// Returns the nearest position within a radius, the first that ``snaps(near:withinMetres:limit:where:)`` returns.
  ///
  /// It allocates nothing but, once for the graph, the index that searches nearest first: 17 bytes a segment.
  /// - Complexity: O(log *n*) expected, in all segments *n*; O(*n*) the first time.
  package func nearestSnap(
    to coordinate: Coordinate, withinMetres metres: Double,
    where isWanted: (LinkIndex) -> Bool = { _ in true }
  ) -> NetworkSnap? {
    guard coordinate.isValid, metres >= 0 else { return nil }
    return SnapSearch(graph: self, coordinate: coordinate).nearest(withinMetres: metres, where: isWanted)
  }

  /// Returns the nearest position on each segment of runs and streets, and each lift station, within a radius.
  ///
  /// Each position appears once, by link and offset, then the stations by node; a vertex between two segments is one
  /// position. Of the positions of a link one is that of ``snaps(near:withinMetres:limit:where:)``.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate to snap, in WGS 84 degrees.
  ///   - metres: The search radius in metres; a few kilometres at most, since the plane is flat.
  ///   - room: The additional distance up to which positions beyond the nearest count, in metres.
  ///   - isWanted: Returns whether a link may be returned; stations always may.
  /// - Complexity: O(log *n* + *k* log *k*) expected, in all segments *n* and those within the radius *k*.
  package func positions(
    near coordinate: Coordinate, withinMetres metres: Double, beyondNearestMetres room: Double = .infinity,
    where isWanted: (LinkIndex) -> Bool = { _ in true }
  ) -> [NetworkSnap] {
    guard coordinate.isValid, metres >= 0, room >= 0 else { return [] }
    return SnapSearch(graph: self, coordinate: coordinate)
      .each(withinMetres: metres, beyondNearestMetres: room, where: isWanted)
  }

  /// Returns the runs and streets with a segment whose bounding box intersects a box, in graph order without
  /// duplicates.
  ///
  /// It serves drawing and matching, which test the geometry themselves. An inverted box gives no links.
  /// - Complexity: O(log *n* + *k* log *k*) expected, in all segments *n* and those found *k*.
  package func links(intersecting box: BoundingBox) -> [LinkIndex] {
    let south = max(-90, box.south)
    let (west, north, east) = (max(-180, box.west), min(90, box.north), min(180, box.east))
    guard south <= north, west <= east else { return [] }
    let low = FixedCoordinate(Coordinate(latitude: south, longitude: west))
    let high = FixedCoordinate(Coordinate(latitude: north, longitude: east))
    let wanted = TreeBox(
      south: low.latitudeE7, west: low.longitudeE7, north: high.latitudeE7, east: high.longitudeE7)
    var found = Set<UInt32>()
    PackedTree(itemCount: storage.treeItemLink.count)
      .visit {
        storage.treeBox[$0].intersects(wanted)
      } leaf: {
        if storage.treeItemLink[$0] != .max { found.insert(storage.treeItemLink[$0]) }
      }
    return found.sorted().map { LinkIndex($0) }
  }
}
