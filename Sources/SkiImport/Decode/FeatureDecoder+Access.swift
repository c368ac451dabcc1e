import SkiModel

/// Decoding of access and opening hours, kept as tagged.
extension FeatureDecoder {
  /// The access and season tags.
  var accessTags: AccessTags {
    var access = AccessTags()
    for key in AccessTags.Key.allCases { access[key] = tags.word(key.rawValue) }
    return access
  }

  /// The opening hours as tagged, under OpenStreetMap's or OpenSkiMap's key; nil without.
  var openingHours: String? { tags.text("opening_hours") ?? tags.text("openingHours") }

  /// Adds the properties common to both forms of lifts.
  func addNamesAndAccess(to lift: inout Lift) {
    lift.alternativeNames = alternativeNames(besides: lift.name)
    lift.access = accessTags
    lift.openingHours = openingHours
  }
}
