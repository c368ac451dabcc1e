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

extension GraphValidation {
  /// Checks the lattice of the height grid, and that its tiles lie in it, in order, each with a code of its own.
  ///
  /// The codes themselves are checked when a tile is first read; see ``StoredHeightGrid``.
  func checkHeights() throws(SkiError) {
    let heights = s.heights
    guard heights.arePresent else { return }
    try require(heights.grid.count == 1, .heightCounts, .heightGrid, heights.grid.count)
    let tiles = heights.tile.count
    try require(
      heights.firstByte.count == tiles + 1, .heightCounts, .heightFirstByte,
      min(heights.firstByte.count, tiles + 1))
    let record = heights.grid[0]
    guard let lattice = record.lattice else { throw MapRule.heightLattice.broken(.heightGrid, 0, in: part) }
    try require(HeightGrid.steps.contains(record.stepMillimetres), .heightStep, .heightGrid, 0)
    try require(heights.firstByte[0] == 0, .heightBytes, .heightFirstByte, 0)
    try require(Int(heights.firstByte[tiles]) == heights.bytes.count, .heightBytes, .heightFirstByte, tiles)
    for position in 0..<tiles {
      let tile = heights.tile[position]
      try require(
        Int(tile.column) < lattice.tilesAcross && Int(tile.row) < lattice.tilesDown, .heightTile, .heightTile,
        position)
      try require(
        position == 0 || heights.tile[position - 1] < tile, .heightOrder, .heightTile, position)
      try require(
        heights.firstByte[position] < heights.firstByte[position + 1], .heightBytes, .heightFirstByte,
        position + 1)
    }
    for (position, text) in heights.attribution.enumerated() {
      try require(Int(text) < s.texts.count, .heightAttribution, .heightAttribution, position)
    }
  }

  /// Checks the directory entry of a region: its counts, and a bounding box around all of its coordinates.
  func check(_ entry: MapPart) throws(SkiError) {
    try require(
      s.nodeLatitude.count == Int(entry.nodeCount), .regionCounts, .nodeLatitude, s.nodeLatitude.count)
    try require(
      s.featureRecord.count == Int(entry.featureCount), .regionCounts, .featureRecord,
      s.featureRecord.count)
    try checkBox(entry, .nodeLatitude, s.nodeLatitude, s.nodeLongitude)
    try checkBox(entry, .pointLatitude, s.pointLatitude, s.pointLongitude)
    try checkBox(entry, .ringLatitude, s.rings.latitude, s.rings.longitude)
    for (index, record) in s.featureRecord.enumerated() {
      try require(
        entry.holds(record.startLatitude, record.startLongitude)
          && entry.holds(record.endLatitude, record.endLongitude), .regionBox, .featureRecord, index)
    }
  }

  private func checkBox(
    _ entry: MapPart, _ section: SectionID, _ latitude: SectionRow<Int32>, _ longitude: SectionRow<Int32>
  ) throws(SkiError) {
    let (latitude, longitude) = (latitude.unchecked, longitude.unchecked)
    let (south, west, north, east) = (entry.south, entry.west, entry.north, entry.east)
    try requireAll(latitude.count, .regionBox, section) {
      latitude[$0] >= south && latitude[$0] <= north && longitude[$0] >= west && longitude[$0] <= east
    }
  }
}

extension MapPart {
  /// Returns whether a coordinate in 1e-7 degrees lies in the bounding box of the region.
  fileprivate func holds(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude >= south && latitude <= north && longitude >= west && longitude <= east
  }
}

extension GraphValidation {
  /// Checks that each ring belongs to a run, in the order of runs, has three corners or more, and that a hole follows
  /// an outer ring.
  func checkRings() throws(SkiError) {
    let rings = s.rings
    guard rings.arePresent else { return }
    try require(rings.kind.count == rings.count, .ringCounts, .ringKind, min(rings.kind.count, rings.count))
    try require(
      rings.firstPoint.count == rings.count + 1, .ringCounts, .ringFirstPoint,
      min(rings.firstPoint.count, rings.count + 1))
    let corners = rings.latitude.count
    try require(
      rings.longitude.count == corners, .ringCounts, .ringLongitude, min(rings.longitude.count, corners))
    try require(rings.firstPoint[0] == 0, .ringCorners, .ringFirstPoint, 0)
    try require(
      Int(rings.firstPoint[rings.count]) == corners, .ringCorners, .ringFirstPoint, rings.count)
    for ring in 0..<rings.count { try check(ring, of: rings) }
    try requireAll(corners, .ringPlace, .ringLatitude) {
      MapLimits.isOnEarth(rings.latitude.unchecked[$0], rings.longitude.unchecked[$0])
    }
  }

