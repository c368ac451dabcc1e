/// The order of places whose names match equally: in the network first, then by kind (lifts, stations, runs, huts), by
/// length of the name, and in map order.
///
/// A key has a rank before its region is opened, so that a search stops when no better place is left.
struct PlaceRank: Comparable {
  private let isOutside: Bool
  private let kind: Int
  private let nameLength: UInt16
  private let region: UInt32
  private let feature: UInt32

  /// Creates the rank of a place.
  init(_ place: Place) {
    isOutside = place.node == nil
    kind = PlaceFinder.kindRank(place.kind)
    nameLength = NameKey.rankedLength(place.name)
    (region, feature) = (place.region.rawValue, place.feature.rawValue)
  }

  /// Creates the best rank that a place with a key may have.
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
