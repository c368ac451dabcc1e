/// The noding of rings into edges that meet at their ends only, and the assembly of simple rings by the even-odd rule.
///
/// Resulting rings pass each point once and run clockwise around interiors, counter-clockwise around holes, *y*
/// pointing down. Crossings are rounded to whole units, which may create new crossings; these are noded again.
struct PlanarRings {
  private static let roundLimit = 24

  /// Returns rings that don't cross; nil when noding doesn't converge within the round limit.
  /// - Complexity: O(*n* log *n* + *k*) for *k* crossings, plus O(*n*) for each group of rings that share no corner.
  static func rings(of edges: [RingEdge]) -> [[GridPoint]]? {
    guard let cut = separated(edges) else { return nil }
    var walk = RingAssembly(cut)
    return walk.rings()
  }

  /// Splits edges at their intersections, and removes those that occur an even number of times.
  private static func separated(_ edges: [RingEdge]) -> [RingEdge]? {
    var edges = odd(edges)
    for _ in 0..<roundLimit {
      var cuts: [[GridPoint]] = Array(repeating: [], count: edges.count)
      var hasCuts = false
      EdgePairs(edges).visit { first, second in
        edges[first].meetings(edges[second]) {
          cuts[first].append($0)
          hasCuts = true
        } _: {
          cuts[second].append($0)
          hasCuts = true
        }
        return true
      }
      guard hasCuts else { return edges }
      var pieces: [RingEdge] = []
      for (edge, cuts) in zip(edges, cuts) { append(edge, cutAt: cuts, to: &pieces) }
      edges = odd(pieces)
    }
    return nil
  }

  private static func append(_ edge: RingEdge, cutAt places: [GridPoint], to pieces: inout [RingEdge]) {
    guard !places.isEmpty else {
      pieces.append(edge)
      return
    }
    func along(_ place: GridPoint) -> Int64 {
      (Int64(place.x) - Int64(edge.a.x)) * (Int64(edge.b.x) - Int64(edge.a.x))
        + (Int64(place.y) - Int64(edge.a.y)) * (Int64(edge.b.y) - Int64(edge.a.y))
    }
    var last = edge.a
    for place in places.sorted(by: { along($0) < along($1) }) + [edge.b] where place != last {
      pieces.append(RingEdge(a: last, b: place, ring: 0, number: 0))
      last = place
    }
  }

  /// Returns the edges that occur an odd number of times in either direction, each once from its western end.
  private static func odd(_ edges: [RingEdge]) -> [RingEdge] {
    let sorted = edges.compactMap { edge -> RingEdge? in
      guard edge.a != edge.b else { return nil }
      let isForward = (edge.a.x, edge.a.y) < (edge.b.x, edge.b.y)
      return isForward ? edge : RingEdge(a: edge.b, b: edge.a, ring: 0, number: 0)
    }
    .sorted { ($0.a.x, $0.a.y, $0.b.x, $0.b.y) < ($1.a.x, $1.a.y, $1.b.x, $1.b.y) }
    var kept: [RingEdge] = []
    for edge in sorted {
      if let last = kept.last, last.a == edge.a, last.b == edge.b {
        kept.removeLast()
      } else {
        kept.append(edge)
      }
    }
    return kept
  }
}
