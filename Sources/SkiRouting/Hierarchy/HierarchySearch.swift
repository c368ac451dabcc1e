import SkiGraph

/// A shortest path query on a ``HierarchyWeights`` with reusable scratch memory, which returns times, not paths.
///
/// It climbs from all ends at once to the roots of the elimination tree, lower positions first, so that nodes whose
/// time is not below the best known can be pruned. A class for one task: not `Sendable`. Memory: 8 bytes for each node.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies" (elimination tree query);
/// Buchhold, Sanders and Wagner 2019, "Real-time traffic assignment using engineered customizable contraction
/// hierarchies" (pruning).
package final class HierarchySearch {
  private let nodeCount: Int
  /// The times from the sources and to the targets by position; unreachable except during a query.
  private let forward: UnsafeMutablePointer<UInt32>
  private let backward: UnsafeMutablePointer<UInt32>
  /// The positions that the climb from each end has reached.
  private var fronts: [Int] = []

  /// Creates a search for graphs with a number of nodes.
  /// - Complexity: O(*n*).
  package init(nodeCount: Int) {
    self.nodeCount = nodeCount
    forward = .allocate(capacity: max(1, nodeCount))
    forward.initialize(repeating: HierarchyWeights.unreachable, count: max(1, nodeCount))
    backward = .allocate(capacity: max(1, nodeCount))
    backward.initialize(repeating: HierarchyWeights.unreachable, count: max(1, nodeCount))
  }

  deinit {
    forward.deallocate()
    backward.deallocate()
  }

  /// Returns the milliseconds of the path of least cost from any source to any target, or nil when there is none.
  ///
  /// - Complexity: O(*s* · *e*) in the upward arcs *s* of the ancestors of the *e* ends.
  /// - Precondition: The weights belong to a graph with as many nodes as the search, and every node given is in it.
  package func milliseconds(
    from sources: [SearchEnd], to targets: [SearchEnd], weights: HierarchyWeights
  ) -> UInt32? {
    let hierarchy = weights.hierarchy
    precondition(nodeCount == hierarchy.nodeCount, "search and hierarchy must have equal node counts")
    fronts.removeAll(keepingCapacity: true)
    seed(sources, hierarchy, forward)
    seed(targets, hierarchy, backward)
    let starts = fronts
    var best = HierarchyWeights.unreachable
    while let position = nextPosition(hierarchy) {
      let (there, back) = (forward[position], backward[position])
      best = min(best, there &+ back)
      if there < best { relax(position, there, hierarchy, weights.up, forward) }
      if back < best { relax(position, back, hierarchy, weights.down, backward) }
    }
    fronts = starts
    while let position = nextPosition(hierarchy) {
      forward[position] = HierarchyWeights.unreachable
      backward[position] = HierarchyWeights.unreachable
    }
    return best < HierarchyWeights.unreachable ? best : nil
  }

  /// Sets the times of ends and adds their positions to the fronts.
  private func seed(
    _ ends: [SearchEnd], _ hierarchy: ContractionHierarchy, _ times: UnsafeMutablePointer<UInt32>
  ) {
    for end in ends {
      let position = hierarchy.position(of: end.node)
      times[position] = min(times[position], end.milliseconds)
      fronts.append(position)
    }
  }

  /// Returns the lowest node of the fronts, and moves those that have reached it to its parent.
  @inline(__always)
  private func nextPosition(_ hierarchy: ContractionHierarchy) -> Int? {
    fronts.withUnsafeMutableBufferPointer { fronts in
      var lowest = -1
      for front in fronts { lowest = max(lowest, front) }
      guard lowest >= 0 else { return nil }
      let parent = Int(hierarchy.parents.base[lowest])
      for index in fronts.indices where fronts[index] == lowest {
        fronts[index] = parent == lowest ? -1 : parent
      }
      return lowest
    }
  }

  /// Relaxes the upward arcs of a position.
  ///
  /// Positions, arcs and heads are those of the hierarchy, whose node count is that of the arrays.
  @inline(__always)
  private func relax(
    _ position: Int, _ time: UInt32, _ hierarchy: ContractionHierarchy, _ weights: FrozenArray<UInt32>,
    _ times: UnsafeMutablePointer<UInt32>
  ) {
    let (heads, weights) = (hierarchy.upHeads.base, weights.base)
    var arc = Int(hierarchy.firstUp.base[position])
    let end = Int(hierarchy.firstUp.base[position &+ 1])
    while arc < end {
      let head = Int(heads[arc])
      times[head] = min(times[head], time &+ weights[arc])
      arc &+= 1
    }
  }
}
