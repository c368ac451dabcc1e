/// The class of an edge, by the kind of movement on it.
enum MatchClass: UInt8 {
  case run, lift, walk
}

/// A directed edge with the attributes of matching.
struct MatchEdge: BitwiseCopyable, Sendable {
  var tail: UInt32
  var head: UInt32
  var link: UInt32
  /// The edge of the same link in the other direction; `.max` when there is none.
  var twin: UInt32
  /// The length in metres on the map.
  var length: Float
  /// The usual speed in metres per second, by the kind of lift or the gradient.
  var typicalSpeed: Float
  /// The variance of speeds in m²/s².
  var speedVariance: Float
  /// The greatest plausible speed, in metres per second.
  var greatestSpeed: Float
  /// The raw value of ``MatchClass``.
  var kind: UInt8
  var isReversed: Bool
  /// Indicates whether it is a lift ridden down.
  var isDescent: Bool
  /// Indicates whether it crosses a mapped area.
  var isCrossing: Bool
  /// Indicates whether it is a connector.
  var isConnector: Bool

  /// The distance from the ends of a lift in metres that counts as at the station; less on short lifts.
  var stationMetres: Float { min(MatchCosts.stationMetres, length / 3) }
  /// The distance from the ends of a lift, in metres, at which a standing person is not riding.
  var platformMetres: Float { min(20, length / 4) }

  var isLift: Bool { kind == MatchClass.lift.rawValue }
  /// Indicates whether people walk there along no drawn way, as between stations.
  var isUnmappedWalk: Bool { isConnector && kind == MatchClass.walk.rawValue }
}

/// A straight segment of a link in the plane.
struct MatchSegment: BitwiseCopyable, Sendable {
  var x: Float
  var y: Float
  var dx: Float
  var dy: Float
  /// The inverse of the squared length; 0 for a segment without length.
  var inverseSquare: Float
  /// The distance along the link from its tail to the start of the segment, in metres.
  var along: Float
  /// The length of the segment, in metres along the link.
  var alongLength: Float
  /// The elevation of the start in metres above mean sea level; NaN when unknown.
  var startElevation: Float
  /// The elevation of the end in metres above mean sea level; NaN when unknown.
  var endElevation: Float
  var link: UInt32
}
