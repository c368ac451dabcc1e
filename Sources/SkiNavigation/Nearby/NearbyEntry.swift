public import SkiGraph

/// The identifier of an item in a list of nearby items, stable between updates.
@nonexhaustive
public enum NearbyID: Hashable, Sendable {
  /// A lift, run or hut, by its first feature; valid for its region.
  case place(FeatureIndex)
  /// A person.
  case person(TravellerID)
}

/// The kind of a nearby item; raw values are those of every output format.
@nonexhaustive
public enum NearbyKind: String, Sendable, Hashable, CaseIterable {
  /// A lift.
  case lift
  /// A run.
  case run
  /// A hut.
  case hut
  /// A person.
  case person

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
public struct NearbyEntry: Hashable, Sendable {
  /// The identifier of the item.
  public var id: NearbyID
  /// The kind of the item.
  public var kind: NearbyKind
  /// The lift, run or hut; nil for people.
  public var place: Place?
  /// The travel time in milliseconds to the entry of a lift or run, to a hut, or to the end of a person's edge; 0 on
  /// the item; nil when it cannot be reached.
  public var milliseconds: UInt32?
  /// The straight-line distance in metres on the map.
  public var metres: Double
  /// Indicates whether it is a favourite of the traveller.
  public var isFavourite: Bool

  /// Creates an item from its members.
  public init(
    id: NearbyID, kind: NearbyKind, place: Place?, milliseconds: UInt32?, metres: Double, isFavourite: Bool
  ) {
    (self.id, self.kind, self.place) = (id, kind, place)
    (self.milliseconds, self.metres, self.isFavourite) = (milliseconds, metres, isFavourite)
  }

  /// Indicates whether it can be reached.
  public var isReachable: Bool { milliseconds != nil }
}

/// The measure by which nearby items are sorted.
@nonexhaustive
public enum NearbyMeasure: String, Sendable, Hashable, CaseIterable {
  /// The travel time.
  case minutes
  /// The straight-line distance in metres on the map.
  case metres
}

/// The treatment of items that cannot be reached, as across a closed lift or beyond the traveller's limits.
@nonexhaustive
public enum UnreachablePolicy: String, Sendable, Hashable, CaseIterable {
  /// The policy that lists unreachable items at the end, by distance.
  case last
  /// The policy that leaves out unreachable items.
  case leftOut = "left-out"
}

/// The contents and the order of a list of nearby items.
public struct NearbyOptions: Hashable, Sendable {
  /// The measure of the order.
  public var measure = NearbyMeasure.minutes
  /// The kinds listed.
  public var kinds = Set(NearbyKind.allCases)
  /// The greatest number of items.
  public var limit = 50
  /// The greatest travel time in minutes; nil for no limit.
  public var greatestMinutes: Double?
  /// The greatest distance in metres; nil for no limit.
  public var greatestMetres: Double?
  /// The treatment of items that cannot be reached.
  public var unreachable = UnreachablePolicy.last
  /// Indicates whether favourites come first, and are exempt from the limits of time and distance.
  public var pinsFavourites = true
  /// Indicates whether runs without a name are listed.
  public var listsNamelessRuns = false
  /// The movement of the traveller on an edge, in metres, after which the list is updated.
  public var leastMoveMetres = 25.0

  /// Creates options with the default values.
  public init() {}
}
