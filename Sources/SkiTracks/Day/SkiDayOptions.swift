/// The thresholds that separate laps from pieces too short for one.
///
/// The defaults hold for intervals between fixes of one second to half a minute. Lengths are metres on the map.
public struct SkiDayOptions: Hashable, Sendable {
  /// The least length of a run, in metres; shorter pieces (crossings, junctions) are merged into the run before or
  /// after them.
  public var leastRunMetres = 50.0
  /// The greatest length, in metres, of a connector that is merged into its neighbours; longer ones are walks.
  public var mergedConnectorMetres = 150.0
  /// The longest interruption of a run, in seconds, within one lap.
  public var longestInterruptionSeconds = 30.0
  /// The longest interval between fixes, in seconds, that counts as recorded; longer ones are gaps.
  public var gapSeconds = 120.0
  /// The longest interval on one lift ride, in seconds, without fixes on the map, stops of the lift included; twice the
  /// usual time of the ride where that is longer.
  public var rideGapSeconds = 900.0
  /// The greatest extent, in metres, of unmatched fixes that are a stop and not a stretch.
  public var stopExtentMetres = 60.0

  /// The least time of a break without movement, in seconds.
  public var breakSeconds = 600.0

  /// The longest interval between fixes of one day, in seconds, where a recording is split into days.
  public var dayGapSeconds = 14_400.0

  /// Creates options with the default values.
  public init() {}
}
