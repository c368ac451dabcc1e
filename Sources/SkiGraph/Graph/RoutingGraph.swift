import SkiGeo
import SkiModel

/// The frozen graph of one region of a map: nodes, directed edges and the links they travel, over one immutable block of
/// bytes.
///
/// A value that shares its storage; `Sendable`, so that many searches use one graph at once. It is a part of
/// a `.skimap` file, read into memory when it was first used. Nothing leads from one region to another. Flat arrays are visible
/// inside the package; the public interface hands out values.
package struct RoutingGraph: Sendable {
  package let storage: GraphStorage
  /// Which region of which map this is; that of no map for a graph made in memory.
  package let region: RegionIndex

  package init(storage: GraphStorage, region: RegionIndex = .first) {
    self.storage = storage
    self.region = region
  }

  package init(bytes: [UInt8]) throws {
    storage = try GraphStorage(bytes: MapBytes(copying: bytes), partName: "region 0")
    region = .first
  }

  /// How many nodes there are.
  package var nodeCount: Int { storage.nodeLatitude.count }
  /// How many directed edges there are.
  package var edgeCount: Int { storage.edgeHead.count }
  /// How many links there are.
  package var linkCount: Int { storage.linkTail.count }
  /// How many features there are, those outside the network included.
  package var featureCount: Int { storage.featureRecord.count }
  /// How many measured ski areas there are.
  package var areaCount: Int { storage.areaRecord.count }

  /// Returns a node's place.
  package func point(_ node: NodeIndex) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: storage.nodeLatitude[node.position], longitudeE7: storage.nodeLongitude[node.position]),
      elevationCentimetres: Self.optional(storage.nodeElevation[node.position]))
  }

  /// Returns the edges that leave a node. Complexity: O(1).
  package func edges(from node: NodeIndex) -> Range<Int> {
    Int(storage.firstOut[node.position])..<Int(storage.firstOut[node.position + 1])
  }

  /// Returns where an edge starts.
  package func tail(_ edge: EdgeIndex) -> NodeIndex {
    let code = storage.edgeLink[edge.position]
    return NodeIndex(code & 1 == 0 ? storage.linkTail[Int(code / 2)] : storage.linkHead[Int(code / 2)])
  }

  /// Returns where an edge ends.
  package func head(_ edge: EdgeIndex) -> NodeIndex { NodeIndex(storage.edgeHead[edge.position]) }

  /// Returns the link an edge travels.
  package func link(of edge: EdgeIndex) -> LinkIndex { LinkIndex(storage.edgeLink[edge.position] / 2) }

  /// Whether an edge travels its link from head to tail.
  package func isReversed(_ edge: EdgeIndex) -> Bool { storage.edgeLink[edge.position] & 1 == 1 }

  /// Returns the edge that travels a link in one direction, or nil when that direction is not allowed.
  package func edge(of link: LinkIndex, reversed: Bool) -> EdgeIndex? {
    let edges = reversed ? storage.linkBackwardEdge : storage.linkForwardEdge
    let edge = edges[link.position]
    return edge == .max ? nil : EdgeIndex(edge)
  }

  /// Returns all facts about a link, its points included. Complexity: O(*p*) in its points.
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

  private func inferredElevations(_ points: Range<Int>) -> [Int32]? {
    let inferred = storage.pointInferredElevation
    guard !inferred.isEmpty, let first = points.first, inferred[first] != .min else { return nil }
    return Array(inferred[points])
  }

  /// Returns the positions of a link's points in the point arrays.
  package func pointRange(_ link: LinkIndex) -> Range<Int> {
    Int(storage.linkFirstPoint[link.position])..<Int(storage.linkFirstPoint[link.position + 1])
  }

  /// Returns one point of the point arrays.
  package func linkPoint(_ index: Int) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: storage.pointLatitude[index], longitudeE7: storage.pointLongitude[index]),
      elevationCentimetres: Self.optional(storage.pointElevation[index]))
  }

  /// Returns the links of a feature; connectors have none. Complexity: O(1).
  package func links(of feature: FeatureIndex) -> Range<Int> {
    Int(storage.featureFirstLink[feature.position])..<Int(storage.featureFirstLink[feature.position + 1])
  }

  static func optional(_ elevation: Int32) -> Int32? { elevation == .min ? nil : elevation }
}
