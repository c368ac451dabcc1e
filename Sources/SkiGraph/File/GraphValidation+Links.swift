import SkiBase

extension GraphValidation {
  /// Checks that each link has known codes, nodes, a feature of its kind, points and edges.
  /// - Precondition: The kinds of features are checked.
  func checkLinks() throws(SkiError) {
    try checkLinkCodes()
    let links = s.linkTail.count
    try require(s.linkFirstPoint[0] == 0, .linkPoints, .linkFirstPoint, 0)
    try require(
      Int(s.linkFirstPoint[links]) == s.pointLatitude.count, .linkPoints, .linkFirstPoint, links)
    for link in 0..<links {
      try checkFeature(ofLink: link)
      try checkShape(link)
      try checkElevations(link)
      try checkEdge(s.linkForwardEdge[link], .linkForwardEdge, code: UInt32(link) * 2)
      try checkEdge(s.linkBackwardEdge[link], .linkBackwardEdge, code: UInt32(link) * 2 + 1)
    }
  }

  private func checkLinkCodes() throws(SkiError) {
    let (links, nodes) = (s.linkTail.count, UInt32(s.nodeLatitude.count))
    let (tail, head) = (s.linkTail.unchecked, s.linkHead.unchecked)
    try requireAll(links, .linkNodes, .linkTail) { tail[$0] < nodes }
    try requireAll(links, .linkNodes, .linkHead) { head[$0] < nodes }
    let (kind, kinds) = (s.linkKind.unchecked, UInt8(LinkKind.allCases.count))
    try requireAll(links, .linkKind, .linkKind) { kind[$0] < kinds }
    let (cause, causes) = (s.linkCause.unchecked, UInt8(LinkCause.allCases.count))
    try requireAll(links, .linkCause, .linkCause) { cause[$0] < causes }
    let (difficulty, hardest) = (s.linkDifficulty.unchecked, Difficulty.extreme.rank)
    try requireAll(links, .linkDifficulty, .linkDifficulty) { difficulty[$0] <= hardest }
    let confidence = s.linkConfidence.unchecked
    try requireAll(links, .linkConfidence, .linkConfidence) { confidence[$0] <= 100 }
  }

  /// Checks that a connector has no feature, and that every other link belongs to a feature of its kind.
  @inline(__always)
  private func checkFeature(ofLink link: Int) throws(SkiError) {
    let (kind, feature) = (s.linkKind[link], s.linkFeature[link])
    guard let wanted = Self.featureKinds[Int(kind)] else {
      return try require(feature == .max, .linkFeature, .linkFeature, link)
    }
    try require(Int(feature) < s.featureRecord.count, .linkFeature, .linkFeature, link)
    try require(s.featureRecord[Int(feature)].kind == wanted, .linkFeatureKind, .linkFeature, link)
  }

  /// The code of the feature kind for each code of a link kind; nil for connectors.
  static let featureKinds: [UInt8?] = LinkKind.allCases.map { $0.featureKind?.code }

  /// Checks that a link has two points or more, distances that never decrease, and ends at its nodes.
  @inline(__always)
  private func checkShape(_ link: Int) throws(SkiError) {
    let (first, end) = (Int(s.linkFirstPoint[link]), Int(s.linkFirstPoint[link + 1]))
    try require(
      end >= first + 2 && end <= s.pointLatitude.count, .linkPoints, .linkFirstPoint, link)
    let distance = s.pointDistance.unchecked
    try require(distance[first] == 0, .pointDistance, .pointDistance, first)
    for point in first + 1..<end {
      try require(distance[point] >= distance[point - 1], .pointDistance, .pointDistance, point)
    }
    let (tail, head) = (Int(s.linkTail[link]), Int(s.linkHead[link]))
    let (latitude, longitude) = (s.pointLatitude, s.pointLongitude)
    try require(
      latitude[first] == s.nodeLatitude[tail] && longitude[first] == s.nodeLongitude[tail], .linkEnds,
      .linkTail, link)
    try require(
      latitude[end - 1] == s.nodeLatitude[head] && longitude[end - 1] == s.nodeLongitude[head], .linkEnds,
      .linkHead, link)
  }

  /// Checks that elevations agree with the flag of the link, and that inferred ones exist at all of its points or at
  /// none, never beside known ones.
  @inline(__always)
  private func checkElevations(_ link: Int) throws(SkiError) {
    let points = Int(s.linkFirstPoint[link])..<Int(s.linkFirstPoint[link + 1])
    let isSurveyed = LinkFlags(rawValue: s.linkFlags[link]).contains(.hasElevation)
    if isSurveyed {
      let known = s.pointElevation.unchecked
      for point in points { try require(known[point] != .min, .linkHeights, .pointElevation, point) }
    }
    guard !s.pointInferredElevation.isEmpty else { return }
    let inferred = s.pointInferredElevation.unchecked
    let hasInferred = inferred[points.lowerBound] != .min
    for point in points {
      try require(
        MapLimits.isElevation(inferred[point]) && (inferred[point] != .min) == hasInferred
          && !(hasInferred && isSurveyed), .inferredHeight, .pointInferredElevation, point)
    }
  }

  @inline(__always)
  private func checkEdge(_ edge: UInt32, _ section: SectionID, code: UInt32) throws(SkiError) {
    guard edge != .max else { return }
    try require(
      Int(edge) < s.edgeLink.count && s.edgeLink[Int(edge)] == code, .linkEdges, section, Int(code / 2))
  }
}

extension LinkKind {
  /// The kind of the features that links of this kind belong to; nil for connectors.
  var featureKind: FeatureKind? {
    switch self {
    case .run: .run
    case .lift: .lift
    case .walk: .street
    case .connector: nil
    }
  }
}
