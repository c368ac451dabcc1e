import SkiGeo
import SkiModel

/// Checks that the sections of a map fit each other, so that no later access can leave its bounds.
///
/// - Complexity: O(size of the map), one pass a section.
struct GraphValidation {
  private let s: GraphStorage

  init(_ storage: GraphStorage) { s = storage }

  /// - Throws: ``SkiError`` with code `.malformedData` naming the section that is wrong.
  func check() throws {
    try checkCounts()
    try checkNodes()
    try checkEdges()
    try checkLinks()
    try checkFeatures()
    try checkText()
    try checkTree()
  }

  private func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard holds else {
      throw SkiError(.malformedData, "map is inconsistent: \(what()); build it again")
    }
  }

  private func checkCounts() throws {
    let nodes = s.nodeLatitude.count
    try require(
      s.nodeLongitude.count == nodes && s.nodeElevation.count == nodes && s.firstOut.count == nodes + 1,
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
      s.pointLongitude.count == points && s.pointElevation.count == points && s.pointDistance.count == points,
      "point counts")
    try require(s.featureFirstLink.count == s.featureRecord.count + 1, "feature counts")
    try require(s.nameKeyFeature.count == s.nameKeyString.count, "name counts")
    try require(s.sourceStrings.count % 3 == 0, "source counts")
    try require(max(nodes, links, points, s.edgeHead.count) < 1 << 31, "more than 2^31 of something")
  }

  private func isOnEarth(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude >= -900_000_000 && latitude <= 900_000_000 && longitude >= -1_800_000_000
      && longitude <= 1_800_000_000
  }

  private func isHeight(_ centimetres: Int32) -> Bool {
    centimetres == .min || (centimetres >= -100_000 && centimetres <= 1_000_000)
  }

  private func checkNodes() throws {
    for node in s.nodeLatitude.indices {
      try require(
        isOnEarth(s.nodeLatitude[node], s.nodeLongitude[node]) && isHeight(s.nodeElevation[node]),
        "node \(node)")
      try require(s.firstOut[node] <= s.firstOut[node + 1], "edges of node \(node)")
    }
    try require(
      s.firstOut[0] == 0 && Int(s.firstOut[s.firstOut.count - 1]) == s.edgeHead.count, "first edges")
    for point in s.pointLatitude.indices {
      try require(
        isOnEarth(s.pointLatitude[point], s.pointLongitude[point]) && isHeight(s.pointElevation[point]),
        "point \(point)")
    }
  }

  private func checkEdges() throws {
    for node in s.nodeLatitude.indices {
      for edge in Int(s.firstOut[node])..<Int(s.firstOut[node + 1]) {
        let link = Int(s.edgeLink[edge] / 2)
        try require(link < s.linkTail.count, "link of edge \(edge)")
        let isReversed = s.edgeLink[edge] & 1 == 1
        let tail = isReversed ? s.linkHead[link] : s.linkTail[link]
        let head = isReversed ? s.linkTail[link] : s.linkHead[link]
        try require(Int(tail) == node && s.edgeHead[edge] == head, "ends of edge \(edge)")
        let back = isReversed ? s.linkBackwardEdge[link] : s.linkForwardEdge[link]
        try require(Int(back) == edge, "edge \(edge) of link \(link)")
      }
    }
  }

  private func checkLinks() throws {
    let nodes = s.nodeLatitude.count
    try require(s.linkFirstPoint[0] == 0, "first point")
    try require(Int(s.linkFirstPoint[s.linkFirstPoint.count - 1]) == s.pointLatitude.count, "last point")
    for link in s.linkTail.indices {
      try require(Int(s.linkTail[link]) < nodes && Int(s.linkHead[link]) < nodes, "nodes of link \(link)")
      try require(
        s.linkFeature[link] == .max || Int(s.linkFeature[link]) < s.featureRecord.count,
        "feature of link \(link)")
      try require(
        LinkKind(code: s.linkKind[link]) != nil && LinkCause(code: s.linkCause[link]) != nil
          && s.linkDifficulty[link] <= Difficulty.extreme.rank && s.linkConfidence[link] <= 100,
        "codes of link \(link)")
      for edge in [s.linkForwardEdge[link], s.linkBackwardEdge[link]] {
        try require(edge == .max || Int(edge) < s.edgeHead.count, "edges of link \(link)")
        try require(edge == .max || Int(s.edgeLink[Int(edge)] / 2) == link, "edges of link \(link)")
      }
      try checkPoints(link)
    }
  }

  private func checkPoints(_ link: Int) throws {
    let (first, end) = (Int(s.linkFirstPoint[link]), Int(s.linkFirstPoint[link + 1]))
    try require(end >= first + 2 && end <= s.pointLatitude.count, "points of link \(link)")
    try require(s.pointDistance[first] == 0, "distances of link \(link)")
    for point in first + 1..<end {
      try require(s.pointDistance[point] >= s.pointDistance[point - 1], "distances of link \(link)")
    }
    let (tail, head) = (Int(s.linkTail[link]), Int(s.linkHead[link]))
    try require(
      s.pointLatitude[first] == s.nodeLatitude[tail] && s.pointLongitude[first] == s.nodeLongitude[tail]
        && s.pointLatitude[end - 1] == s.nodeLatitude[head]
        && s.pointLongitude[end - 1] == s.nodeLongitude[head],
      "ends of link \(link)")
  }

  private func checkFeatures() throws {
    var previous: UInt32 = 0
    for (index, first) in s.featureFirstLink.enumerated() {
      try require(first >= previous && Int(first) <= s.linkTail.count, "links of feature \(index)")
      previous = first
    }
    for (index, record) in s.featureRecord.enumerated() {
      let isKnown =
        FeatureKind(code: record.kind) != nil && Lifecycle(code: record.status) != nil
        && DifficultyConvention(code: record.convention) != nil && LiftKind(code: record.liftKind) != nil
        && record.difficulty <= Difficulty.extreme.rank
        && record.estimatedDifficulty <= Difficulty.extreme.rank
      try require(isKnown, "codes of feature \(index)")
      let isPlaced =
        isOnEarth(record.startLatitude, record.startLongitude)
        && isOnEarth(record.endLatitude, record.endLongitude)
        && isHeight(record.startElevation) && isHeight(record.endElevation)
      try require(isPlaced, "ends of feature \(index)")
      try require(
        isPosition(record.startNode, below: s.nodeLatitude.count)
          && isPosition(record.endNode, below: s.nodeLatitude.count), "nodes of feature \(index)")
      try require(
        isPosition(record.parent, below: s.featureRecord.count)
          && isPosition(record.area, below: s.areaRecord.count),
        "parent of feature \(index)")
      try require([record.id, record.name, record.ref].allSatisfy(isString), "texts of feature \(index)")
      for link in Int(s.featureFirstLink[index])..<Int(s.featureFirstLink[index + 1]) {
        try require(s.linkFeature[link] == UInt32(index), "links of feature \(index)")
      }
    }
    for (index, area) in s.areaRecord.enumerated() {
      try require(
        isString(area.name) && isString(area.id) && isOnEarth(area.south, area.west)
          && isOnEarth(area.north, area.east), "area \(index)")
    }
  }

  private func isPosition(_ value: UInt32, below count: Int) -> Bool { value == .max || Int(value) < count }
  private func isString(_ number: UInt32) -> Bool { isPosition(number, below: s.stringOffsets.count - 1) }

  private func checkText() throws {
    try require(!s.stringOffsets.isEmpty && s.stringOffsets[0] == 0, "texts")
    var previous: UInt32 = 0
    for offset in s.stringOffsets {
      try require(offset >= previous, "texts")
      previous = offset
    }
    try require(Int(previous) == s.stringBytes.count, "texts")
    try require(s.sourceStrings.allSatisfy(isString), "sources")
    for position in s.nameKeyString.indices {
      try require(
        Int(s.nameKeyString[position]) < s.stringOffsets.count - 1
          && Int(s.nameKeyFeature[position]) < s.featureRecord.count, "names")
    }
  }

  private func checkTree() throws {
    let items = s.treeItemLink.count
    try require(
      s.treeItemPoint.count == items && s.treeBox.count == PackedTree(itemCount: items).boxCount,
      "spatial index")
    for item in 0..<items {
      let (link, point) = (s.treeItemLink[item], Int(s.treeItemPoint[item]))
      if link == .max {
        try require(point < s.nodeLatitude.count, "spatial index")
      } else {
        try require(
          Int(link) < s.linkTail.count && point >= Int(s.linkFirstPoint[Int(link)])
            && point + 1 < Int(s.linkFirstPoint[Int(link) + 1]), "spatial index")
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
