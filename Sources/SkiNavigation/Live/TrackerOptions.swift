public import SkiTracks

/// How a ``TravellerTracker`` treats travellers.
///
/// A value.
public struct TrackerOptions: Sendable {
  /// After how many seconds without a fix a traveller is told to be stale.
  public var staleSeconds = 60.0
  /// After how many seconds without a fix a traveller is forgotten, as though they had left.
  public var forgottenSeconds = 1800.0
  /// How many seconds a region stays open when no traveller is near it any more.
  public var keptRegionSeconds = 120.0
  /// How far from its regions a traveller may be to be matched to them, metres.
  public var reachMetres = 1000.0
  /// A traveller who moves less than this, in the same state on the same edge, is not published again, metres.
  public var leastMoveMetres = 1.0
  /// After how many seconds a traveller is published again, even one who stands still.
  public var greatestSilenceSeconds = 15.0
  /// How many travellers may be there at once.
  public var travellerLimit = 100_000
  /// The rules every traveller's fixes are judged by, besides their order, which is always kept.
  public var rules: [any FixRule] = [PlausibilityRule(), AgeRule(), AccuracyRule(), SpeedRule()]

  /// Makes options with the defaults.
  public init() {}
}
