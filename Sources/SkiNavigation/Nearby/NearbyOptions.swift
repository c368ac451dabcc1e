/// What decides which of two things is nearer.
@nonexhaustive
public enum NearbyMeasure: String, Sendable, Hashable, CaseIterable {
  /// The time to ski, ride and walk there.
  case minutes
  /// Metres on the map, as the crow flies.
  case metres
}

/// What becomes of things there is no way to: across a closed lift, over the traveller's limits, in another valley.
@nonexhaustive
public enum UnreachablePolicy: String, Sendable, Hashable, CaseIterable {
  /// They stand at the end, by metres, and say that they can't be reached.
  case last
  /// They are left out.
  case leftOut = "left-out"
}

/// What a list of near things holds, and in what order.
///
/// A value.
public struct NearbyOptions: Hashable, Sendable {
  /// What decides the order.
  public var measure = NearbyMeasure.minutes
  /// The kinds that are listed.
  public var kinds = Set(NearbyKind.allCases)
  /// How many are listed at most.
  public var limit = 50
  /// Things that take longer than these minutes are left out; nil for no such limit.
  public var greatestMinutes: Double?
  /// Things farther away than these metres are left out; nil for no such limit.
  public var greatestMetres: Double?
  /// What becomes of things there is no way to.
  public var unreachable = UnreachablePolicy.last
  /// Whether favourites stand before all else, and are never left out for being far.
  public var pinsFavourites = true
  /// Whether runs without a name are listed.
  public var listsNamelessRuns = false
  /// How far the traveller may move on an edge before the list is made anew, metres.
  public var leastMoveMetres = 25.0

  /// Makes options with the defaults.
  public init() {}
}
