/// What counts as a lap, and what is too little for one.
///
/// A value. The defaults hold for fixes a second to half a minute apart.
public struct SkiDayOptions: Hashable, Sendable {
  /// A piece of a run shorter than this, in metres, is part of what is skied before or after it: a crossing, a scrap at a
  /// junction.
  public var scrapMetres = 50.0
  /// What is slid or walked between runs and lifts without a mapped line is part of its neighbours up to this length, metres.
  public var foldedConnectorMetres = 150.0
  /// One run left and entered again within so many seconds is one lap.
  public var bridgedSeconds = 30.0
  /// Longer silence than this, in seconds, is time of which nothing is known, unless a lift was ridden through it.
  public var gapSeconds = 120.0
  /// One lift seen again farther up is the same ride when it was out of sight for at most so many seconds: it may have stood.
  public var rideGapSeconds = 900.0
  /// Fixes off the map that stay within so many metres are a stop, not a way.
  public var stopExtentMetres = 60.0

  /// The defaults.
  public init() {}
}
