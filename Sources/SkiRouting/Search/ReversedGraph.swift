/// A graph with reversed edges, for searches from a destination.
///
/// Immutable; 12 bytes per node, 8 bytes per edge.
struct ReversedGraph: Sendable {
  /// The reversed graph; its edges are sorted by their original heads.
  let flat: FlatGraph
  /// The original edge of each edge of `flat`.
  let edges: [UInt32]

  /// Reverses a graph.
  /// - Complexity: O(*n* + *m*).
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
