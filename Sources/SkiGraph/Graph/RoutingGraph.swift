package import SkiBase

/// The immutable graph of one region of a map: nodes, directed edges and their links, over one block of bytes.
///
/// A value that shares its storage, safe for concurrent searches. It is one part of a `.skimap` file, read into memory
/// on first use. No link leads to another region. Flat arrays are visible inside the package; the interface returns
/// values.
package struct RoutingGraph: Sendable {
  package let storage: GraphStorage
  /// The position of the region in its map; of no map for a graph made in memory.
  package let region: RegionIndex

  package init(storage: GraphStorage, region: RegionIndex = .first) {
    self.storage = storage
    self.region = region
  }

  package init(bytes: [UInt8]) throws(SkiError) {
    storage = try GraphStorage(bytes: MapBytes(copying: bytes), partName: "region 0")
    region = .first
  }

  /// The number of nodes.
  package var nodeCount: Int { storage.nodeLatitude.count }
  /// The number of directed edges.
  package var edgeCount: Int { storage.edgeHead.count }
  /// The number of links.
  package var linkCount: Int { storage.linkTail.count }
  /// The number of features, those outside the network included.
  package var featureCount: Int { storage.featureRecord.count }
  /// The number of ski areas.
  package var areaCount: Int { storage.areaRecord.count }

  /// Returns the point of a node.
  package func point(_ node: NodeIndex) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: storage.nodeLatitude[node.position], longitudeE7: storage.nodeLongitude[node.position]),
      elevationCentimetres: Self.optional(storage.nodeElevation[node.position]))
  }

  /// Returns the range of edges that leave a node.
  package func edges(from node: NodeIndex) -> Range<Int> {
    Int(storage.firstOut[node.position])..<Int(storage.firstOut[node.position + 1])
  }

  /// Returns the node an edge starts at.
  package func tail(_ edge: EdgeIndex) -> NodeIndex {
    let code = storage.edgeLink[edge.position]
    return NodeIndex(code & 1 == 0 ? storage.linkTail[Int(code / 2)] : storage.linkHead[Int(code / 2)])
  }

  /// Returns the node an edge ends at.
  package func head(_ edge: EdgeIndex) -> NodeIndex { NodeIndex(storage.edgeHead[edge.position]) }

  /// Returns the link of an edge.
  package func link(of edge: EdgeIndex) -> LinkIndex { LinkIndex(storage.edgeLink[edge.position] / 2) }

  /// Returns whether an edge leads from the head of its link to the tail.
  package func isReversed(_ edge: EdgeIndex) -> Bool { storage.edgeLink[edge.position] & 1 == 1 }

  /// Returns the edge of a link in one direction, or nil when that direction is not allowed.
  package func edge(of link: LinkIndex, reversed: Bool) -> EdgeIndex? {
    let edges = reversed ? storage.linkBackwardEdge : storage.linkForwardEdge
    let edge = edges[link.position]
    return edge == .max ? nil : EdgeIndex(edge)
  }

  /// Returns a link with all its attributes and points.
  /// - Complexity: O(*p*) in its points.
  package func link(_ link: LinkIndex) -> GraphLink {
    let i = link.position
    let range = pointRange(link)
    let feature = storage.linkFeature[i]
    return GraphLink(
      kind: LinkKind(code: storage.linkKind[i]) ?? .connector,
      feature: feature == .max ? nil : FeatureIndex(feature), tail: NodeIndex(storage.linkTail[i]),
      head: NodeIndex(storage.linkHead[i]), allowsForward: storage.linkForwardEdge[i] != .max,
      allowsBackward: storage.linkBackwardEdge[i] != .max,
      difficulty: Difficulty(rank: storage.linkDifficulty[i]),
      flags: LinkFlags(rawValue: storage.linkFlags[i]),
      cause: LinkCause(code: storage.linkCause[i]) ?? .source,
      confidencePercent: storage.linkConfidence[i], startOffsetCentimetres: storage.linkStartOffset[i],
      endOffsetCentimetres: storage.linkEndOffset[i], points: range.map(linkPoint),
      distancesCentimetres: Array(storage.pointDistance[range]),
      inferredElevationsCentimetres: inferredElevations(range))
  }

  /// Returns the properties of a link that routes read, without copying its points.
  /// - Complexity: O(1).
  package func row(_ link: LinkIndex) -> LinkRow {
    let i = link.position
    let feature = storage.linkFeature[i]
    return LinkRow(
      kind: LinkKind(code: storage.linkKind[i]) ?? .connector,
      feature: feature == .max ? nil : FeatureIndex(feature),
      difficulty: Difficulty(rank: storage.linkDifficulty[i]),
      flags: LinkFlags(rawValue: storage.linkFlags[i]),
      cause: LinkCause(code: storage.linkCause[i]) ?? .source,
      startOffsetCentimetres: storage.linkStartOffset[i], endOffsetCentimetres: storage.linkEndOffset[i],
      points: pointRange(link), hasInferredElevations: storage.hasInferredElevations(i))
  }

  private func inferredElevations(_ points: Range<Int>) -> [Int32]? {
    let inferred = storage.pointInferredElevation
    guard !inferred.isEmpty, let first = points.first, inferred[first] != .min else { return nil }
    return Array(inferred[points])
  }

  /// Returns the positions of a link's points in the point arrays.
  package func pointRange(_ link: LinkIndex) -> Range<Int> {
    Int(storage.linkFirstPoint[link.position])..<Int(storage.linkFirstPoint[link.position + 1])
  }

  /// Returns a point of the point arrays.
  package func linkPoint(_ index: Int) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: storage.pointLatitude[index], longitudeE7: storage.pointLongitude[index]),
      elevationCentimetres: Self.optional(storage.pointElevation[index]))
  }

  /// Returns the range of links of a feature.
  package func links(of feature: FeatureIndex) -> Range<Int> {
    Int(storage.featureFirstLink[feature.position])..<Int(storage.featureFirstLink[feature.position + 1])
  }

  static func optional(_ elevation: Int32) -> Int32? { elevation == .min ? nil : elevation }
}

