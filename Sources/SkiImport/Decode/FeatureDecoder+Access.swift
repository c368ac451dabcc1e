import SkiModel

/// Who may use a run or lift, and when: kept as tagged.
extension FeatureDecoder {
  /// The tags of access and season. Complexity: O(1).
  var accessTags: AccessTags {
    var access = AccessTags()
    for key in AccessTags.Key.allCases { access[key] = tags.word(key.rawValue) }
    return access
  }

  /// The opening hours as tagged, in OpenStreetMap's key or OpenSkiMap's way to write it; nil without.
  var openingHours: String? { tags.text("opening_hours") ?? tags.text("openingHours") }

  /// Adds what both forms of lifts have in common.
  func addNamesAndAccess(to lift: inout Lift) {
    lift.alternativeNames = alternativeNames(besides: lift.name)
    lift.access = accessTags
    lift.openingHours = openingHours
  }
}
