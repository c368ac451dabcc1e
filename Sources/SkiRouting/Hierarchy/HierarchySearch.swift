import SkiGraph

/// A shortest path query on a ``HierarchyWeights`` with reusable scratch memory, which returns times, not paths.
///
/// It climbs from all ends at once to the roots of the elimination tree, lower positions first, so that nodes whose
/// time is not below the best known are pruned. A class for one task: not `Sendable`. Memory: 8 bytes for each node.
///
/// **Source:** Dibbelt, Strasser and Wagner 2016, "Customizable contraction hierarchies" (elimination tree query);
/// Buchhold, Sanders and Wagner 2019, "Real-time traffic assignment using engineered customizable contraction
/// hierarchies" (pruning).
package final class HierarchySearch {
  private let nodeCount: Int
  /// The times from the sources and to the targets by position; unreachable except during a query.
  private let forward: UnsafeMutablePointer<UInt32>
  private let backward: UnsafeMutablePointer<UInt32>

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
  /// - Complexity: O(*s* + *a* · *e*) in the *a* ancestors of the *e* ends and their upward arcs *s*.
  /// - Precondition: The weights belong to a graph with as many nodes as the search, and every node given is in it.
  package func milliseconds(
    from sources: [SearchEnd], to targets: [SearchEnd], weights: HierarchyWeights
  ) -> UInt32? {
    let hierarchy = weights.hierarchy
    precondition(nodeCount == hierarchy.nodeCount, "search and hierarchy must have equal node counts")
    let count = sources.count + targets.count
    let best = withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { fronts in
      let climb = HierarchyFronts(fronts, hierarchy)
      seed(sources, climb, 0, forward)
      seed(targets, climb, sources.count, backward)
      let best = meet(climb, weights)
      for (index, end) in (sources + targets).enumerated() {
        climb.set(index, hierarchy.position(of: end.node))
      }
      while let position = climb.next() {
        forward[position] = HierarchyWeights.unreachable
        backward[position] = HierarchyWeights.unreachable
      }
      return best
    }
    return best < HierarchyWeights.unreachable ? best : nil
  }

  /// Sets the times of ends and starts their climbs.
  private func seed(
    _ ends: [SearchEnd], _ climb: HierarchyFronts, _ first: Int, _ times: UnsafeMutablePointer<UInt32>
  ) {
    for (index, end) in ends.enumerated() {
      let position = climb.hierarchy.position(of: end.node)
      times[position] = min(times[position], end.milliseconds)
      climb.set(first + index, position)
    }
  }

  /// Climbs to the roots and returns the least sum of both directions.
  ///
  /// Positions, arcs and heads are those of the hierarchy, whose node count is that of the arrays.
  private func meet(_ climb: HierarchyFronts, _ weights: HierarchyWeights) -> UInt32 {
    let (forward, backward) = (self.forward, self.backward)
    let (firstUp, heads) = (climb.hierarchy.firstUp.base, climb.hierarchy.upHeads.base)
    let (up, down) = (weights.up.base, weights.down.base)
    var best = HierarchyWeights.unreachable
    while let position = climb.next() {
      let (there, back) = (forward[position], backward[position])
      best = min(best, there &+ back)
      let end = Int(firstUp[position &+ 1])
      if there < best {
        var arc = Int(firstUp[position])
        while arc < end {
          let head = Int(heads[arc])
          forward[head] = min(forward[head], there &+ up[arc])
          arc &+= 1
        }
      }
      if back < best {
        var arc = Int(firstUp[position])
        while arc < end {
          let head = Int(heads[arc])
          backward[head] = min(backward[head], back &+ down[arc])
          arc &+= 1
        }
      }
    }
    return best
  }
}

/// The positions that climbs from some ends to the roots of a hierarchy have reached.
private struct HierarchyFronts {
  private let fronts: UnsafeMutableBufferPointer<Int>
  let hierarchy: ContractionHierarchy
  private let parents: UnsafePointer<UInt32>

  init(_ fronts: UnsafeMutableBufferPointer<Int>, _ hierarchy: ContractionHierarchy) {
    (self.fronts, self.hierarchy) = (fronts, hierarchy)
    parents = hierarchy.parents.base
  }

  func set(_ index: Int, _ position: Int) { fronts.initializeElement(at: index, to: position) }

  /// Returns the lowest position and moves the climbs that have reached it to its parent; nil after the roots.
  @inline(__always) func next() -> Int? {
    var lowest = -1
    for front in fronts { lowest = max(lowest, front) }
    guard lowest >= 0 else { return nil }
    let parent = Int(parents[lowest])
    let after = parent == lowest ? -1 : parent
    for index in 0..<fronts.count where fronts[index] == lowest { fronts[index] = after }
    return lowest
  }
}
