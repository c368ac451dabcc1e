package import SkiGraph

/// Names a thing in a list of what is near; stays the same while the list changes.
@nonexhaustive
package enum NearbyID: Hashable, Sendable {
  /// A lift, run or hut, by the first of its features; valid for its region.
  case place(FeatureIndex)
  /// A person.
  case person(TravellerID)
}

/// What kind of thing is near; the raw values are the words of every output format.
@nonexhaustive
package enum NearbyKind: String, Sendable, Hashable, CaseIterable {
  case lift, run, hut, person

  /// The kind of feature it is; nil for people.
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

/// One thing near a traveller, and how far it is.
///
/// A value.
package struct NearbyEntry: Hashable, Sendable {
  /// Its name in the list.
  package var id: NearbyID
  /// What it is.
  package var kind: NearbyKind
  /// The lift, run or hut; nil for people.
  package var place: Place?
  /// Milliseconds on skis, lifts and foot to where one gets on, or to the end of the piece of run or lift a person is on;
  /// 0 for what one is on; nil when there is no way there.
  package var milliseconds: UInt32?
  /// Metres on the map, as the crow flies.
  package var metres: Double
  /// Whether the traveller marked it.
  package var isFavourite: Bool

  /// Whether there is a way there.
  package var isReachable: Bool { milliseconds != nil }
}