extension RoutingGraph {
  /// Checks the whole graph against the rules of the format.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule broken.
  package func checkInvariants() throws(SkiError) { try GraphValidation(storage).check() }

  /// Returns the evidence that features meet at a node.
  package func junction(_ node: NodeIndex) -> Junction {
    Junction(
      cause: JunctionCause(code: storage.nodeJunction[node.position]) ?? .alone,
      confidencePercent: storage.nodeConfidence[node.position])
  }

  /// Returns the runs and lifts closed to skiers by access tags, in order, with the reason; see
  /// ``AccessTags/restriction()``.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func restrictedFeatures() -> [(feature: FeatureIndex, restriction: AccessRestriction)] {
    storage.featureTexts.features(withCode: { (32..<64).contains($0) }).compactMap { feature in
      let index = FeatureIndex(feature)
      let kind = FeatureKind(code: kindCode(of: index.position))
      guard kind == .run || kind == .lift else { return nil }
      return self.feature(index).access.restriction().map { (index, $0) }
    }
  }

  /// Returns the runs and lifts with mapped opening hours, in order, with their text.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func featuresWithOpeningHours() -> [(feature: FeatureIndex, text: String)] {
    featuresWithHours().compactMap { entry in entry.hours.map { (entry.feature, $0) } }
  }

  /// Returns the runs and lifts that are open at some times only by their mapped opening hours or by conditional tags, in
  /// order, with the text of the hours and the access tags.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func featuresWithHours() -> [(feature: FeatureIndex, hours: String?, access: AccessTags)] {
    storage.featureTexts.features(withCode: { $0 == 64 || (39..<64).contains($0) }).compactMap { feature in
      let index = FeatureIndex(feature)
      let kind = FeatureKind(code: kindCode(of: index.position))
      guard kind == .run || kind == .lift else { return nil }
      let facts = self.feature(index)
      guard facts.openingHours != nil || facts.access.hasConditions else { return nil }
      return (index, facts.openingHours, facts.access)
    }
  }

  /// Returns whether a node is a cabin that passes a station between two sections of a lift.
  ///
  /// No route starts or ends there, and no features meet: it is entered by a ride that goes on (``LinkFlags/goesOn``),
  /// and left by the next (``LinkFlags/staysOn``).
  package func isAboard(_ node: NodeIndex) -> Bool {
    guard let edge = edges(from: node).first else { return false }
    return LinkFlags(rawValue: storage.linkFlags[Int(storage.edgeLink[edge] / 2)]).contains(.staysOn)
  }

  /// Returns whether a link is a lift ride that begins with boarding, not a continuation from another section.
  package func isBoarded(_ link: Int) -> Bool {
    storage.linkKind[link] == LinkKind.lift.code
      && !LinkFlags(rawValue: storage.linkFlags[link]).contains(.staysOn)
  }

  /// Returns whether a lift link begins or ends in a cabin that passes a station.
  package func isThroughRide(_ link: Int) -> Bool {
    !LinkFlags(rawValue: storage.linkFlags[link]).isDisjoint(with: [.staysOn, .goesOn])
  }
}

