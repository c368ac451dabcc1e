import SkiGraph

/// The upward search from some sources in a hierarchy, with reusable memory of 4 bytes for each node.
///
/// A class for one task: not `Sendable`.
final class HierarchyClimb {
  private let hierarchy: ContractionHierarchy
  /// The times by position; unreachable except during a search.
  private var times: [UInt32]
  private var visited: [Int] = []

  /// Creates the memory.
  /// - Complexity: O(*n*).
  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    times = [UInt32](repeating: HierarchyWeights.unreachable, count: hierarchy.nodeCount)
  }

  /// Calls a closure with each ancestor of the sources that upward arcs reach, themselves included, and its time.
  ///
  /// - Parameters:
  ///   - sources: The ends to climb from.
  ///   - costs: The costs of the arcs: upwards from sources, or downwards to targets.
  ///   - body: Called with a position and its least milliseconds, once for each position.
  /// - Complexity: O(*s*) in the upward arcs of the ancestors of each source.
  func forEachAncestor(
    of sources: [SearchEnd], over costs: FrozenArray<UInt32>, _ body: (Int, UInt32) -> Void
  ) {
    precondition(costs.count == hierarchy.arcCount, "costs must match arcs")
    visited.removeAll(keepingCapacity: true)
    for source in sources {
      let position = hierarchy.position(of: source.node)
      times[position] = min(times[position], source.milliseconds)
    }
    for source in sources { climb(from: hierarchy.position(of: source.node), costs.base) }
    for position in visited where times[position] < HierarchyWeights.unreachable {
      body(position, times[position])
      times[position] = HierarchyWeights.unreachable
    }
  }

  /// Relaxes the upward arcs from a position to its root.
  ///
  /// The ancestors that two sources share are relaxed again by the second, with times that may be less by then.
  private func climb(from start: Int, _ costs: UnsafePointer<UInt32>) {
    let (firstUp, heads, parents) = (
      hierarchy.firstUp.base, hierarchy.upHeads.base, hierarchy.parents.base
    )
    var position = start
    while true {
      visited.append(position)
      let time = times[position]
      if time < HierarchyWeights.unreachable {
        for arc in Int(firstUp[position])..<Int(firstUp[position + 1]) {
          let head = Int(heads[arc])
          times[head] = min(times[head], time &+ costs[arc])
        }
      }
      let parent = Int(parents[position])
      if parent == position { return }
      position = parent
    }
  }
}
