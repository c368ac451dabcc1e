import SkiBase

/// The checks of the sections of a region, so that later access stays in bounds and answers rest on consistent data.
///
/// All assumptions of readers are checked here, once, when the region is first used; ``MapRule`` and
/// Data/Formats/skimap.md list the rules.
/// - Complexity: O(size of the region), one pass per section, with a bit of memory for each node and point.
struct GraphValidation {
  let s: GraphStorage
  /// The part's name in errors.
  let part: String

  init(_ storage: GraphStorage) {
    s = storage
    part = storage.partName
  }

  /// Checks all sections.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule, the section and the element.
  func check() throws(SkiError) {
    try checkCounts()
    try checkNodes()
    try checkPoints()
    try checkFeatures()
    try checkLinks()
    try checkFeatureLinks()
    try checkEdges()
    try checkOptionalTexts()
    try checkAreas()
    try checkTree()
    try checkRings()
    try checkHeights()
  }

  @inline(__always)
  func require(_ holds: Bool, _ rule: MapRule, _ section: SectionID, _ position: Int) throws(SkiError) {
    guard holds else { throw rule.broken(section, position, in: part) }
  }

  /// Checks every position of a section against a rule.
  ///
  /// The loop has no early exit, so that the compiler vectorises it; the failing element is searched afterwards.
  @inline(__always)
  func requireAll(_ count: Int, _ rule: MapRule, _ section: SectionID, _ holds: (Int) -> Bool)
    throws(SkiError)
  {
    var areAll = true
    for position in 0..<count { areAll = holds(position) && areAll }
    guard !areAll else { return }
    throw rule.broken(section, (0..<count).first { !holds($0) } ?? 0, in: part)
  }

  private func checkCounts() throws(SkiError) {
    let nodes = s.nodeLatitude.count
    let eliminated = s.eliminationOrder.count
    try requireCounts(
      .nodeCounts,
      [
        (.nodeLongitude, s.nodeLongitude.count, nodes), (.nodeElevation, s.nodeElevation.count, nodes),
        (.firstOut, s.firstOut.count, nodes + 1), (.nodeJunction, s.nodeJunction.count, nodes),
        (.nodeConfidence, s.nodeConfidence.count, nodes),
        (.eliminationOrder, eliminated, eliminated == 0 ? 0 : nodes),
      ])
    try requireCounts(.edgeCounts, [(.edgeLink, s.edgeLink.count, s.edgeHead.count)])
    let links = s.linkTail.count
    try requireCounts(
      .linkCounts,
      [
        (.linkHead, s.linkHead.count, links), (.linkFeature, s.linkFeature.count, links),
        (.linkKind, s.linkKind.count, links), (.linkDifficulty, s.linkDifficulty.count, links),
        (.linkFlags, s.linkFlags.count, links), (.linkCause, s.linkCause.count, links),
        (.linkConfidence, s.linkConfidence.count, links), (.linkStartOffset, s.linkStartOffset.count, links),
        (.linkEndOffset, s.linkEndOffset.count, links), (.linkForwardEdge, s.linkForwardEdge.count, links),
        (.linkBackwardEdge, s.linkBackwardEdge.count, links),
        (.linkFirstPoint, s.linkFirstPoint.count, links + 1),
      ])
    let points = s.pointLatitude.count
    let inferred = s.pointInferredElevation.count
    try requireCounts(
      .pointCounts,
      [
        (.pointLongitude, s.pointLongitude.count, points), (.pointElevation, s.pointElevation.count, points),
        (.pointDistance, s.pointDistance.count, points),
        (.pointInferredElevation, inferred, inferred == 0 ? 0 : points),
      ])
    try requireCounts(
      .featureCounts, [(.featureFirstLink, s.featureFirstLink.count, s.featureRecord.count + 1)])
  }

  private func requireCounts(
    _ rule: MapRule, _ rows: [(section: SectionID, count: Int, wanted: Int)]
  ) throws(SkiError) {
    for row in rows { try require(row.count == row.wanted, rule, row.section, min(row.count, row.wanted)) }
  }

  private func checkNodes() throws(SkiError) {
    let (latitude, longitude) = (s.nodeLatitude.unchecked, s.nodeLongitude.unchecked)
    let nodes = latitude.count
    try requireAll(nodes, .nodePlace, .nodeLatitude) { MapLimits.isOnEarth(latitude[$0], longitude[$0]) }
    let elevation = s.nodeElevation.unchecked
    try requireAll(nodes, .nodeElevation, .nodeElevation) { MapLimits.isElevation(elevation[$0]) }
    let (junction, causes) = (s.nodeJunction.unchecked, UInt8(JunctionCause.allCases.count))
    try requireAll(nodes, .nodeJunction, .nodeJunction) { junction[$0] < causes }
    let confidence = s.nodeConfidence.unchecked
    try requireAll(nodes, .nodeConfidence, .nodeConfidence) { confidence[$0] <= 100 }
    let first = s.firstOut.unchecked
    try require(first[0] == 0, .firstOut, .firstOut, 0)
    try requireAll(nodes, .firstOut, .firstOut) { first[$0] <= first[$0 + 1] }
    try require(Int(first[nodes]) == s.edgeHead.count, .firstOut, .firstOut, nodes)
    let most = MapLimits.mostEdges
    try requireAll(nodes, .nodeDegree, .firstOut) { first[$0 + 1] - first[$0] <= most }
    try checkEliminationOrder()
  }

  /// Checks that the order of elimination has each node once.
  private func checkEliminationOrder() throws(SkiError) {
    var isEliminated = [Bool](repeating: false, count: s.eliminationOrder.count)
    for (place, node) in s.eliminationOrder.unchecked.enumerated() {
      try require(
        node < isEliminated.count && !isEliminated[Int(node)], .eliminationOrder, .eliminationOrder, place)
      isEliminated[Int(node)] = true
    }
  }

  private func checkPoints() throws(SkiError) {
    let (latitude, longitude) = (s.pointLatitude.unchecked, s.pointLongitude.unchecked)
    try requireAll(latitude.count, .pointPlace, .pointLatitude) {
      MapLimits.isOnEarth(latitude[$0], longitude[$0])
    }
    let elevation = s.pointElevation.unchecked
    try requireAll(latitude.count, .pointElevation, .pointElevation) { MapLimits.isElevation(elevation[$0]) }
  }
}
