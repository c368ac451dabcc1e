import SkiGeo
import SkiGraph

/// The topology of a customizable contraction hierarchy: the chordal supergraph of a graph by an elimination order.
///
/// It does not depend on costs: ``HierarchyWeights`` hold those. Nodes are numbered by *position*: the node eliminated
/// last has position 0, and an upward arc leads to a lesser position. All upward neighbours of a node lie on its path
/// to the root of the elimination tree.
///
/// Immutable. Memory: 16 bytes for each node, 4 bytes for each edge and each upward arc.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies".
package final class ContractionHierarchy: Sendable {
  /// The position of each node.
  let positions: FrozenArray<UInt32>
  /// The first upward arc of each position; those of position p are `firstUp[p]..<firstUp[p + 1]`.
  let firstUp: FrozenArray<UInt32>
  /// The position that each upward arc leads to, ascending for each position, and less than its own.
  let upHeads: FrozenArray<UInt32>
  /// The parent of each position in the elimination tree, its greatest upward neighbour; its own for a root.
  let parents: FrozenArray<UInt32>
  /// The upward arc between the ends of each edge, times two, plus one where the edge leads down; `UInt32.max` for
  /// a loop.
  let arcOfEdge: [UInt32]

  /// The number of nodes.
  package var nodeCount: Int { positions.count }
  /// The number of upward arcs.
  package var arcCount: Int { upHeads.count }

  /// Computes the hierarchy of a graph.
  /// - Complexity: As ``EliminationOrder/init(_:)``, and O(*m* log *d*) in the edges and the upward degrees.
  package init(_ graph: FlatGraph) {
    let order = EliminationOrder(graph)
    let count = graph.nodeCount
    var positions = [UInt32](repeating: 0, count: count)
    for (rank, node) in order.nodes.enumerated() { positions[Int(node)] = UInt32(count - 1 - rank) }
    var (firstUp, upHeads): ([UInt32], [UInt32]) = ([0], [])
    var parents = [UInt32](repeating: 0, count: count)
    for position in 0..<count {
      let node = order.nodes[count - 1 - position]
      let heads = order.laterNeighbours(of: Int(node)).map { positions[Int($0)] }.sorted()
      upHeads += heads
      firstUp.append(UInt32(upHeads.count))
      parents[position] = heads.last ?? UInt32(position)
    }
    var arcOfEdge = [UInt32](repeating: .max, count: graph.edgeCount)
    graph.forEachNode { node, edges in
      for edge in edges {
        let (tail, head) = (positions[node], positions[Int(graph.head[edge])])
        guard tail != head else { continue }
        let arc = Self.arc(from: max(tail, head), to: min(tail, head), firstUp, upHeads)
        arcOfEdge[edge] = arc << 1 | (tail > head ? 0 : 1)
      }
    }
    self.arcOfEdge = arcOfEdge
    (self.positions, self.parents) = (FrozenArray(positions), FrozenArray(parents))
    (self.firstUp, self.upHeads) = (FrozenArray(firstUp), FrozenArray(upHeads))
  }

  /// Returns the position of a node of the graph.
  @inline(__always) func position(of node: NodeIndex) -> Int {
    precondition(node.position < nodeCount, "node must be below \(nodeCount)")
    return Int(positions.base[node.position])
  }

  /// Returns the upward arc between two adjacent positions, by binary search.
  private static func arc(
    from lower: UInt32, to higher: UInt32, _ firstUp: [UInt32], _ upHeads: [UInt32]
  ) -> UInt32 {
    let arcs = Int(firstUp[Int(lower)])..<Int(firstUp[Int(lower) + 1])
    return UInt32(arcs.partitioningIndex { upHeads[$0] >= higher })
  }
}
