import SkiGeo
import SkiModel

extension GraphValidation {
  /// Each link has known codes, its nodes, its edges and its points.
  func checkLinks() throws {
    let (nodes, features) = (s.nodeLatitude.count, s.featureRecord.count)
    let (kinds, causes) = (UInt8(LinkKind.allCases.count), UInt8(LinkCause.allCases.count))
    let hardest = Difficulty.extreme.rank
    try require(s.linkFirstPoint[0] == 0, "first point")
    try require(Int(s.linkFirstPoint[s.linkTail.count]) == s.pointLatitude.count, "last point")
    for link in 0..<s.linkTail.count {
      try require(Int(s.linkTail[link]) < nodes && Int(s.linkHead[link]) < nodes, "nodes of link \(link)")
      try require(
        s.linkFeature[link] == .max || Int(s.linkFeature[link]) < features, "feature of link \(link)")
      try require(
        s.linkKind[link] < kinds && s.linkCause[link] < causes && s.linkDifficulty[link] <= hardest
          && s.linkConfidence[link] <= 100, "codes of link \(link)")
      try checkEdge(s.linkForwardEdge[link], code: UInt32(link) * 2)
      try checkEdge(s.linkBackwardEdge[link], code: UInt32(link) * 2 + 1)
      try checkShape(link)
      try checkInferredHeights(link)
    }
  }

  @inline(__always)
  private func checkEdge(_ edge: UInt32, code: UInt32) throws {
    guard edge != .max else { return }
    try require(Int(edge) < s.edgeLink.count && s.edgeLink[Int(edge)] == code, "edges of link \(code / 2)")
  }

  /// A link has inferred heights at all of its points or at none, and at none when it has known ones at all.
  private func checkInferredHeights(_ link: Int) throws {
    let inferred = s.pointInferredElevation
    guard !inferred.isEmpty else { return }
    let (first, end) = (Int(s.linkFirstPoint[link]), Int(s.linkFirstPoint[link + 1]))
    let hasInferred = inferred[first] != .min
    let isSurveyed = LinkFlags(rawValue: s.linkFlags[link]).contains(.hasElevation)
    for point in first..<end {
      try require(
        MapLimits.isElevation(inferred[point]) && (inferred[point] != .min) == hasInferred
          && !(hasInferred && isSurveyed), "inferred heights of link \(link)")
    }
  }

  private func checkShape(_ link: Int) throws {
    let (first, end) = (Int(s.linkFirstPoint[link]), Int(s.linkFirstPoint[link + 1]))
    try require(end >= first + 2 && end <= s.pointLatitude.count, "points of link \(link)")
    let distance = s.pointDistance
    try require(distance[first] == 0, "distances of link \(link)")
    for point in first + 1..<end {
      try require(distance[point] >= distance[point - 1], "distances of link \(link)")
    }
    let (tail, head) = (Int(s.linkTail[link]), Int(s.linkHead[link]))
    try require(
      s.pointLatitude[first] == s.nodeLatitude[tail] && s.pointLongitude[first] == s.nodeLongitude[tail]
        && s.pointLatitude[end - 1] == s.nodeLatitude[head]
        && s.pointLongitude[end - 1] == s.nodeLongitude[head],
      "ends of link \(link)")
  }
}
