public import SkiBase
public import SkiGraph

extension SkiMap {
  /// The greatest distance in metres from the coordinate at which a stored position is found on another map.
  private static let searchMetres = 150.0
  /// The length in metres by which a matched position may lie beyond its edge, a multiple of its rounding.
  private static let roundingMetres = 0.1

  /// Returns a position on this map as a value to be stored or sent.
  /// - Parameter place: A position on this map.
  /// - Throws: ``SkiError`` as ``reference(to:)``.
  /// - Complexity: As ``reference(to:)``.
  public func stored(_ place: EdgePlace) throws -> StoredPlace {
    let graph = try graph(of: place)
    let isReversed = graph.isReversed(place.edge)
    return StoredPlace(
      map: id, region: place.region.rawValue, edge: place.edge.rawValue, metresAlong: place.metresAlong,
      reference: try reference(to: place),
      isAgainstLine: graph.section(of: place.edge).isAgainstLine(reversed: isReversed))
  }

  /// Returns the position on this map of a stored one.
  ///
  /// On its own map it is the same position. On another map it is that of its reference, in the same direction where
  /// there is such an edge, if that lies within 150 m of the coordinate; else the nearest one to the coordinate within
  /// 150 m, which is never on the span of a lift.
  /// - Parameters:
  ///   - stored: The stored position, of this map or of another one; its numbers may be invalid.
  ///   - coordinate: The coordinate of the position in WGS 84 degrees, used on other maps only.
  /// - Returns: The position; nil where this is its map and has no such edge or the edge is shorter, and where another
  ///   map has neither the feature nor an edge near the coordinate.
  /// - Throws: ``SkiError`` with code `.malformedData` when the index of names or a region was altered, `.inputOutput`
  ///   or `.limitExceeded` when they can't be read into memory.
  /// - Complexity: O(1) on its own map, else as ``place(at:)``, and O(log *n*) in segments for each region near the
  ///   coordinate; O(size) of the index and of regions when they are opened.
  public func place(_ stored: StoredPlace, coordinate: Coordinate) throws -> EdgePlace? {
    if stored.map == id { return try samePlace(stored) }
    guard coordinate.isValid else { return nil }
    if let reference = stored.reference,
      let place = try place(at: reference, isAgainstLine: stored.isAgainstLine),
      try graph(of: place).coordinate(of: place).distanceMetres(to: coordinate) <= Self.searchMetres
    {
      return place
    }
    return try nearestPlace(to: coordinate)
  }

  /// Returns the stored position of this map, if its numbers are valid.
  private func samePlace(_ stored: StoredPlace) throws -> EdgePlace? {
    guard Int(stored.region) < regionCount else { return nil }
    let graph = try graph(at: Int(stored.region))
    guard Int(stored.edge) < graph.edgeCount else { return nil }
    let place = EdgePlace(
      region: graph.region, edge: EdgeIndex(stored.edge), metresAlong: stored.metresAlong)
    let length = graph.section(of: place.edge).mapLengthMetres
    let range = -Self.roundingMetres...length + Self.roundingMetres
    return range.contains(stored.metresAlong) ? place : nil
  }

  /// Returns the position nearest to a coordinate, on an edge in the direction of its link where there is one.
  private func nearestPlace(to coordinate: Coordinate) throws -> EdgePlace? {
    var best: (metres: Double, place: EdgePlace)?
    for region in regions(near: coordinate, withinMetres: Self.searchMetres) {
      let graph = try graph(region)
      for snap in graph.snaps(near: coordinate, withinMetres: best?.metres ?? Self.searchMetres, limit: 8) {
        guard let place = graph.place(at: snap) else { continue }
        if snap.distanceMetres < best?.metres ?? .infinity { best = (snap.distanceMetres, place) }
        break
      }
    }
    return best?.place
  }
}

extension RoutingGraph {
  /// Returns the link of an edge as a piece of its feature.
  fileprivate func section(of edge: EdgeIndex) -> FeatureSection { FeatureSection(link(of: edge), in: self) }

  /// Returns the coordinate of a position on one of the graph's edges. Complexity: O(*p*) in the points of its link.
  fileprivate func coordinate(of place: EdgePlace) -> Coordinate {
    let facts = link(link(of: place.edge))
    let metres = facts.distancesCentimetres.map { Double($0) / 100 }
    let length = section(of: place.edge).mapLengthMetres
    let (piece, share) = metres.segmentFraction(
      at: isReversed(place.edge) ? length - place.metresAlong : place.metresAlong)
    return GraphPoint.between(facts.points[piece], facts.points[piece + 1], share).coordinate
  }

  /// Returns the position of a snapped point on an edge; nil at a node that no edge leaves.
  fileprivate func place(at snap: NetworkSnap) -> EdgePlace? {
    switch snap.position {
    case .atNode(let node):
      return edges(from: node).first.map {
        EdgePlace(region: region, edge: EdgeIndex($0), metresAlong: 0)
      }
    case .onLink(let link, let offset):
      let metres = Double(offset) / 100
      if let edge = edge(of: link, reversed: false) {
        return EdgePlace(region: region, edge: edge, metresAlong: metres)
      }
      return edge(of: link, reversed: true).map {
        EdgePlace(region: region, edge: $0, metresAlong: max(0, section(of: $0).mapLengthMetres - metres))
      }
    }
  }
}
