import SkiGraph

/// A way along one link from a place on it to another place farther on: it touches no node, so no search finds it.
struct DirectWay {
  /// Milliseconds of the walk to the link.
  var before: UInt32
  /// The part of the link.
  var part: RoutePiece
  /// Milliseconds of the walk from the link.
  var after: UInt32
  /// The walks, where there are any, and the part.
  var pieces: [RoutePiece]

  /// Returns every such way; none when the ends share no link in a direction the profile may go.
  /// - Complexity: O(*c*² · *p*) in candidates and the points of a link.
  static func all(from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts) -> [DirectWay] {
    var ways: [DirectWay] = []
    for first in start.candidates {
      for last in destination.candidates {
        guard let link = first.snap.link, link == last.snap.link else { continue }
        for reversed in [false, true] {
          guard let part = part(link, reversed, first.snap, last.snap, costs) else { continue }
          let walks = (start.walk(first, to: .start), destination.walk(last, to: .destination))
          ways.append(
            DirectWay(
              before: first.walkMilliseconds, part: part, after: last.walkMilliseconds,
              pieces: [walks.0, part, walks.1].compactMap(\.self)))
        }
      }
    }
    return ways
  }

  /// Returns the fastest such way at any hour, or nil when there is none.
  static func best(
    from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts
  ) -> (milliseconds: UInt32, pieces: [RoutePiece])? {
    let ways = all(from: start, to: destination, costs: costs)
    let timed = ways.map { (milliseconds: $0.before + $0.part.milliseconds + $0.after, pieces: $0.pieces) }
    return timed.min { $0.milliseconds < $1.milliseconds }
  }

  private static func part(
    _ link: LinkIndex, _ reversed: Bool, _ first: LinkSnap, _ last: LinkSnap, _ costs: PreparedCosts
  ) -> RoutePiece? {
    let graph = costs.model.graph
    guard let edge = graph.edge(of: link, reversed: reversed), costs.edges[edge] != nil else { return nil }
    let length = costs.model.lengthCentimetres(link.position)
    let place = { (snap: LinkSnap) in
      reversed ? length - min(length, snap.offsetCentimetres) : min(length, snap.offsetCentimetres)
    }
    guard place(first) <= place(last),
      let before = costs.model.cumulativeMilliseconds(edge, toCentimetres: place(first)),
      let after = costs.model.cumulativeMilliseconds(edge, toCentimetres: place(last))
    else { return nil }
    return RoutePiece(
      edge: edge, startCentimetres: place(first), endCentimetres: place(last), startPoint: first.point,
      endPoint: last.point, milliseconds: after - before)
  }
}
