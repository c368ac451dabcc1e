public import SkiGraph

/// Names a thing in a list of what is near; stays the same while the list changes.
@nonexhaustive
public enum NearbyID: Hashable, Sendable {
  /// A lift, run or hut, by the first of its features; valid for its region.
  case place(FeatureIndex)
  /// A person.
  case person(TravellerID)
}

/// What kind of thing is near; the raw values are the words of every output format.
@nonexhaustive
public enum NearbyKind: String, Sendable, Hashable, CaseIterable {
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
public struct NearbyEntry: Hashable, Sendable {
  /// Its name in the list.
  public var id: NearbyID
  /// What it is.
  public var kind: NearbyKind
  /// The lift, run or hut; nil for people.
  public var place: Place?
  /// Milliseconds on skis, lifts and foot to where one gets on, or to the end of the piece of run or lift a person is on;
  /// 0 for what one is on; nil when there is no way there.
  public var milliseconds: UInt32?
  /// Metres on the map, as the crow flies.
  public var metres: Double
  /// Whether the traveller marked it.
  public var isFavourite: Bool

  /// Whether there is a way there.
  public var isReachable: Bool { milliseconds != nil }
}
