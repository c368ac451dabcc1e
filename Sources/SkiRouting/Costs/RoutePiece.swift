import SkiBase
import SkiGraph

/// A part of one edge, or a walk off the network, with its exact cost.
struct RoutePiece: Hashable, Sendable {
  /// The edge; nil for the walk to or from a coordinate.
  var edge: EdgeIndex?
  /// The horizontal distance along the edge at which the part starts, in centimetres in the direction of travel.
  var startCentimetres: UInt32 = 0
  /// The horizontal distance along the edge at which the part ends, in centimetres; `.max` for the end of the edge.
  var endCentimetres: UInt32 = .max
  /// The start point, when it is not a point of the edge.
  var startPoint: GraphPoint?
  /// The end point, when it is not a point of the edge.
  var endPoint: GraphPoint?
  /// The length of a walk off the network, in metres.
  var walkMetres: Double = 0
  /// The cost in milliseconds, waits included.
  var milliseconds: UInt32
  /// The part of the cost that is waiting; nil for the usual wait of the costs without timetables.
  var waitMilliseconds: UInt32?
  /// The part of the wait until the lift or run opens.
  var closedMilliseconds: UInt32 = 0
}

extension RoutingGraph {
  /// The greatest length along snow-covered tracks and paths that a route may have without being asked, in metres.
  static let greatestSnowCoveredMetres = 300.0

  /// Returns the length of pieces along tracks and paths that are snow-covered in the season, in metres.
  /// - Complexity: O(*p*) in pieces.
  func snowCoveredMetres(_ pieces: [RoutePiece]) -> Double {
    var centimetres = 0
    for piece in pieces {
      guard let edge = piece.edge else { continue }
      let link = link(of: edge)
      let flags = LinkFlags(rawValue: storage.linkFlags[link.position])
      if flags.isDisjoint(with: [.snowCovered, .shortSnowPassage]) { continue }
      let end = min(piece.endCentimetres, storage.pointDistance[pointRange(link).upperBound - 1])
      centimetres += Int(end - min(piece.startCentimetres, end))
    }
    return Double(centimetres) / 100
  }
}
