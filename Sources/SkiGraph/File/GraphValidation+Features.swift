import SkiGeo
import SkiModel

extension GraphValidation {
  /// Each feature has known codes, texts and places, and the links that name it, all of them in one row.
  func checkFeatures() throws {
    let limits = FeatureCodeLimits()
    let first = s.featureFirstLink
    try require(first[0] == 0, "links of features")
    for (index, record) in s.featureRecord.enumerated() {
      try require(limits.hold(record), "codes of feature \(index)")
      try checkPlaces(of: record, index)
      try require(
        isString(record.id) && isString(record.name) && isString(record.ref), "texts of feature \(index)")
      try require(
        first[index] <= first[index + 1] && Int(first[index + 1]) <= s.linkTail.count,
        "links of feature \(index)")
      for link in Int(first[index])..<Int(first[index + 1]) {
        try require(s.linkFeature[link] == UInt32(index), "links of feature \(index)")
      }
    }
    for link in Int(first[s.featureRecord.count])..<s.linkTail.count {
      try require(s.linkFeature[link] == .max, "feature of link \(link)")
    }
  }

  /// Each text of a feature is one of the region's, in the order of features.
  func checkFeatureTexts() throws {
    var previous: UInt32 = 0
    for (position, entry) in s.featureTexts.entries.enumerated() {
      try require(
        entry.feature >= previous && Int(entry.feature) < s.featureRecord.count
          && Int(entry.text) < s.texts.count && isString(entry.language), "text \(position) of a feature")
      previous = entry.feature
    }
  }

  private func checkPlaces(of record: FeatureRecord, _ index: Int) throws {
    try require(
      MapLimits.isOnEarth(record.startLatitude, record.startLongitude)
        && MapLimits.isOnEarth(record.endLatitude, record.endLongitude)
        && MapLimits.isElevation(record.startElevation) && MapLimits.isElevation(record.endElevation),
      "ends of feature \(index)")
    let nodes = s.nodeLatitude.count
    try require(
      isPosition(record.startNode, below: nodes) && isPosition(record.endNode, below: nodes),
      "nodes of feature \(index)")
    try require(
      isPosition(record.parent, below: s.featureRecord.count)
        && isPosition(record.area, below: s.areaRecord.count), "parent or area of feature \(index)")
  }

  /// Each measured area has its texts and a box.
  func checkAreas() throws {
    for (index, area) in s.areaRecord.enumerated() {
      try require(
        isString(area.name) && isString(area.id) && MapLimits.isOnEarth(area.south, area.west)
          && MapLimits.isOnEarth(area.north, area.east) && area.south <= area.north && area.west <= area.east,
        "area \(index)")
    }
  }

  private func isPosition(_ value: UInt32, below count: Int) -> Bool { value == .max || Int(value) < count }
  private func isString(_ number: UInt32) -> Bool { s.texts.holds(number) }

  /// Each leaf of the spatial index is a segment or a node. (A wrong box loses a find, no more.)
  func checkTree() throws {
    let (links, points, first) = (s.treeItemLink, s.treeItemPoint, s.linkFirstPoint)
    try require(
      points.count == links.count && s.treeBox.count == PackedTree(itemCount: links.count).boxCount,
      "spatial index")
    for item in 0..<links.count {
      let (link, point) = (links[item], points[item])
      if link == .max {
        try require(Int(point) < s.nodeLatitude.count, "spatial index")
      } else {
        try require(
          Int(link) < s.linkTail.count && point >= first[Int(link)]
            && Int(point) + 1 < Int(first[Int(link) + 1]), "spatial index")
      }
    }
  }
}

/// How many codes of each kind there are, counted once.
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
