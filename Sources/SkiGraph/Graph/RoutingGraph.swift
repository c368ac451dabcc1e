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
