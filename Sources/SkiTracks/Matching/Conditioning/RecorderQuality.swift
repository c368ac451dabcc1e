/// A defect of a receiver's elevations; raw values are those of every output format.
@nonexhaustive
public enum ElevationDefect: String, Sendable, Hashable, CaseIterable, Codable {
  /// The elevation is exactly 0, which receivers write when it is unknown.
  case zero
  /// The elevation is the same for half a kilometre or more.
  case constant
  /// The elevation repeats an earlier one that no longer holds.
  case stale
}

/// The quality of a recording, as estimated from its fixes and the map.
public struct RecorderQuality: Sendable, Hashable, Codable {
  /// The standard deviation of positions along each axis in metres, the median of all estimates; nil where all fixes
  /// state an accuracy, or are too few.
  public var noiseMetres: Double?
  /// The part of ``noiseMetres`` that is correlated over about a minute, in metres.
  public var driftingNoiseMetres: Double?
  /// The number of elevations that were not used, by defect; defects that did not occur are missing.
  public var unusedElevationCounts: [ElevationDefect: Int] = [:]
  /// The number of jumps of the receiver's elevation.
  public var elevationJumpCount = 0
  /// The elevation of the receiver above that of the map in metres, by which elevations were corrected; 0 for small
  /// differences, and where either has no elevations.
  public var elevationOffsetMetres = 0.0

  /// Creates the quality of a recording without any estimate or defect.
  public init() {}
}