/// The single attributes of features as stored, for passes over all links that need no whole ``GraphFeature``.
extension RoutingGraph {
  /// Returns the code of the difficulty convention of a feature.
  package func conventionCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].convention }

  /// Returns whether a run is harder than its grade suggests: gladed or ungroomed.
  package func isHarderThanGraded(_ feature: FeatureIndex) -> Bool {
    terrain(of: feature).isHarderThanGraded
  }

  /// Returns the grooming of a run, and whether it is gladed or lit.
  package func terrain(of feature: FeatureIndex) -> RunTerrain {
    storage.featureRecord[feature.position].terrain
  }

  /// Returns the code of a feature's ``FeatureKind``.
  package func kindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].kind }

  /// Returns the number of persons a carrier of a lift holds, and whether it has bubbles and heated seats; nil where
  /// unknown.
  package func carrier(of feature: FeatureIndex) -> (occupancy: Int?, hasBubble: Bool?, isHeated: Bool?) {
    let record = storage.featureRecord[feature.position]
    return (
      record.occupancy == 0 ? nil : Int(record.occupancy), record.flag(.bubble), record.flag(.heated)
    )
  }

  /// Returns the kind of a street; nil when it is unknown, and for other features.
  package func streetKind(of feature: FeatureIndex) -> StreetKind? {
    let code = streetCode(of: feature.position)
    return code == 0 ? nil : StreetKind(code: code - 1)
  }

  /// Returns the code of a feature's kind of lift; that of ``/SkiGraph/LiftKind/gondola`` for other features.
  package func liftKindCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].liftKind }

  /// Returns the code of a street's kind plus 1; 0 when it is unknown.
  package func streetCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].streetKind }

  /// Returns the position of the ski area that contains a feature; `UInt32.max` without one.
  package func areaPosition(of feature: Int) -> UInt32 { storage.featureRecord[feature].area }

  /// Returns the positions of a feature's start and end.
  package func endPlaces(of feature: FeatureIndex) -> (start: FixedCoordinate, end: FixedCoordinate) {
    let record = storage.featureRecord[feature.position]
    return (
      FixedCoordinate(latitudeE7: record.startLatitude, longitudeE7: record.startLongitude),
      FixedCoordinate(latitudeE7: record.endLatitude, longitudeE7: record.endLongitude)
    )
  }

  /// Returns the lift that a station belongs to; nil when there is none.
  package func parent(of feature: FeatureIndex) -> FeatureIndex? {
    let parent = storage.featureRecord[feature.position].parent
    return parent == .max ? nil : FeatureIndex(parent)
  }

  /// Returns the code of a feature's lifecycle.
  package func statusCode(of feature: Int) -> UInt8 { storage.featureRecord[feature].status }

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
