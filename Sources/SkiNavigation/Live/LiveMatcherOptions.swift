package import SkiTracks

/// The options of a ``LiveMatcher``.
public struct LiveMatcherOptions: Sendable {
  /// The time in seconds without a fix after which a traveller is stale.
  public var staleSeconds = 60.0
  /// The time in seconds without a fix after which a traveller is removed.
  public var removalSeconds = 1800.0
  /// The time in seconds for which a region without travellers stays open.
  public var regionIdleSeconds = 120.0
  /// The greatest distance from a region, in metres, at which a traveller is matched to it.
  public var reachMetres = 1000.0
  /// The least movement in metres that is published in the same state and on the same edge.
  public var leastMoveMetres = 1.0
  /// The time in seconds after which a position is published even without movement.
  public var greatestSilenceSeconds = 15.0
  /// The greatest number of fixes in the log of a traveller.
  public var logLimit = 100_000
  /// The time in seconds without a fix after which a log is discarded.
  public var logSeconds = 86_400.0
  /// The greatest number of travellers.
  public var travellerLimit = 100_000
  /// The rules for fixes of every traveller, in addition to their order.
  package var rules: [any FixRule] = [PlausibilityRule(), AgeRule(), AccuracyRule(), SpeedRule()]

  /// Creates options with the default values.
  public init() {}
}
