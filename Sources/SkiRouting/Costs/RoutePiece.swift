import SkiGraph

/// A part of one edge, or a walk off the network, with its exact cost: what a search hands to the assembly.
struct RoutePiece: Hashable, Sendable {
  /// The edge; nil for the walk to or from a coordinate.
  var edge: EdgeIndex?
  /// Centimetres along the edge in travel direction where the part starts.
  var startCentimetres: UInt32 = 0
  /// Centimetres along the edge in travel direction where the part ends; `.max` means its end.
  var endCentimetres: UInt32 = .max
  /// Where the part starts, when that is not a point of the edge.
  var startPoint: GraphPoint?
  /// Where the part ends, when that is not a point of the edge.
  var endPoint: GraphPoint?
  /// Metres of a walk off the network.
  var walkMetres: Double = 0
  /// What it costs, waiting included.
  var milliseconds: UInt32
  /// How much of that is waiting; nil where the costs of the day's every hour say it.
  var waitMilliseconds: UInt32?
  /// How much of the waiting is for it to open.
  var closedMilliseconds: UInt32 = 0
}
