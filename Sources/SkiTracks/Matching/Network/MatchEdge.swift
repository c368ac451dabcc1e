/// What a matcher has to know of how people move on an edge.
enum MatchClass: UInt8 {
  case run, lift, walk
}

/// A directed edge as the matcher sees it.
struct MatchEdge: BitwiseCopyable, Sendable {
  var tail: UInt32
  var head: UInt32
  var link: UInt32
  /// The edge that travels the same link the other way; `.max` when there is none.
  var twin: UInt32
  /// Metres on the map.
  var length: Float
  /// Metres a second: what the lift's kind runs at, what skiers and walkers do on such a gradient.
  var usualSpeed: Float
  /// How much speeds differ from that, metres a second, squared.
  var speedVariance: Float
  /// Metres a second above which nobody is believed to move on it.
  var greatestSpeed: Float
  /// ``MatchClass``.
  var kind: UInt8
  var isReversed: Bool
  /// Whether it is a lift ridden down.
  var isDescent: Bool
  /// Whether it crosses a mapped area, where people ski anywhere.
  var isCrossing: Bool
  /// Whether it is a connector: made, not mapped.
  var isConnector: Bool

  /// Metres from an end of a lift that count as at the station: fewer on short ones.
  var stationMetres: Float { min(MatchCosts.stationMetres, length / 3) }
  /// Metres from an end of a lift at which somebody who stands is not riding it.
  var platformMetres: Float { min(20, length / 4) }

  var isLift: Bool { kind == MatchClass.lift.rawValue }
}

/// One straight piece of a link in the plane.
struct MatchSegment: BitwiseCopyable, Sendable {
  var x: Float
  var y: Float
  var dx: Float
  var dy: Float
  /// One over the squared length; 0 for a piece without length.
  var inverseSquare: Float
  /// Metres along the link from its tail to the start of the piece, and over the piece.
  var along: Float
  var alongLength: Float
  /// Metres above sea at both ends; NaN when unknown.
  var startHeight: Float
  var endHeight: Float
  var link: UInt32
}
