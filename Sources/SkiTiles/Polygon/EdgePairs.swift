/// A search for edges whose boxes may intersect, by the cells of a uniform grid.
///
/// - Complexity: O(*n* + *k*) expected for short edges and *k* pairs in a common cell; a long edge counts once per
///   cell.
struct EdgePairs {
  private static let squaresAcross = 32
  /// The number of edges up to which all pairs are visited.
  private static let fewEdges = 24

  private let edges: [RingEdge]
  private var starts: [Int32] = []
  private var members: [Int32] = []

  init(_ edges: [RingEdge]) {
    self.edges = edges
    if edges.count > Self.fewEdges { fill() }
  }

  /// Calls a body with pairs of indices, some of them more than once, until it returns false.
  func visit(_ body: (Int, Int) -> Bool) {
    if edges.count <= Self.fewEdges {
      for second in edges.indices {
        for first in 0..<second where !body(first, second) { return }
      }
      return
    }
    for square in 0..<starts.count - 1 {
      let range = Int(starts[square])..<Int(starts[square + 1])
      for second in range {
        for first in range.lowerBound..<second where !body(Int(members[first]), Int(members[second])) {
          return
        }
      }
    }
  }

  private mutating func fill() {
    var (low, high) = (edges[0].a, edges[0].a)
    for edge in edges {
      low = pointwiseMin(low, pointwiseMin(edge.a, edge.b))
      high = pointwiseMax(high, pointwiseMax(edge.a, edge.b))
    }
    let across = Self.squaresAcross
    let width = max(1, (Int(high.x) - Int(low.x)) / across + 1)
    let height = max(1, (Int(high.y) - Int(low.y)) / across + 1)
    func squares(_ edge: RingEdge, _ body: (Int) -> Void) {
      let west = (Int(min(edge.a.x, edge.b.x)) - Int(low.x)) / width
      let east = (Int(max(edge.a.x, edge.b.x)) - Int(low.x)) / width
      let north = (Int(min(edge.a.y, edge.b.y)) - Int(low.y)) / height
      let south = (Int(max(edge.a.y, edge.b.y)) - Int(low.y)) / height
      for row in north...south { for column in west...east { body(row * across + column) } }
    }
    var counts = [Int32](repeating: 0, count: across * across + 1)
    for edge in edges { squares(edge) { counts[$0 + 1] += 1 } }
    for square in 0..<across * across { counts[square + 1] += counts[square] }
    starts = counts
    members = Array(repeating: 0, count: Int(counts[across * across]))
    for (index, edge) in edges.enumerated() {
      squares(edge) { square in
        members[Int(counts[square])] = Int32(index)
        counts[square] += 1
      }
    }
  }
}
