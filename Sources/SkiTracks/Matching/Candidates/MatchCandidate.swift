/// A position on a directed edge that may be the true position of a fix.
struct MatchCandidate: BitwiseCopyable, Sendable {
  var edge: UInt32
  /// The distance from the start of the edge, in metres.
  var along: Float
  /// The distance between the fix and the position, in metres.
  var distance: Float
  /// The elevation in metres above mean sea level; NaN when the map has none.
  var elevation: Float
  /// The absolute slope of the edge as a ratio; at most 3.
  var slope: Float
  /// The negative logarithm of the emission probability, in nats.
  var cost: Float

  /// Returns whether a candidate costs less; of equals, whether it comes first in the graph.
  static func < (a: Self, b: Self) -> Bool { (a.cost, a.edge, a.along) < (b.cost, b.edge, b.along) }
}
