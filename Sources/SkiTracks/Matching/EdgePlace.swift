import SkiBase
public import SkiGraph

/// A position on a directed edge of a region's graph, with the direction of travel.
///
/// Valid for the map it was found on; see `SkiMap/reference(to:)` for other maps, and ``/SkiGraph/StoredPlace`` to store or send it.
public struct EdgePlace: Hashable, Sendable {
  /// The region of the edge's graph.
  package var region: RegionIndex
  /// The directed edge.
  package var edge: EdgeIndex
  /// The distance from the start of the edge in its direction, in metres on the map.
  public var metresAlong: Double

  /// Creates a place.
  package init(region: RegionIndex = .first, edge: EdgeIndex, metresAlong: Double) {
    self.region = region
    self.edge = edge
    self.metresAlong = metresAlong
  }
}

extension SkiMap {
  /// Returns the graph of the region of a position on this map.
  /// - Throws: ``SkiError`` as ``reference(to:)``.
  package func graph(of place: EdgePlace) throws -> RoutingGraph {
    let graph = try graph(place.region)
    try SkiError.require(
      place.edge.position < graph.edgeCount,
      "position is on an edge that its map does not have; match it again")
    return graph
  }

  /// Returns a reference to a position that is valid on other maps of its area; nil on a connector, which is not a
  /// feature.
  /// - Parameter place: A position on this map; one beyond the ends of its edge counts as the nearer end.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a position of another map, `.malformedData` when its
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(1); O(size of the region) when it is opened.
  public func reference(to place: EdgePlace) throws -> FeatureReference? {
    let graph = try graph(of: place)
    let link = graph.link(of: place.edge)
    let feature = graph.storage.linkFeature[link.position]
    guard feature != .max else { return nil }
    let piece = FeatureSection(link, in: graph)
    let along = min(max(0, place.metresAlong), piece.mapLengthMetres)
    return FeatureReference(
      graph.feature(FeatureIndex(feature)).id,
      metresAlong: piece.metresAlongFeature(
        graph.isReversed(place.edge) ? piece.mapLengthMetres - along : along)
    )
  }

  /// Returns the position on this map of a reference, on an edge in the direction of its feature where there is one.
  /// - Parameter reference: A feature with a distance along it in metres.
  /// - Returns: The position; the nearest one on the feature where the reference lies beyond its ends or in a gap; nil
  ///   when the map has no such feature in its network.
  /// - Throws: ``SkiError`` with code `.malformedData` when the index of names or the region was altered,
  ///   `.inputOutput` or `.limitExceeded` when they can't be read into memory.
  /// - Complexity: O(log *n*) in features, and O(*l*) in the links of the feature; O(size) of the index and the region
  ///   when they are opened.
  public func place(at reference: FeatureReference) throws -> EdgePlace? {
    try place(at: reference, isAgainstLine: false)
  }

  /// Returns the position on this map of a reference, on an edge in the given direction where there is one; see
  /// ``place(at:)``.
  func place(at reference: FeatureReference, isAgainstLine: Bool) throws -> EdgePlace? {
    for (region, feature) in try nameIndex().features(mayHaveID: reference.id.rawValue) {
      let graph = try graph(at: Int(region))
      guard graph.feature(feature).id == reference.id else { continue }
      let pieces = graph.links(of: feature).map { FeatureSection(LinkIndex($0), in: graph) }
      let nearest = pieces.min {
        $0.distanceMetres(to: reference.metresAlong) < $1.distanceMetres(to: reference.metresAlong)
      }
      if let nearest {
        return nearest.place(at: reference.metresAlong, isAgainstLine: isAgainstLine, in: graph)
      }
    }
    return nil
  }
}

/// A link as a piece of its feature's line.
struct FeatureSection {
  let link: LinkIndex
  /// The length from tail to head, in metres on the map.
  let mapLengthMetres: Double
  /// The distance along the feature's line at the tail, in metres.
  let tailMetres: Double
  /// The distance along the feature's line at the head, in metres.
  let headMetres: Double

  init(_ link: LinkIndex, in graph: RoutingGraph) {
    self.link = link
    let storage = graph.storage
    mapLengthMetres = Double(storage.pointDistance[graph.pointRange(link).upperBound - 1]) / 100
    tailMetres = Double(storage.linkStartOffset[link.position]) / 100
    headMetres = Double(storage.linkEndOffset[link.position]) / 100
  }

  func metresAlongFeature(_ metresFromTail: Double) -> Double {
    mapLengthMetres > 0
      ? tailMetres + (headMetres - tailMetres) * metresFromTail / mapLengthMetres : tailMetres
  }

  func distanceMetres(to metresAlong: Double) -> Double {
    max(0, min(tailMetres, headMetres) - metresAlong, metresAlong - max(tailMetres, headMetres))
  }

  /// Returns whether an edge of the link runs against the feature's line.
  func isAgainstLine(reversed: Bool) -> Bool { (headMetres < tailMetres) != reversed }

  func place(at metresAlong: Double, isAgainstLine: Bool, in graph: RoutingGraph) -> EdgePlace? {
    let share = headMetres == tailMetres ? 0 : (metresAlong - tailMetres) / (headMetres - tailMetres)
    let fromTail = min(max(0, share), 1) * mapLengthMetres
    let isReversed = self.isAgainstLine(reversed: false) != isAgainstLine
    for reversed in [isReversed, !isReversed] {
      guard let edge = graph.edge(of: link, reversed: reversed) else { continue }
      return EdgePlace(
        region: graph.region, edge: edge, metresAlong: reversed ? mapLengthMetres - fromTail : fromTail)
    }
    return nil
  }
}
