import SkiGraph

/// A path along one link from one position on it to another, which touches no node and so is not found by the search.
struct DirectPath {
  /// The walk to the link; nil when there is none.
  var before: RoutePiece?
  /// The part of the link.
  var part: RoutePiece
  /// The walk from the link; nil when there is none.
  var after: RoutePiece?

  /// The part with the walks before and after it.
  var pieces: [RoutePiece] { [before, part, after].compactMap(\.self) }
  /// The sum of the milliseconds; those of the part are weighted when the costs are.
  var milliseconds: UInt32 { pieces.reduce(0) { $0 + $1.milliseconds } }

  /// Returns the cost in milliseconds, weighted with the walks when the costs are.
  func cost(_ model: CostModel) -> UInt32 {
    let walks = [before, after].compactMap(\.self)
    return walks.reduce(part.milliseconds) { $0 + model.walkCost($1.milliseconds) }
  }

  /// Returns all such paths; none when the ends share no link in a direction the profile may go.
  /// - Complexity: O(*c*² · *p*) in candidates and the points of a link.
  static func all(from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts) -> [DirectPath]
  {
    var ways: [DirectPath] = []
    for first in start.candidates {
      guard case .onLink(let link, let from) = first.snap.position else { continue }
      for last in destination.candidates {
        guard case .onLink(link, let to) = last.snap.position else { continue }
        for reversed in [false, true] {
          guard var part = part(link, reversed, from, to, costs) else { continue }
          (part.startPoint, part.endPoint) = (first.snap.point, last.snap.point)
          ways.append(
            DirectPath(
              before: start.walk(first, to: .start), part: part,
              after: destination.walk(last, to: .destination)))
        }
      }
    }
    return ways
  }

  /// Returns the cheapest such path without timetables, or nil when there is none.
  static func best(
    from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts
  ) -> (milliseconds: UInt32, pieces: [RoutePiece])? {
    let ways = all(from: start, to: destination, costs: costs)
    return ways.map { ($0.cost(costs.model), $0.pieces) }.min { $0.0 < $1.0 }
  }

  private static func part(
    _ link: LinkIndex, _ reversed: Bool, _ first: UInt32, _ last: UInt32, _ costs: PreparedCosts
  ) -> RoutePiece? {
    let graph = costs.model.graph
    guard let edge = graph.edge(of: link, reversed: reversed), costs.edges[edge] != nil else { return nil }
    let length = costs.model.lengthCentimetres(link.position)
    let place = { (offset: UInt32) in reversed ? length - min(length, offset) : min(length, offset) }
    guard place(first) <= place(last),
      let before = costs.model.cumulativeMilliseconds(edge, toCentimetres: place(first)),
      let after = costs.model.cumulativeMilliseconds(edge, toCentimetres: place(last))
    else { return nil }
    return RoutePiece(
      edge: edge, startCentimetres: place(first), endCentimetres: place(last), milliseconds: after - before)
  }
}
