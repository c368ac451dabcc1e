import SkiGeo
import SkiModel

/// Checks that the sections of a region fit each other, so that no later access can leave its bounds.
///
/// Release builds read sections without bounds checks, so that this is the only guard against a forged map: whatever
/// another part of this module takes for granted is checked here.
/// - Complexity: O(size of the region), one pass a section.
struct GraphValidation {
  let s: GraphStorage

  init(_ storage: GraphStorage) { s = storage }

  /// - Throws: ``SkiError`` with code `.malformedData` naming the section that is wrong.
  func check() throws {
    try checkCounts()
    try checkNodes()
    try checkPoints()
    try checkLinks()
    try checkEdges()
    try checkFeatures()
    try checkFeatureTexts()
    try checkAreas()
    try checkTree()
    try checkRings()
  }

  @inline(__always)
  func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard holds else { throw Self.inconsistent(what()) }
  }

  static func inconsistent(_ what: String) -> SkiError {
    SkiError(.malformedData, "map is inconsistent: \(what); build it again")
  }

  private func checkCounts() throws {
    let nodes = s.nodeLatitude.count
    try require(
      s.nodeLongitude.count == nodes && s.nodeElevation.count == nodes && s.firstOut.count == nodes + 1
        && s.nodeJunction.count == nodes && s.nodeConfidence.count == nodes,
      "node counts")
    try require(s.edgeLink.count == s.edgeHead.count, "edge counts")
    let links = s.linkTail.count
    let perLink = [
      s.linkHead.count, s.linkFeature.count, s.linkKind.count, s.linkDifficulty.count, s.linkFlags.count,
      s.linkCause.count, s.linkConfidence.count, s.linkStartOffset.count, s.linkEndOffset.count,
      s.linkForwardEdge.count, s.linkBackwardEdge.count, s.linkFirstPoint.count - 1,
    ]
    try require(perLink.allSatisfy { $0 == links }, "link counts")
    let points = s.pointLatitude.count
    try require(
      s.pointLongitude.count == points && s.pointElevation.count == points && s.pointDistance.count == points
        && [0, points].contains(s.pointInferredElevation.count),
      "point counts")
    try require(s.featureFirstLink.count == s.featureRecord.count + 1, "feature counts")
    let all = [nodes, links, points, s.edgeHead.count, s.featureRecord.count, s.areaRecord.count]
    try require(all.allSatisfy { $0 < 1 << 31 }, "more than 2^31 of something")
  }

  private func checkNodes() throws {
    let (latitude, longitude, elevation) = (s.nodeLatitude, s.nodeLongitude, s.nodeElevation)
    let (firstOut, junction, confidence) = (s.firstOut, s.nodeJunction, s.nodeConfidence)
    for node in 0..<latitude.count {
      try require(
        MapLimits.isOnEarth(latitude[node], longitude[node]) && MapLimits.isElevation(elevation[node]),
        "node \(node)")
      try require(
        junction[node] < UInt8(JunctionCause.allCases.count) && confidence[node] <= 100,
        "junction at node \(node)")
      try require(firstOut[node] <= firstOut[node + 1], "edges of node \(node)")
    }
    try require(firstOut[0] == 0 && Int(firstOut[latitude.count]) == s.edgeHead.count, "first edges")
  }

  private func checkPoints() throws {
    let (latitude, longitude, elevation) = (s.pointLatitude, s.pointLongitude, s.pointElevation)
    for point in 0..<latitude.count {
      try require(
        MapLimits.isOnEarth(latitude[point], longitude[point]) && MapLimits.isElevation(elevation[point]),
        "point \(point)")
    }
  }

  /// Each edge travels a link, in its direction, and each link knows its edges. Needs links that were checked.
  private func checkEdges() throws {
    let (firstOut, edgeLink, edgeHead) = (s.firstOut, s.edgeLink, s.edgeHead)
    let (tails, heads) = (s.linkTail, s.linkHead)
    let (forward, backward) = (s.linkForwardEdge, s.linkBackwardEdge)
    for node in 0..<s.nodeLatitude.count {
      for edge in Int(firstOut[node])..<Int(firstOut[node + 1]) {
        let link = Int(edgeLink[edge] / 2)
        try require(link < tails.count, "link of edge \(edge)")
        let isReversed = edgeLink[edge] & 1 == 1
        let (tail, head) = isReversed ? (heads[link], tails[link]) : (tails[link], heads[link])
        try require(Int(tail) == node && edgeHead[edge] == head, "ends of edge \(edge)")
        let known = isReversed ? backward[link] : forward[link]
        try require(Int(known) == edge, "edge \(edge) of link \(link)")
      }
    }
  }
}

extension RoutingGraph {
  /// Checks the whole graph again.
  /// - Throws: ``SkiError`` with code `.malformedData` naming what is wrong.
  /// - Complexity: O(size of the graph).
  public func checkInvariants() throws { try GraphValidation(storage).check() }
}
