package import SkiTracks

/// How a ``TravellerTracker`` treats travellers.
///
/// A value.
package struct TrackerOptions: Sendable {
  /// After how many seconds without a fix a traveller is told to be stale.
  package var staleSeconds = 60.0
  /// After how many seconds without a fix a traveller is forgotten, as though they had left.
  package var forgottenSeconds = 1800.0
  /// How many seconds a region stays open when no traveller is near it any more.
  package var keptRegionSeconds = 120.0
  /// How far from its regions a traveller may be to be matched to them, metres.
  package var reachMetres = 1000.0
  /// A traveller who moves less than this, in the same state on the same edge, is not published again, metres.
  package var leastMoveMetres = 1.0
  /// After how many seconds a traveller is published again, even one who stands still.
  package var greatestSilenceSeconds = 15.0
  /// How many travellers may be there at once.
  package var travellerLimit = 100_000
  /// The rules every traveller's fixes are judged by, besides their order, which is always kept.
  package var rules: [any FixRule] = [PlausibilityRule(), AgeRule(), AccuracyRule(), SpeedRule()]

  /// Makes options with the defaults.
  package init() {}
}
