/// A graph with every edge turned round, for searches from a destination.
///
/// Immutable and `Sendable`; 12 bytes a node, 8 bytes an edge.
struct ReversedGraph: Sendable {
  /// The turned graph; its edges are sorted by what were heads.
  let flat: FlatGraph
  /// By edge of `flat`, the edge it was.
  let edges: [UInt32]

  /// Turns a graph round. Complexity: O(*n* + *m*).
  init(_ graph: FlatGraph) {
    var firstOut = [UInt32](repeating: 0, count: graph.nodeCount + 1)
    for edge in 0..<graph.edgeCount { firstOut[Int(graph.head[edge]) + 1] += 1 }
    for node in 0..<graph.nodeCount { firstOut[node + 1] += firstOut[node] }
    var next = firstOut
    var heads = [UInt32](repeating: 0, count: graph.edgeCount)
    var edges = heads
    graph.forEachNode { node, range in
      for edge in range {
        let place = Int(next[Int(graph.head[edge])])
        next[Int(graph.head[edge])] += 1
        (heads[place], edges[place]) = (UInt32(node), UInt32(edge))
      }
    }
    let positions = (0..<graph.nodeCount).map { graph.positions[$0] }
    flat = FlatGraph(firstOut: firstOut, heads: heads, positions: positions)
    self.edges = edges
  }
}
