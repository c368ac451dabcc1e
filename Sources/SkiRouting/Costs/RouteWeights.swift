import SkiGraph

/// What a route is to make least.
@nonexhaustive
public enum RouteObjective: String, Sendable, Hashable, CaseIterable, Codable {
  /// Time, of which that on foot, pushed and ridden down counts more than it lasts; see ``RouteWeights``.
  case skiing
  /// Time alone.
  case fastest
}

/// How much more than it lasts the time on a stretch counts for who came to ski: the one table of weights.
///
/// Weighted milliseconds order routes and are never shown. A stretch of weight 2 that takes a minute is chosen before a skied one of more than two.
///
/// | on | weight |
/// | --- | --- |
/// | a run or area skied down 5 % or more; a lift up or level; waiting | 1 |
/// | the same pushed on the level · climbed from 5 % | 1.5 · 3 |
/// | a connector slid down 5 % or more · walked on the level · climbed from 5 % | 1.2 · 2 · 3 |
/// | a street, a walk to or from the network, down and level · up from 5 % | 2 · 3 |
/// | a lift ridden down, its wait apart | 2.5 |
///
/// Between two gradients weights follow straight lines, so that no threshold makes a jump. Without heights a one-way run counts as skied down,
/// all else as level, as its time does.
///
/// **Reasoning:** Transport planners count a minute on foot as about two in the vehicle (Wardman 2004, *Public transport values of time*, Transport
/// Policy 11), and stairs and slopes more; in ski boots, carrying skis, not less. Riding down costs the run one came for: 2.5 makes a run of two and
/// a half times the minutes the better way down, and leaves the ride where runs are closed, too hard or far longer. Pushing is skiing of a kind.
/// These are judgements, checked by eye against 60 named pairs of places on five areas; they are not measured.
enum RouteWeights {
  /// Weights by gradient (rise over run in the direction of travel); constant beyond the ends.
  typealias Line = [(gradient: Double, weight: Double)]
  static let run: Line = [(-0.05, 1), (0, 1.5), (0.05, 3)]
  static let connector: Line = [(-0.05, 1.2), (0, 2), (0.05, 3)]
  static let walk: Line = [(0, 2), (0.05, 3)]
  /// The weight of riding a lift down.
  static let rideDown = 2.5
  /// From this descent on, over the length of the ride, a lift is ridden down.
  static let rideDownGradient = 0.02
  /// The weight of a walk whose gradient nobody knows: between a coordinate and the network.
  static let levelWalk: UInt32 = 2

  /// Returns the weight of a stretch of some gradient on a kind of link other than a lift.
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
  /// What the time of a ride on a lift counts: more where it leads down, by its heights, known or inferred, or by how it is drawn where
  /// there are none.
  func rideWeight(_ link: Int, reversed: Bool) -> Double {
    guard objective == .skiing else { return 1 }
    let range = graph.pointRange(LinkIndex(link))
    let heights = graph.pricingHeights(ofLink: link)
    let (first, last) = (heights[range.lowerBound], heights[range.upperBound - 1])
    guard first != .min, last != .min else { return reversed ? RouteWeights.rideDown : 1 }
    let fall = reversed ? Int64(last) - Int64(first) : Int64(first) - Int64(last)
    let isDown = Double(fall) > RouteWeights.rideDownGradient * Double(lengthCentimetres(link))
    return isDown ? RouteWeights.rideDown : 1
  }

  /// What a walk between a coordinate and the network counts.
  func walkCost(_ milliseconds: UInt32) -> UInt32 {
    objective == .skiing ? milliseconds * RouteWeights.levelWalk : milliseconds
  }

  /// Returns the cost of a piece, a lift with its usual wait; nil where the piece can't be.
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
