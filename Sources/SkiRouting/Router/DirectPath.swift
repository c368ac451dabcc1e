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

  /// Returns all such paths that no other surpasses by the walks at both ends and the part between; none when the ends
  /// share no link in a direction the profile may go, or one is on a run that may not be used.
  /// - Complexity: O(*l*) in links near the ends; O(*c*² · *p*) in positions on those that they share and its points.
  static func all(from start: ResolvedEnd, to destination: ResolvedEnd, costs: PreparedCosts) -> [DirectPath]
  {
    var (ways, next): ([DirectPath], Int) = ([], 0)
    for (link, range) in start.links {
      while next < destination.links.count, destination.links[next].link < link { next += 1 }
      guard next < destination.links.count else { break }
      guard destination.links[next].link == link else { continue }
      for reversed in [false, true] {
        for (first, last) in pairs(start, range, destination, destination.links[next].range, reversed) {
          guard var part = part(link, reversed, first.offset, last.offset, costs) else { continue }
          (part.startPoint, part.endPoint) = (first.snap.point, last.snap.point)
          ways.append(
            DirectPath(
              before: start.walk(first, to: .start), part: part,
              after: destination.walk(last, to: .destination)))
        }
      }
    }
    let graph = costs.model.graph
    let isRefused =
      !ways.isEmpty
      && (start.isOnRefusedRun(costs.edges, graph) || destination.isOnRefusedRun(costs.edges, graph))
    return isRefused ? [] : ways
  }

  /// Returns the pairs of positions on a link, without those between which another position is as near to its end.
  /// - Complexity: O(*c*²) in the positions on the link.
  private static func pairs(
    _ start: ResolvedEnd, _ starts: Range<Int>, _ destination: ResolvedEnd, _ ends: Range<Int>,
    _ reversed: Bool
  ) -> [(first: ResolvedEnd.Candidate, last: ResolvedEnd.Candidate)] {
    let firsts = start.candidates[starts]
    let lasts = destination.candidates[ends]
    let isBefore = { (a: UInt32, b: UInt32) in reversed ? a > b : a < b }
    let isAfter = { (a: UInt32, b: UInt32) in isBefore(b, a) }
    let enters = firsts.map { Self.surpassing($0, in: firsts, .start, by: isAfter) }
    let leaves = lasts.map { Self.surpassing($0, in: lasts, .destination, by: isBefore) }
    var found: [(ResolvedEnd.Candidate, ResolvedEnd.Candidate)] = []
    for (first, entered) in zip(firsts, enters) {
      for (last, left) in zip(lasts, leaves) where !isBefore(last.offset, first.offset) {
        if let entered, !isBefore(last.offset, entered) { continue }
        if let left, !isBefore(left, first.offset) { continue }
        found.append((first, last))
      }
    }
    return found
  }

  /// Returns the offset of the first position in one direction that is as near to its end as another; nil without one.
  private static func surpassing(
    _ one: ResolvedEnd.Candidate, in all: ArraySlice<ResolvedEnd.Candidate>, _ end: RouteEnd,
    by isBeyond: (UInt32, UInt32) -> Bool
  ) -> UInt32? {
    let walk = one.walkMilliseconds(end)
    var found: UInt32?
    for other in all
    where isBeyond(other.offset, one.offset) && other.snap.distanceMetres <= one.snap.distanceMetres
      && other.walkMilliseconds(end) <= walk && (found.map { isBeyond($0, other.offset) } ?? true)
    {
      found = other.offset
    }
    return found
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

extension ResolvedEnd.Candidate {
  /// The offset from the tail of the link in centimetres; 0 at a node.
  fileprivate var offset: UInt32 {
    if case .onLink(_, let offset) = snap.position { offset } else { 0 }
  }
}
