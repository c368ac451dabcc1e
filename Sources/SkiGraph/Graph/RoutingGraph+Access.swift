package import SkiModel

extension RoutingGraph {
  /// Returns the runs and lifts closed to skiers by access tags, in order, with the reason; see
  /// ``AccessTags/restriction()``.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func restrictedFeatures() -> [(feature: FeatureIndex, restriction: AccessRestriction)] {
    storage.featureTexts.features(withCode: { (32..<64).contains($0) }).compactMap { feature in
      let index = FeatureIndex(feature)
      let kind = FeatureKind(code: kindCode(of: index.position))
      guard kind == .run || kind == .lift else { return nil }
      return self.feature(index).access.restriction().map { (index, $0) }
    }
  }

  /// Returns the runs and lifts with mapped opening hours, in order, with their text.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func featuresWithOpeningHours() -> [(feature: FeatureIndex, text: String)] {
    storage.featureTexts.features(withCode: { $0 == 64 }).compactMap { feature in
      let index = FeatureIndex(feature)
      let kind = FeatureKind(code: kindCode(of: index.position))
      guard kind == .run || kind == .lift else { return nil }
      return self.feature(index).openingHours.map { (index, $0) }
    }
  }
}
