/// What decides which of two things is nearer.
@nonexhaustive
package enum NearbyMeasure: String, Sendable, Hashable, CaseIterable {
  /// The time to ski, ride and walk there.
  case minutes
  /// Metres on the map, as the crow flies.
  case metres
}

/// What becomes of things there is no way to: across a closed lift, over the traveller's limits, in another valley.
@nonexhaustive
package enum UnreachablePolicy: String, Sendable, Hashable, CaseIterable {
  /// They stand at the end, by metres, and say that they can't be reached.
  case last
  /// They are left out.
  case leftOut = "left-out"
}

/// What a list of near things holds, and in what order.
///
/// A value.
package struct NearbyOptions: Hashable, Sendable {
  /// What decides the order.
  package var measure = NearbyMeasure.minutes
  /// The kinds that are listed.
  package var kinds = Set(NearbyKind.allCases)
  /// How many are listed at most.
  package var limit = 50
  /// Things that take longer than these minutes are left out; nil for no such limit.
  package var greatestMinutes: Double?
  /// Things farther away than these metres are left out; nil for no such limit.
  package var greatestMetres: Double?
  /// What becomes of things there is no way to.
  package var unreachable = UnreachablePolicy.last
  /// Whether favourites stand before all else, and are never left out for being far.
  package var pinsFavourites = true
  /// Whether runs without a name are listed.
  package var listsNamelessRuns = false
  /// How far the traveller may move on an edge before the list is made anew, metres.
  package var leastMoveMetres = 25.0

  /// Makes options with the defaults.
  package init() {}
}
