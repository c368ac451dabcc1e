/// A place on a directed edge that a fix may belong to.
struct MatchCandidate: BitwiseCopyable, Sendable {
  var edge: UInt32
  /// Metres from where the edge starts.
  var along: Float
  /// Metres between the fix and the place.
  var distance: Float
  /// Metres above sea; NaN when the map doesn't know.
  var height: Float
  /// Metres of height for each metre along, up or down; at most 3.
  var slope: Float
  /// What it costs to believe the fix was taken here, in nats.
  var cost: Float

  /// Cheaper first, then in the order of the graph.
  static func < (a: Self, b: Self) -> Bool { (a.cost, a.edge, a.along) < (b.cost, b.edge, b.along) }
}