  private func check(_ ring: Int, of rings: RingViews) throws(SkiError) {
    let feature = rings.feature[ring]
    let isFirst = ring == 0 || rings.feature[ring - 1] != feature
    try require(
      Int(feature) < s.featureRecord.count && (ring == 0 || rings.feature[ring - 1] <= feature)
        && s.featureRecord[Int(feature)].kind == FeatureKind.run.code, .ringFeature, .ringFeature, ring)
    try require(rings.kind[ring] <= 1 && !(isFirst && rings.kind[ring] == 1), .ringKind, .ringKind, ring)
    let (first, end) = (Int(rings.firstPoint[ring]), Int(rings.firstPoint[ring + 1]))
    try require(
      end >= first + 3 && end <= rings.latitude.count, .ringCorners, .ringFirstPoint, ring + 1)
    try require(
      rings.latitude[first] != rings.latitude[end - 1] || rings.longitude[first] != rings.longitude[end - 1],
      .ringEnd, .ringLatitude, end - 1)
  }

  /// Checks that each edge travels its link in the link's direction, and that each link refers to its edges.
  /// - Precondition: The links are checked.
  func checkEdges() throws(SkiError) {
    let (firstOut, edgeLink, edgeHead) = (s.firstOut, s.edgeLink, s.edgeHead)
    let links = s.linkTail.count
    for node in 0..<s.nodeLatitude.count {
      let edges = Int(firstOut[node])..<Int(firstOut[node + 1])
      for edge in edges {
        let code = edgeLink[edge]
        let link = Int(code / 2)
        try require(link < links, .edgeLink, .edgeLink, edge)
        let isReversed = code & 1 == 1
        let (tail, head) =
          isReversed ? (s.linkHead[link], s.linkTail[link]) : (s.linkTail[link], s.linkHead[link])
        try require(Int(tail) == node, .edgeEnds, .edgeLink, edge)
        try require(edgeHead[edge] == head, .edgeEnds, .edgeHead, edge)
        let known = isReversed ? s.linkBackwardEdge[link] : s.linkForwardEdge[link]
        try require(Int(known) == edge, .edgeKnown, .edgeLink, edge)
        if edge > edges.lowerBound {
          try require(
            (edgeHead[edge - 1], edgeLink[edge - 1]) < (head, code), .edgeOrder, .edgeHead, edge)
        }
      }
    }
    try checkCabins()
  }

  /// Checks that rides that begin or end in a cabin are one-way lift links, and that no other links share the cabin's
  /// node.
  private func checkCabins() throws(SkiError) {
    let flags = s.linkFlags.unchecked
    let cabin = LinkFlags([.staysOn, .goesOn]).rawValue
    var hasNone = true
    for link in 0..<flags.count { hasNone = flags[link] & cabin == 0 && hasNone }
    guard !hasNone else { return }
    for link in 0..<flags.count where flags[link] & cabin != 0 {
      let isOneWay = (s.linkForwardEdge[link] == .max) != (s.linkBackwardEdge[link] == .max)
      try require(s.linkKind[link] == LinkKind.lift.code && isOneWay, .cabinRide, .linkFlags, link)
    }
    func staysOn(_ edge: Int) -> Bool {
      flags[Int(s.edgeLink[edge] / 2)] & LinkFlags.staysOn.rawValue != 0
    }
    for node in 0..<s.nodeLatitude.count {
      for edge in Int(s.firstOut[node])..<Int(s.firstOut[node + 1]) {
        try require(staysOn(edge) == staysOn(Int(s.firstOut[node])), .cabinNode, .edgeLink, edge)
        let next = Int(s.edgeHead[edge])
        let (first, end) = (Int(s.firstOut[next]), Int(s.firstOut[next + 1]))
        guard first < end else { continue }
        let goesOn = flags[Int(s.edgeLink[edge] / 2)] & LinkFlags.goesOn.rawValue != 0
        try require(goesOn == staysOn(first), .cabinNode, .edgeHead, edge)
      }
    }
  }

