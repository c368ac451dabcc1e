import SkiGraph

/// Decoding of access and opening hours, kept as tagged.
extension FeatureDecoder {
  private static let accessKeys = AccessTags.Key.allCases.compactMap { key in
    PropertyKey(rawValue: key.rawValue).map { (key: key, tag: $0) }
  }

  /// The access and season tags; `status` is that of the operation, unless it is a lifecycle.
  var accessTags: AccessTags {
    var access = AccessTags()
    for (key, tag) in Self.accessKeys where tags.has(tag) { access[key] = tags.word(tag) }
    if access[.operationalStatus] == nil, let word = tags.word(.status), Lifecycle(rawValue: word) == nil {
      access[.operationalStatus] = word
    }
    return access
  }

  /// The opening hours as tagged, under OpenStreetMap's or OpenSkiMap's key; nil without.
  var openingHours: String? { tags.text(.openingHoursTag) ?? tags.text(.openingHours) }

  /// Adds the properties common to both forms of lifts.
  func addNamesAndAccess(to lift: inout Lift) {
    lift.alternativeNames = alternativeNames(besides: lift.name)
    lift.access = accessTags
    lift.openingHours = openingHours
  }
}
