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
    featuresWithHours().compactMap { entry in entry.hours.map { (entry.feature, $0) } }
  }

  /// Returns the runs and lifts that are open at some times only by their mapped opening hours or by conditional tags, in
  /// order, with the text of the hours and the access tags.
  /// - Complexity: O(*t*) in the optional texts of all features.
  package func featuresWithHours() -> [(feature: FeatureIndex, hours: String?, access: AccessTags)] {
    storage.featureTexts.features(withCode: { $0 == 64 || (39..<64).contains($0) }).compactMap { feature in
      let index = FeatureIndex(feature)
      let kind = FeatureKind(code: kindCode(of: index.position))
      guard kind == .run || kind == .lift else { return nil }
      let facts = self.feature(index)
      guard facts.openingHours != nil || facts.access.hasConditions else { return nil }
      return (index, facts.openingHours, facts.access)
    }
  }
}
