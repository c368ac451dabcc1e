package import SkiBase

/// A mutable collection of nodes, links and features in any order, encoded into a ``RoutingGraph`` of one region.
///
/// Encoding sorts nodes and features by ski area and along a Hilbert curve, so that those of the builder have index types
/// of their own; ``FrozenIndices`` maps them to those of the graph. Links are sorted, too, and have no index here; areas
/// keep theirs. All links and features are checked then.
package struct RoutingGraphBuilder: Sendable {
  /// The nodes in builder order.
  package var nodes: [GraphPoint] = []
  /// The evidence that features meet at nodes, by builder position; nodes without an entry join none.
  package var junctions: [BuilderNodeIndex: Junction] = [:]
  /// The links in builder order.
  package var links: [BuilderLink] = []
  /// The features in builder order.
  package var features: [BuilderFeature] = []
  /// The outlines of runs mapped as areas, by builder position; each outer ring before its holes.
  package var outlines: [BuilderFeatureIndex: [GraphRing]] = [:]
  /// The ski areas.
  package var areas: [GraphArea] = []
  /// The elevations of the ground; nil for none.
  package var heightGrid: HeightGrid?

  /// Creates an empty builder.
  package init() {}

  /// Adds a node and returns its builder position.
  package mutating func addNode(_ point: GraphPoint) -> BuilderNodeIndex {
    nodes.append(point)
    return BuilderNodeIndex(nodes.count - 1)
  }

  /// Adds a feature and returns its builder position.
  /// - Parameters:
  ///   - start: The node at its start; nil when it is not part of the network.
  ///   - end: The node at its end; nil when it is not part of the network.
  ///   - parent: The lift a station belongs to.
  @discardableResult
  package mutating func addFeature(
    _ facts: GraphFeature, from start: BuilderNodeIndex? = nil, to end: BuilderNodeIndex? = nil,
    parent: BuilderFeatureIndex? = nil
  ) -> BuilderFeatureIndex {
    features.append(BuilderFeature(facts: facts, startNode: start, endNode: end, parent: parent))
    return BuilderFeatureIndex(features.count - 1)
  }
}

extension RoutingGraphBuilder {
  /// Checks that the contents can be encoded: indices in range, complete shapes, links that end at their nodes.
  ///
  /// - Throws: ``SkiError`` with code `.internalInconsistency`, its subject the id of the feature, or `.limitExceeded`
  ///   when there are more elements than a map can hold.
  /// - Complexity: O(*n*) in nodes, points and features.
  func check() throws(SkiError) {
    try checkCounts()
    for (index, node) in nodes.enumerated() where !Self.isPlausible(node) {
      throw Self.broken("node \(index) lies outside the Earth or its elevations: \(node)", nil)
    }
    for (node, junction) in junctions where node.position >= nodes.count || junction.confidencePercent > 100 {
      throw Self.broken("junction at node \(node.rawValue) of \(nodes.count): \(junction)", nil)
    }
    for (index, feature) in features.enumerated() { try check(feature, index) }
    for (index, link) in links.enumerated() {
      if index & 0xFFF == 0 { try WorkLimit.check("freezing the map") }
      try check(link, index)
    }
    try checkDegrees()
    for (index, area) in areas.enumerated() { try check(area, index) }
    for (feature, rings) in outlines { try check(rings, of: feature) }
  }

  private func checkCounts() throws(SkiError) {
    let points = links.reduce(0) { $0 + $1.points.count }
    let corners = outlines.values.joined().reduce(0) { $0 + $1.places.count }
    for (count, what) in [
      (nodes.count, "nodes"), (links.count, "links"), (points, "points"), (features.count, "features"),
      (areas.count, "areas"), (corners, "corners of outlines"),
    ] where count >= 1 << 30 {
      throw SkiError(.limitExceeded, "map of \(count) \(what) is too large; split the region")
    }
  }

