/// A hypothesis of the search: the best path to a candidate, with its estimates of speed and elevation bias.
///
/// Each hypothesis has its own estimates (per-hypothesis processing), so that an ascent is compared with that of its own
/// path.
///
/// **Source:** Raheli, Polydoros and Tzou 1995; switching linear dynamic systems, Pavlović et al. 2001.
struct MatchHypothesis: CostedState, BitwiseCopyable, Sendable {
  /// The negative log-likelihood in nats, relative to the least of its column.
  var cost: Float
  /// The directed edge; `.max` off the map.
  var edge: UInt32
  var along: Float
  /// The distance of the filtered position ahead of the nearest one, in metres.
  var lead: Float
  /// The speed along the path, in metres per second.
  var speed: Float
  /// The variance of the position along the edge.
  var placeVariance: Float
  /// The covariance of position and speed.
  var covariance: Float
  /// The variance of the speed.
  var speedVariance: Float
  /// The bias of the receiver's elevation, in metres.
  var elevationBias: Float
  /// The variance of the bias, in square metres.
  var elevationVariance: Float

  static let offMap = UInt32.max
  var isOffMap: Bool { edge == Self.offMap }
}

/// The values of a hypothesis stored for backtracking.
struct TrellisEntry: BitwiseCopyable, Sendable {
  /// The directed edge; `.max` off the map.
  var edge: UInt32
  var along: Float
  var distance: Float
  /// The filtered position in metres from the start of the edge, and the filtered speed.
  var filtered: Float
  var speed: Float
  /// The difference in nats between the best and the second-best path to it; infinite when there was one only.
  var margin: Float
  /// The position of the best predecessor in the previous column.
  var back: UInt8
  /// The position of the second-best predecessor in the previous column.
  var secondBest: UInt8
  /// Indicates whether the path from the previous entry is unknown.
  var isBreak: Bool
  /// Indicates whether the path leaves the edge and returns to its start.
  var isLoop: Bool

  static let none = UInt8.max
}
