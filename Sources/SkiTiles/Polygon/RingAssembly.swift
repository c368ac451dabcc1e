/// The assembly of rings from edges that meet at their ends only, an even number of them at each point.
struct RingAssembly {
  private let edges: [RingEdge]
  /// The half-edges, 2·*e* from the first end of edge *e* and 2·*e* + 1 from the second, by start, then clockwise.
  private var order: [Int32] = []
  /// The position of each half-edge in `order`.
  private var place: [Int32] = []
  /// The first position of the half-edges with the same start, by half-edge.
  private var firsts: [Int32] = []
  /// The position after the last half-edge with the same start, by half-edge.
  private var ends: [Int32] = []
  /// The side of the interior, by half-edge: 0 unknown, 1 right, 2 left, 3 right and used in a ring.
  private var sides: [UInt8] = []

  init(_ edges: [RingEdge]) {
    self.edges = edges
    sort()
    for position in order.indices where sides[Int(order[position])] == 0 { seed(Int(order[position])) }
  }

  @inline(__always)
  private func start(_ half: Int) -> GridPoint { half & 1 == 0 ? edges[half >> 1].a : edges[half >> 1].b }
  @inline(__always)
  private func end(_ half: Int) -> GridPoint { half & 1 == 0 ? edges[half >> 1].b : edges[half >> 1].a }

  /// Sorts half-edges by start, western points first, then clockwise from the west.
  private mutating func sort() {
    order = (0..<Int32(edges.count * 2)).sorted { first, second in
      let (a, b) = (start(Int(first)), start(Int(second)))
      if a != b { return (a.x, a.y) < (b.x, b.y) }
      return Self.isBefore(end(Int(first)) &- a, end(Int(second)) &- a)
    }
    place = Array(repeating: 0, count: order.count)
    (firsts, ends) = (place, place)
    sides = Array(repeating: 0, count: order.count)
    var first = 0
    while first < order.count {
      var next = first + 1
      while next < order.count, start(Int(order[next])) == start(Int(order[first])) { next += 1 }
      for position in first..<next {
        let half = Int(order[position])
        (place[half], firsts[half], ends[half]) = (Int32(position), Int32(first), Int32(next))
      }
      first = next
    }
  }

  /// Returns whether a direction precedes another clockwise from just past the west: north, east, south, west.
  private static func isBefore(_ a: GridPoint, _ b: GridPoint) -> Bool {
    func isNorthern(_ direction: GridPoint) -> Bool {
      direction.y < 0 || direction.y == 0 && direction.x > 0
    }
    let (first, second) = (isNorthern(a), isNorthern(b))
    if first != second { return first }
    return Int64(a.x) * Int64(b.y) - Int64(a.y) * Int64(b.x) > 0
  }

  /// Sets the side of the interior of all edges connected with one at their western end.
  private mutating func seed(_ half: Int) {
    let corner = start(half)
    // An odd number of edges west of the corner means that the interior lies there.
    var isGround = false
    for edge in edges where (edge.a.y > corner.y) != (edge.b.y > corner.y) {
      let (low, high) = edge.a.y < edge.b.y ? (edge.a, edge.b) : (edge.b, edge.a)
      // The corner is east of the edge if it is left of the edge directed downwards.
      if RingEdge.turn(low, high, corner) < 0 { isGround.toggle() }
    }
    var stack = [(half: Int(order[Int(firsts[half])]), isRight: !isGround)]
    while let next = stack.popLast() {
      guard sides[next.half] == 0 else { continue }
      var isRight = next.isRight
      let (first, end) = (Int(firsts[next.half]), Int(ends[next.half]))
      var position = Int(place[next.half])
      for _ in first..<end {
        let half = Int(order[position])
        sides[half] = isRight ? 1 : 2
        if sides[half ^ 1] == 0 { stack.append((half ^ 1, !isRight)) }
        isRight.toggle()
        position = position + 1 == end ? first : position + 1
      }
    }
  }

  /// Returns the rings, the interior to the right of each. Complexity: O(*n*).
  mutating func rings() -> [[GridPoint]] {
    var rings: [[GridPoint]] = []
    for half in order.map(Int.init) where sides[half] == 1 {
      var walk: [GridPoint] = []
      var next = half
      while sides[next] == 1 {
        sides[next] = 3
        walk.append(start(next))
        let twin = next ^ 1
        let position = Int(place[twin])
        next = Int(order[position == Int(firsts[twin]) ? Int(ends[twin]) - 1 : position - 1])
      }
      Self.split(walk, into: &rings)
    }
    return rings
  }

  /// Splits a closed walk at repeated points into simple rings.
  private static func split(_ walk: [GridPoint], into rings: inout [[GridPoint]]) {
    var path: [GridPoint] = []
    var seen: [GridPoint: Int] = [:]
    for corner in walk {
      if let first = seen[corner] {
        let loop = Array(path[first...])
        for old in loop { seen[old] = nil }
        path.removeSubrange(first...)
        if loop.count > 2 { rings.append(loop) }
      }
      seen[corner] = path.count
      path.append(corner)
    }
    if path.count > 2 { rings.append(path) }
  }
}