  private func checkDegrees() throws(SkiError) {
    var degrees = [UInt32](repeating: 0, count: nodes.count)
    for link in links {
      if link.allowsForward { degrees[link.tail.position] += 1 }
      if link.allowsBackward { degrees[link.head.position] += 1 }
    }
    guard let node = degrees.firstIndex(where: { $0 > MapLimits.mostEdges }) else { return }
    throw SkiError(
      .limitExceeded,
      "node at \(nodes[node].coordinate) has \(degrees[node]) edges out, more than \(MapLimits.mostEdges); "
        + "correct the data there")
  }

  private func check(_ feature: BuilderFeature, _ index: Int) throws(SkiError) {
    let facts = feature.facts
    let id = facts.id.rawValue
    guard Self.isPlausible(facts.start), Self.isPlausible(facts.end) else {
      throw Self.broken("feature \(index) has an end outside the Earth or its elevations", id)
    }
    guard facts.startNode == nil, facts.endNode == nil, facts.parent == nil else {
      throw Self.broken("feature \(index) holds indices of a frozen graph", id)
    }
    for node in [feature.startNode, feature.endNode].compactMap({ $0 }) where node.position >= nodes.count {
      throw Self.broken("feature \(index) ends at node \(node.rawValue) of \(nodes.count)", id)
    }
    if let parent = feature.parent {
      guard parent.position < features.count else {
        throw Self.broken("feature \(index) has parent \(parent.rawValue) of \(features.count)", id)
      }
      guard facts.kind == .station, features[parent.position].facts.kind == .lift else {
        throw Self.broken("feature \(index) is not a station of a lift, but has a parent", id)
      }
    }
    if let area = facts.area, area.position >= areas.count {
      throw Self.broken("feature \(index) lies in area \(area.rawValue) of \(areas.count)", id)
    }
  }

  private func check(_ link: BuilderLink, _ index: Int) throws(SkiError) {
    if let feature = link.feature, feature.position >= features.count {
      throw Self.broken("link \(index) belongs to feature \(feature.rawValue) of \(features.count)", nil)
    }
    let id = link.feature.map { features[$0.position].facts.id.rawValue }
    guard link.feature.map({ features[$0.position].facts.kind }) == link.kind.featureKind else {
      throw Self.broken("link \(index) is a \(link.kind) of a feature that is none", id)
    }
    guard link.tail.position < nodes.count, link.head.position < nodes.count else {
      throw Self.broken(
        "link \(index) joins nodes \(link.tail.rawValue) and \(link.head.rawValue) of \(nodes.count)", id)
    }
    guard link.confidencePercent <= 100 else {
      throw Self.broken("link \(index) has a confidence of \(link.confidencePercent) percent", id)
    }
    try checkShape(link, index, id)
    guard !link.flags.contains(.hasElevation) || link.points.allSatisfy({ $0.elevationCentimetres != nil })
    else { throw Self.broken("link \(index) lacks elevations that its flags state", id) }
    try checkInferredElevations(link, index, id)
  }

  private func checkInferredElevations(_ link: BuilderLink, _ index: Int, _ id: String?) throws(SkiError) {
    guard let inferred = link.inferredElevationsCentimetres else { return }
    guard inferred.count == link.points.count, !link.flags.contains(.hasElevation),
      inferred.allSatisfy({ $0 != .min && MapLimits.isElevation($0) })
    else { throw Self.broken("link \(index) has inferred elevations that don't fit its points", id) }
  }

  private func checkShape(_ link: BuilderLink, _ index: Int, _ id: String?) throws(SkiError) {
    let (points, distances) = (link.points, link.distancesCentimetres)
    guard points.count >= 2, distances.count == points.count else {
      throw Self.broken("link \(index) has \(points.count) points and \(distances.count) distances", id)
    }
    guard points.allSatisfy(Self.isPlausible) else {
      throw Self.broken("link \(index) has a point outside the Earth or its elevations", id)
    }
    guard distances[0] == 0, zip(distances, distances.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw Self.broken("link \(index) has distances that fall or don't start at 0", id)
    }
    guard points[0].position == nodes[link.tail.position].position,
      points[points.count - 1].position == nodes[link.head.position].position
    else {
      throw Self.broken("link \(index) does not start and end at its nodes", id)
    }
  }

