package import SkiGraph
import SkiModel

/// The identifier of an item in a list of nearby items, stable between updates.
@nonexhaustive
package enum NearbyID: Hashable, Sendable {
  /// A lift, run or hut, by its first feature; valid for its region.
  case place(FeatureIndex)
  /// A person.
  case person(TravellerID)
}

/// The kind of a nearby item; raw values are those of every output format.
@nonexhaustive
package enum NearbyKind: String, Sendable, Hashable, CaseIterable {
  case lift, run, hut, person

  /// The kind of feature; nil for people.
  var featureKind: FeatureKind? {
    switch self {
    case .lift: .lift
    case .run: .run
    case .hut: .hut
    case .person: nil
    }
  }

  init?(_ kind: FeatureKind) {
    guard let same = Self.allCases.first(where: { $0.featureKind == kind }) else { return nil }
    self = same
  }
}

/// An item near a traveller, with its distance.
package struct NearbyEntry: Hashable, Sendable {
  /// The identifier of the item.
  package var id: NearbyID
  /// The kind of the item.
  package var kind: NearbyKind
  /// The lift, run or hut; nil for people.
  package var place: Place?
  /// The travel time in milliseconds to the entry of a lift or run, to a hut, or to the end of a person's edge; 0 on
  /// the item; nil when it cannot be reached.
  package var milliseconds: UInt32?
  /// The straight-line distance in metres on the map.
  package var metres: Double
  /// Indicates whether it is a favourite of the traveller.
  package var isFavourite: Bool

  /// Indicates whether it can be reached.
  package var isReachable: Bool { milliseconds != nil }
}
