package import SkiBase
import SkiGraph

/// The topology of a customizable contraction hierarchy: the chordal supergraph of a graph by an elimination order.
///
/// It does not depend on costs: ``HierarchyWeights`` hold those. Nodes are numbered by *position*, which descends the
/// elimination tree in preorder: a root precedes its descendants, which are consecutive, and an upward arc leads to a
/// lesser position. All upward neighbours of a node lie on its path to the root of the tree. Any such numbering gives
/// the same arcs; in preorder, what a search reads lies close together.
///
/// Immutable. Memory: 16 bytes for each node, 4 bytes for each edge and each upward arc.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies"; Liu 1990, "The role of
/// elimination trees in sparse factorization" (equivalent orders).
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
  /// The cells of labels, made on first use.
  private let cells = SharedObject()

  /// The number of nodes.
  package var nodeCount: Int { positions.count }
  /// The number of upward arcs.
  package var arcCount: Int { upHeads.count }

  /// Creates the hierarchy of a graph.
  /// - Parameters:
  ///   - graph: The graph.
  ///   - order: The nodes in the order of elimination, each once, as a map stores it; nil to compute it. One that fills
  ///     in more than ``greatestArcCount(_:)`` is computed again.
  /// - Complexity: As ``EliminationTree``, and O(*m* log *d*) in the edges and the upward degrees; without an order also
  ///   as ``EliminationOrder``.
  package init(_ graph: FlatGraph, order: [UInt32]? = nil) {
    let tree =
      order.flatMap { EliminationTree(graph, order: $0, greatestArcCount: Self.greatestArcCount(graph)) }
      ?? EliminationTree(graph)
    var arcOfEdge = [UInt32](repeating: .max, count: graph.edgeCount)
    graph.forEachNode { node, edges in
      for edge in edges {
        let (tail, head) = (tree.positions[node], tree.positions[Int(graph.head[edge])])
        guard tail != head else { continue }
        let arc = tree.arc(from: max(tail, head), to: min(tail, head))
        arcOfEdge[edge] = arc << 1 | (tail > head ? 0 : 1)
      }
    }
    self.arcOfEdge = arcOfEdge
    (positions, parents) = (FrozenArray(tree.positions), FrozenArray(tree.parents))
    (firstUp, upHeads) = (FrozenArray(tree.firstUp), FrozenArray(tree.upHeads))
  }

  /// The maximum number of arcs of a hierarchy by a stored order; a good order of a ski network has a quarter of it.
  private static func greatestArcCount(_ graph: FlatGraph) -> Int {
    4096 + 4 * (graph.nodeCount + graph.edgeCount)
  }

  /// Returns the position of a node of the graph.
  @inline(__always) func position(of node: NodeIndex) -> Int {
    precondition(node.position < nodeCount, "node must be below \(nodeCount)")
    return Int(positions.base[node.position])
  }

  /// Returns the cells of labels, made by the first call.
  /// - Complexity: As ``LabelCells/init(_:)`` the first time, then O(1).
  func labelCells() -> LabelCells {
    unsafeDowncast(cells.object { LabelCells(self) }, to: LabelCells.self)
  }
}

/// The costs of the arcs of a ``ContractionHierarchy`` for one cost function.
///
/// Every shortest path of the graph has an equally short path that leads upwards and then downwards over these arcs.
///
/// Immutable. Memory: 8 bytes for each arc.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies".
package final class HierarchyWeights: Sendable {
  /// The value of an arc without a path, and of a node that can't be reached; sums of two fit 32 bits.
  static let unreachable: UInt32 = 1 << 31 - 1

  /// The topology.
  package let hierarchy: ContractionHierarchy
  /// The milliseconds along each upward arc, from its lower to its higher end.
  let up: FrozenArray<UInt32>
  /// The milliseconds against each upward arc, from its higher to its lower end.
  let down: FrozenArray<UInt32>

  /// Customises the hierarchy for the costs of edges.
  /// - Parameters:
  ///   - hierarchy: The topology of a graph.
  ///   - milliseconds: Returns the cost of an edge of that graph; from ``unreachable`` on it may not be used.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*m* + Σ *d*³) in the edges and the upward degrees *d*; linear in ski graphs, where *d* is 2.3 on
  ///   average.
  package init(_ hierarchy: ContractionHierarchy, milliseconds: (Int) -> UInt64) throws(SkiError) {
    self.hierarchy = hierarchy
    var up = [UInt32](repeating: Self.unreachable, count: hierarchy.arcCount)
    var down = up
    for (edge, arc) in hierarchy.arcOfEdge.enumerated() where arc != .max {
      let cost = UInt32(min(milliseconds(edge), UInt64(Self.unreachable)))
      let position = Int(arc >> 1)
      if arc & 1 == 0 {
        up[position] = min(up[position], cost)
      } else {
        down[position] = min(down[position], cost)
      }
    }
    let limit = WorkLimit.current
    for position in (0..<hierarchy.nodeCount).reversed() {
      if position & 0xFFF == 0 { try limit.check() }
      Self.relaxTriangles(at: position, hierarchy, &up, &down)
    }
    (self.up, self.down) = (FrozenArray(up), FrozenArray(down))
  }

  /// Relaxes the arcs between the upward neighbours of a position by the paths through it.
  ///
  /// The upward neighbours are pairwise adjacent; of two, the greater owns the arc. Both its list and the list here
  /// ascend, so that one pass finds all its arcs.
  private static func relaxTriangles(
    at position: Int, _ hierarchy: ContractionHierarchy, _ up: inout [UInt32], _ down: inout [UInt32]
  ) {
    let (firstUp, heads) = (hierarchy.firstUp.base, hierarchy.upHeads.base)
    let arcs = Int(firstUp[position])..<Int(firstUp[position + 1])
    for owned in arcs.dropFirst() {
      var arc = Int(firstUp[Int(heads[owned])])
      for other in arcs.lowerBound..<owned {
        while heads[arc] < heads[other] { arc += 1 }
        up[arc] = min(up[arc], down[owned] + up[other])
        down[arc] = min(down[arc], down[other] + up[owned])
      }
    }
  }
}