  private func check(_ rings: [GraphRing], of feature: BuilderFeatureIndex) throws(SkiError) {
    guard feature.position < features.count else {
      throw Self.broken("outline of feature \(feature.rawValue) of \(features.count)", nil)
    }
    let id = features[feature.position].facts.id.rawValue
    guard features[feature.position].facts.kind == .run || rings.isEmpty else {
      throw Self.broken("outline of feature \(feature.rawValue), which is not a run", id)
    }
    for (number, ring) in rings.enumerated() {
      guard ring.places.count > 2, ring.places.first != ring.places.last, number > 0 || !ring.isHole,
        ring.places.allSatisfy({ MapLimits.isOnEarth($0.latitudeE7, $0.longitudeE7) })
      else { throw Self.broken("ring \(number) of an outline is none", id) }
    }
  }

  private func check(_ area: GraphArea, _ index: Int) throws(SkiError) {
    let bounds = area.bounds
    let corners = [
      Coordinate(latitude: bounds.south, longitude: bounds.west),
      Coordinate(latitude: bounds.north, longitude: bounds.east),
    ]
    guard corners.allSatisfy(\.isValid), bounds.south <= bounds.north, bounds.west <= bounds.east,
      UInt32(exactly: area.operatingLiftCount) != nil
    else {
      throw Self.broken("area \(index) has a box or a count that can't be: \(area)", area.id?.rawValue)
    }
  }

  private static func isPlausible(_ point: GraphPoint) -> Bool {
    MapLimits.isOnEarth(point.position.latitudeE7, point.position.longitudeE7)
      && MapLimits.isElevation(point.elevationCentimetres ?? .min)
  }

  private static func broken(_ what: String, _ id: String?) -> SkiError {
    SkiError(.internalInconsistency, "\(what); this is a bug in what builds the map", subject: id)
  }
}

/// A ring of the outline of a run mapped as an area, as graphs store it.
package struct GraphRing: Hashable, Sendable {
  /// The corners in either direction, three or more; the closing corner is not repeated.
  package var places: [FixedCoordinate]
  /// Indicates whether it is a hole in the last outer ring before it.
  package var isHole: Bool

  /// Creates a ring.
  package init(places: [FixedCoordinate], isHole: Bool = false) {
    self.places = places
    self.isHole = isHole
  }

  /// Creates a ring from a source line, rounded, without repeated corners and open; nil when fewer than three corners
  /// remain.
  /// - Complexity: O(*n*) in coordinates.
  package init?(_ line: Polyline, isHole: Bool) {
    var places: [FixedCoordinate] = []
    for coordinate in line.coordinates where coordinate.isValid {
      let place = FixedCoordinate(coordinate)
      if places.last != place { places.append(place) }
    }
    while places.count > 1, places.first == places.last { places.removeLast() }
    guard places.count > 2 else { return nil }
    self.init(places: places, isHole: isHole)
  }
}

extension GraphRing {
  /// Returns the rings of areas, each outer ring before its holes; an outer ring with fewer than three corners is left
  /// out with its holes.
  package static func rings(of areas: [PolygonRings]) -> [GraphRing] {
    areas.flatMap { area -> [GraphRing] in
      guard let outer = GraphRing(area.outer, isHole: false) else { return [] }
      return [outer] + area.holes.compactMap { GraphRing($0, isHole: true) }
    }
  }
}

extension RoutingGraph {
  /// Returns the outline of a run mapped as an area; empty for other features, and in maps of earlier formats.
  package func outline(of feature: FeatureIndex) -> [GraphRing] {
    let rings = storage.rings
    return rings.rings(of: feature.rawValue).map { ring in
      GraphRing(
        places: rings.points(ring).map {
          FixedCoordinate(latitudeE7: rings.latitude[$0], longitudeE7: rings.longitude[$0])
        }, isHole: rings.kind[ring] == 1)
    }
  }
}
