import SkiBase

extension GraphValidation {
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
