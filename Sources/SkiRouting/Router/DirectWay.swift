import SkiGraph

/// The way along one link from a place on it to another place farther on: it touches no node, so no search finds it.
enum DirectWay {
  /// Returns the fastest such way, or nil when the ends share no link in a direction the profile may go.
  /// - Complexity: O(*c*² · *p*) in candidates and the points of a link.
  static func best(
    from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts
  ) -> (milliseconds: UInt32, pieces: [RoutePiece])? {
    best(from: start, to: destination, costs: costs) { first, part, last in
      first + part.milliseconds + last
    }
  }

  /// Returns the best such way by a price of the walk to the link, the part of it, and the walk from it; nil prices are no ways.
  static func best(
    from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts,
    price: (UInt32, RoutePiece, UInt32) -> UInt32?
  ) -> (milliseconds: UInt32, pieces: [RoutePiece])? {
    var best: (milliseconds: UInt32, pieces: [RoutePiece])?
    for way in all(from: start, to: destination, costs: costs) {
      guard let total = price(way.before?.milliseconds ?? 0, way.part, way.after?.milliseconds ?? 0),
        total < best?.milliseconds ?? .max
      else { continue }
      best = (total, [way.before, way.part, way.after].compactMap(\.self))
    }
    return best
  }

  /// Returns all such ways: the walk to the link, the part of it, and the walk from it, where there are walks.
  static func all(
    from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts
  ) -> [(before: RoutePiece?, part: RoutePiece, after: RoutePiece?)] {
    var ways: [(before: RoutePiece?, part: RoutePiece, after: RoutePiece?)] = []
    for first in start.candidates {
      for last in destination.candidates {
        guard let link = first.snap.link, link == last.snap.link else { continue }
        for reversed in [false, true] {
          guard let part = part(link, reversed, first.snap, last.snap, costs) else { continue }
          ways.append((start.walk(first, to: .start), part, destination.walk(last, to: .destination)))
        }
      }
    }
    return ways
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
