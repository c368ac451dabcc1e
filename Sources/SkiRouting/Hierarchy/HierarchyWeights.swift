package import SkiBase
import SkiGraph

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
