/// The construction of valid polygons from rings in whole units after simplification, clipping and rounding.
///
/// The interior follows the even-odd rule. Rings that neither cross nor touch keep their corners; others are noded and
/// assembled again.
enum ValidPolygons {
  /// Returns polygons, each an outer ring, clockwise with *y* pointing down, then its holes, counter-clockwise.
  ///
  /// - Parameters:
  ///   - rings: Closed rings; the first corner is not repeated.
  ///   - isLarge: A predicate of the rings to keep, given a ring and twice its area.
  /// - Complexity: O(*n* log *n*) where rings don't touch and few lie within others' boxes.
  static func polygons(
    _ rings: [[GridPoint]], isLarge: ([GridPoint], Int64) -> Bool = { _, _ in true }
  ) -> [[[GridPoint]]] {
    let cleaned = rings.map(RingCleaning.cleaned).filter { $0.count > 2 }
    guard !cleaned.isEmpty else { return [] }
    let edges = RingEdge.edges(of: cleaned)
    if areApart(edges, counts: cleaned.map(\.count)) {
      return nested(directed(cleaned), isLarge)
    }
    return nested(PlanarRings.rings(of: edges) ?? [], isLarge)
  }

  /// Returns whether edges meet only where one follows the other in its ring.
  static func areApart(_ edges: [RingEdge], counts: [Int]) -> Bool {
    var isApart = true
    EdgePairs(edges).visit { first, second in
      let (a, b) = (edges[first], edges[second])
      if a.ring == b.ring {
        let step = Int(b.number) - Int(a.number)
        if abs(step) == 1 || abs(step) == counts[Int(a.ring)] - 1 || step == 0 { return true }
      }
      var meets = a.a == b.a || a.a == b.b || a.b == b.a || a.b == b.b
      a.meetings(b) { _ in
        meets = true
      } _: { _ in
        meets = true
      }
      isApart = !meets
      return isApart
    }
    return isApart
  }

  /// Returns disjoint rings directed by depth: clockwise at even depth, counter-clockwise at odd.
  private static func directed(_ rings: [[GridPoint]]) -> [[GridPoint]] {
    let boxes = rings.count > 1 ? rings.map(RingBox.init) : []
    return rings.enumerated().map { index, ring in
      var depth = 0
      if rings.count > 1 {
        for other in rings.indices where other != index && boxes[other].holds(boxes[index]) {
          if holds(rings[other], doubled: SIMD2(Int64(ring[0].x) * 2, Int64(ring[0].y) * 2)) { depth += 1 }
        }
      }
      let isClockwise = RingCleaning.doubleArea(ring) > 0
      return isClockwise == depth.isMultiple(of: 2) ? ring : ring.reversed()
    }
  }

  /// Assigns each hole to the smallest ring around it.
  private static func nested(
    _ rings: [[GridPoint]], _ isLarge: ([GridPoint], Int64) -> Bool
  ) -> [[[GridPoint]]] {
    var outers: [(area: Int64, rings: [[GridPoint]])] = []
    var holes: [[GridPoint]] = []
    for ring in rings {
      let area = RingCleaning.doubleArea(ring)
      if area > 0 { outers.append((area, [ring])) }
      if area < 0, isLarge(ring, -area) { holes.append(ring) }
    }
    let boxes = holes.isEmpty ? [] : outers.map { RingBox($0.rings[0]) }
    for hole in holes {
      // The middle of an edge lies on no other ring.
      let middle = SIMD2(Int64(hole[0].x) + Int64(hole[1].x), Int64(hole[0].y) + Int64(hole[1].y))
      let box = RingBox(hole)
      var best: Int?
      for outer in outers.indices where boxes[outer].holds(box) {
        if let best, outers[best].area <= outers[outer].area { continue }
        if holds(outers[outer].rings[0], doubled: middle) { best = outer }
      }
      if let best { outers[best].rings.append(hole) }
    }
    return outers.filter { isLarge($0.rings[0], $0.area) }.map(\.rings)
  }

  /// Returns whether a ring surrounds a point that is not on it, given in half units.
  private static func holds(_ ring: [GridPoint], doubled place: SIMD2<Int64>) -> Bool {
    guard var last = ring.last else { return false }
    var isInside = false
    for corner in ring {
      let (ay, by) = (Int64(last.y) * 2, Int64(corner.y) * 2)
      if (ay > place.y) != (by > place.y) {
        let (ax, bx) = (Int64(last.x) * 2, Int64(corner.x) * 2)
        let turn = (bx - ax) * (place.y - ay) - (by - ay) * (place.x - ax)
        if (turn > 0) == (by > ay) { isInside.toggle() }
      }
      last = corner
    }
    return isInside
  }
}

/// The bounding box of a ring.
private struct RingBox {
  var low: GridPoint
  var high: GridPoint

  init(_ ring: [GridPoint]) {
    (low, high) = (ring[0], ring[0])
    for corner in ring {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
  }

  func holds(_ other: RingBox) -> Bool {
    low.x <= other.low.x && low.y <= other.low.y && high.x >= other.high.x && high.y >= other.high.y
  }
}

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