  /// Checks that each feature has known codes, valid texts and coordinates, and references within range.
  func checkFeatures() throws(SkiError) {
    let limits = FeatureCodeLimits()
    for (index, record) in s.featureRecord.enumerated() {
      try require(limits.hold(record), .featureCodes, .featureRecord, index)
      try checkPlaces(of: record, index)
      try require(
        Int(record.id) < s.texts.count && isString(record.name) && isString(record.ref)
          && isString(record.zone &- 1), .featureTexts, .featureRecord, index)
      try require(isPosition(record.area, below: s.areaRecord.count), .featureArea, .featureRecord, index)
      try checkParent(of: record, index)
    }
  }

  private func checkPlaces(of record: FeatureRecord, _ index: Int) throws(SkiError) {
    try require(
      MapLimits.isOnEarth(record.startLatitude, record.startLongitude)
        && MapLimits.isOnEarth(record.endLatitude, record.endLongitude), .featurePlace, .featureRecord, index)
    try require(
      MapLimits.isElevation(record.startElevation) && MapLimits.isElevation(record.endElevation),
      .featureElevation, .featureRecord, index)
    let nodes = s.nodeLatitude.count
    try require(
      isPosition(record.startNode, below: nodes) && isPosition(record.endNode, below: nodes), .featureNodes,
      .featureRecord, index)
  }

  /// Checks that only stations have a parent, and that it is a lift.
  private func checkParent(of record: FeatureRecord, _ index: Int) throws(SkiError) {
    guard record.parent != .max else { return }
    try require(
      record.kind == FeatureKind.station.code && Int(record.parent) < s.featureRecord.count
        && s.featureRecord[Int(record.parent)].kind == FeatureKind.lift.code,
      .featureParent, .featureRecord, index)
  }

  /// Checks that the links of each feature are consecutive, in the order of features, with connectors last.
  /// - Precondition: The links are checked.
  func checkFeatureLinks() throws(SkiError) {
    let (first, features) = (s.featureFirstLink, s.featureRecord.count)
    try require(first[0] == 0, .featureLinks, .featureFirstLink, 0)
    for feature in 0..<features {
      try require(
        first[feature] <= first[feature + 1] && Int(first[feature + 1]) <= s.linkTail.count, .featureLinks,
        .featureFirstLink, feature + 1)
      for link in Int(first[feature])..<Int(first[feature + 1]) {
        try require(s.linkFeature[link] == UInt32(feature), .featureLinks, .linkFeature, link)
      }
    }
    for link in Int(first[features])..<s.linkTail.count {
      try require(s.linkFeature[link] == .max, .featureLinks, .linkFeature, link)
    }
  }

  /// Checks that each optional text belongs to a feature of the region, in the order of features.
  func checkOptionalTexts() throws(SkiError) {
    var previous: UInt32 = 0
    for (position, entry) in s.featureTexts.entries.enumerated() {
      try require(
        entry.feature >= previous && Int(entry.feature) < s.featureRecord.count
          && Int(entry.text) < s.texts.count && isString(entry.language), .rareText, .featureText, position)
      previous = entry.feature
    }
  }

  /// Checks that each ski area has valid texts and a valid bounding box.
  func checkAreas() throws(SkiError) {
    for (index, area) in s.areaRecord.enumerated() {
      try require(
        isString(area.name) && isString(area.id) && isString(area.zone &- 1), .areaTexts, .areaRecord, index)
      try require(
        MapLimits.isOnEarth(area.south, area.west) && MapLimits.isOnEarth(area.north, area.east)
          && area.south <= area.north && area.west <= area.east, .areaBox, .areaRecord, index)
    }
  }

  private func isPosition(_ value: UInt32, below count: Int) -> Bool { value == .max || Int(value) < count }
  private func isString(_ number: UInt32) -> Bool { s.texts.holds(number) }
}

/// The number of codes of each kind.
private struct FeatureCodeLimits {
  let kinds = FeatureKind.allCases.count
  let states = Lifecycle.allCases.count
  let conventions = DifficultyConvention.allCases.count
  let liftKinds = LiftKind.allCases.count
  let streetKinds = StreetKind.allCases.count
  let groomings = Grooming.allCases.count
  let hardest = Difficulty.extreme.rank

  func hold(_ record: FeatureRecord) -> Bool {
    Int(record.kind) < kinds && Int(record.status) < states && Int(record.convention) < conventions
      && Int(record.liftKind) < liftKinds
      && Int(record.streetKind) <= streetKinds && Int(record.grooming) <= groomings
      && record.difficulty <= hardest
      && record.estimatedDifficulty <= hardest
  }
}
