import SkiGraph

/// The upward search from some sources in a hierarchy, with reusable memory of 4 bytes for each node.
///
/// A class for one task: not `Sendable`.
final class HierarchyClimb {
  private let hierarchy: ContractionHierarchy
  /// The times by position; unreachable except during a search.
  private var times: [UInt32]
  /// The positions that the climbs have reached, each once.
  private var fronts: [Int] = []

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
  ///   - body: Called with a position and its least milliseconds, once for each position, the greatest first.
  /// - Complexity: O(*s* + *a* · *k*) in the *a* ancestors of *k* sources and their upward arcs *s*.
  func forEachAncestor(
    of sources: [SearchEnd], over costs: FrozenArray<UInt32>, _ body: (Int, UInt32) -> Void
  ) {
    precondition(costs.count == hierarchy.arcCount, "costs must match arcs")
    fronts.removeAll(keepingCapacity: true)
    for source in sources {
      let position = hierarchy.position(of: source.node)
      times[position] = min(times[position], source.milliseconds)
      if !fronts.contains(position) { fronts.append(position) }
    }
    while let position = nextPosition() {
      let time = times[position]
      guard time < HierarchyWeights.unreachable else { continue }
      relax(position, time, costs.base)
      body(position, time)
      times[position] = HierarchyWeights.unreachable
    }
  }

  /// Returns the lowest position of the climbs and moves it to its parent, where climbs join; nil after the roots.
  ///
  /// All descendants of a position have been returned before it.
  private func nextPosition() -> Int? {
    var (lowest, place) = (-1, -1)
    for (index, front) in fronts.enumerated() where front > lowest { (lowest, place) = (front, index) }
    guard place >= 0 else { return nil }
    let parent = Int(hierarchy.parents.base[lowest])
    if parent == lowest || fronts.contains(parent) {
      fronts.swapAt(place, fronts.count - 1)
      fronts.removeLast()
    } else {
      fronts[place] = parent
    }
    return lowest
  }

  /// Relaxes the upward arcs of a position; heads are positions of the hierarchy, whose count is that of the times.
  private func relax(_ position: Int, _ time: UInt32, _ costs: UnsafePointer<UInt32>) {
    let heads = hierarchy.upHeads.base
    let arcs = Int(hierarchy.firstUp.base[position])..<Int(hierarchy.firstUp.base[position + 1])
    times.withUnsafeMutableBufferPointer { times in
      for arc in arcs {
        let head = Int(heads[arc])
        times[head] = min(times[head], time &+ costs[arc])
      }
    }
  }
}
