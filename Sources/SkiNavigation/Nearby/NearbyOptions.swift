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
