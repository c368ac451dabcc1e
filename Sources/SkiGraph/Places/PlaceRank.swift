/// The order of places whose names fit equally well: those in the network first, then lifts, stations, runs and huts,
/// then shorter names, then the order of the map.
///
/// It is known of a name before its region is opened, so that a search can stop when nothing better is left.
struct PlaceRank: Comparable {
  private let isOutside: Bool
  private let kind: Int
  private let nameLength: UInt16
  private let region: UInt32
  private let feature: UInt32

  /// The rank of a place.
  init(_ place: Place) {
    isOutside = place.node == nil
    kind = PlaceFinder.kindRank(place.kind)
    nameLength = NameKey.rankedLength(place.name)
    (region, feature) = (place.region.rawValue, place.feature.rawValue)
  }

  /// The best rank a place with such a name may have.
  init(_ key: NameKey) {
    isOutside = key.flags & NameKey.isInNetwork == 0
    kind = FeatureKind(code: key.kind).map(PlaceFinder.kindRank) ?? .max
    nameLength = key.nameLength
    (region, feature) = (key.region, 0)
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.isOutside != b.isOutside { return b.isOutside }
    return (a.kind, a.nameLength, a.region, a.feature) < (b.kind, b.nameLength, b.region, b.feature)
  }
}
