/// The best way to believe one candidate, and what that way has learnt: the skier's speed and the error of the heights.
///
/// Each survivor carries its own estimates (per-survivor processing), so that a climb is judged against the climb of its own way.
/// **Source:** Raheli, Polydoros and Tzou 1995; switching linear dynamic systems, Pavlović et al. 2001.
struct Survivor: CostedWay, BitwiseCopyable, Sendable {
  /// Nats, less the least of its column.
  var cost: Float
  /// `.max` for a traveller off the map.
  var edge: UInt32
  var along: Float
  /// Metres the filtered place lies ahead of the nearest one.
  var lead: Float
  /// Metres a second along the way.
  var speed: Float
  /// Variances of place and speed, and their covariance.
  var placeVariance: Float
  var covariance: Float
  var speedVariance: Float
  /// Metres the traveller's heights lie above the map's, and the variance of that.
  var heightError: Float
  var heightVariance: Float

  static let offMap = UInt32.max
  var isOffMap: Bool { edge == Self.offMap }
}

/// What is remembered of a survivor to find the way back, and how sure it was.
struct TrellisEntry: BitwiseCopyable, Sendable {
  /// `.max` for a traveller off the map.
  var edge: UInt32
  var along: Float
  var distance: Float
  /// The filtered place on the edge, metres from its start, and the filtered speed.
  var filtered: Float
  var speed: Float
  /// What the best and the second best way before it differ in, nats; infinite when there was one only.
  var margin: Float
  /// The best and the second best entry of the column before.
  var back: UInt8
  var rival: UInt8
  /// Whether the way from the entry before is unknown.
  var isBreak: Bool
  /// Whether the way leads out of the edge and round to its start again.
  var isLoop: Bool

  static let none = UInt8.max
}
