import SkiBase
import SkiGraph

/// The quantity that a route minimises.
@nonexhaustive
public enum RouteObjective: String, Sendable, Hashable, CaseIterable, Codable {
  /// Minimises time, weighted where it is spent on foot, pushing or riding down; see `RouteWeights`.
  case skiing
  /// Minimises time alone.
  case fastest
}

/// The weights of travel time by kind of link and gradient, which make routes prefer skiing.
///
/// Weighted milliseconds order routes and are never displayed.
///
/// | on | weight |
/// | --- | --- |
/// | a run or area skied down 5 % or more; a lift up or level; waiting | 1 |
/// | the same pushed on the level · climbed from 5 % | 1.5 · 3 |
/// | a connector slid down 5 % or more · walked on the level · climbed from 5 % | 1.2 · 2 · 3 |
/// | a street down and level · up from 5 % | 2 · 3 |
/// | a walk to or from the network | 3 |
/// | a lift ridden down, its usual wait included | 3 |
///
/// Weights are interpolated linearly between two gradients. Without elevations one-way runs count as skied down, all
/// else as level, as in the costs.
///
/// **Source:** transport planners weigh walking about twice as much as time in the vehicle (Wardman 2004, "Public
/// transport values of time"), and stairs and slopes more; in ski boots not less. The weight of riding down prefers
/// skiing of up to three times the minutes. That of a walk over unknown ground is not below that of any link beside it. The weights are estimates, checked by eye against 60 named pairs of
/// places in five areas, not measured.
enum RouteWeights {
  /// The weights by gradient (rise over run in the direction of travel), constant beyond the ends.
  typealias Line = [(gradient: Double, weight: Double)]
  static let run: Line = [(-0.05, 1), (0, 1.5), (0.05, 3)]
  static let connector: Line = [(-0.05, 1.2), (0, 2), (0.05, 3)]
  static let walk: Line = [(0, 2), (0.05, 3)]
  /// The weight of riding a lift down, and of its usual wait; what the day adds to that wait counts once, as elsewhere.
  static let rideDown = 3.0
  /// The mean gradient of descent from which a lift ride counts as down.
  static let rideDownGradient = 0.02
  /// The weight of a walk over unknown ground, between a coordinate and the network.
  static let offNetworkWalk: UInt32 = 3

  /// Returns the weight of a gradient on a kind of link other than a lift.
  static func weight(gradient: Double, on kind: LinkKind) -> Double {
    let line =
      switch kind {
      case .run: run
      case .connector: connector
      default: walk
      }
    if gradient <= line[0].gradient { return line[0].weight }
    for (low, high) in zip(line, line.dropFirst()) where gradient <= high.gradient {
      let share = (gradient - low.gradient) / (high.gradient - low.gradient)
      return low.weight + share * (high.weight - low.weight)
    }
    return line[line.count - 1].weight
  }
}

extension CostModel {
  /// Returns the weight of the wait and the ride on a lift: more downwards, by its known or inferred elevations, or else by the
  /// direction of its line.
  func rideWeight(_ link: Int, reversed: Bool) -> Double {
    guard objective == .skiing else { return 1 }
    let range = graph.pointRange(LinkIndex(link))
    let heights = graph.costElevations(ofLink: link)
    let (first, last) = (heights[range.lowerBound], heights[range.upperBound - 1])
    guard first != .min, last != .min else { return reversed ? RouteWeights.rideDown : 1 }
    let fall = reversed ? Int64(last) - Int64(first) : Int64(first) - Int64(last)
    let isDown = Double(fall) > RouteWeights.rideDownGradient * Double(lengthCentimetres(link))
    return isDown ? RouteWeights.rideDown : 1
  }

  /// Returns the cost of a walk between a coordinate and the network.
  func walkCost(_ milliseconds: UInt32) -> UInt32 {
    objective == .skiing ? milliseconds * RouteWeights.offNetworkWalk : milliseconds
  }

  /// Returns the cost of a piece, a lift with its usual wait; nil when the piece may not be used.
  func cost(_ piece: RoutePiece) -> UInt32? {
    guard let edge = piece.edge else { return walkCost(piece.milliseconds) }
    let link = graph.link(of: edge).position
    let isReversed = graph.isReversed(edge)
    if graph.storage.linkKind[link] == LinkKind.lift.code {
      return liftMilliseconds(LinkIndex(link), reversed: isReversed).map { $0.wait + $0.ride }
    }
    guard let end = cumulativeMilliseconds(edge, toCentimetres: piece.endCentimetres),
      let start = cumulativeMilliseconds(edge, toCentimetres: piece.startCentimetres)
    else { return nil }
    return end - start
  }
}

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

  /// Returns the elevations that a link's costs are computed from: inferred ones where it has them, else the known
  /// ones, with `Int32.min` for unknown.
  @inline(__always)
  func costElevations(ofLink link: Int) -> SectionRow<Int32> {
    storage.hasInferredElevations(link) ? storage.pointInferredElevation : storage.pointElevation
  }

  /// Returns whether a link is priced as a climb in both directions: nothing tells in which its run falls, and the
  /// inferred elevations give the amount of its rise only.
  @inline(__always)
  func climbsEitherWay(_ link: Int) -> Bool {
    LinkFlags(rawValue: storage.linkFlags[link]).contains(.directionUnknown)
      && storage.hasInferredElevations(link)
  }
}
