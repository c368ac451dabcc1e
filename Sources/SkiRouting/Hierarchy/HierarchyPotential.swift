import SkiGraph

/// The exact time from each node to the nearest target by a customised hierarchy, computed where a search asks for it.
///
/// As the bound of a search whose edges cost at least those of the hierarchy, it is consistent: it satisfies
/// bound(u) ≤ cost(u, v) + bound(v) with the hierarchy's costs, since these are exact distances.
///
/// A node takes the least of its upward neighbours' bounds plus the arcs to them; its ancestors are computed first and
/// kept.
///
/// **Source:** Strasser and Zeitz 2021, "A fast and tight heuristic for A* in road networks".
struct HierarchyPotential: Potential {
  private let positions: UnsafePointer<UInt32>
  private let firstUp: UnsafePointer<UInt32>
  private let upHeads: UnsafePointer<UInt32>
  private let parents: UnsafePointer<UInt32>
  private let up: UnsafePointer<UInt32>
  private let memory: HierarchyBounds.Memory

  fileprivate init(_ weights: HierarchyWeights, _ memory: HierarchyBounds.Memory) {
    let hierarchy = weights.hierarchy
    (positions, firstUp) = (hierarchy.positions.base, hierarchy.firstUp.base)
    (upHeads, parents, up) = (hierarchy.upHeads.base, hierarchy.parents.base, weights.up.base)
    self.memory = memory
  }

  /// Returns the milliseconds from a node of the graph to the nearest target, `UInt32.max` when there is no path.
  ///
  /// The path to the root has at most as many positions as there are nodes, the capacity of the stack.
  @inline(__always)
  func bound(_ node: Int) -> UInt32 {
    let position = Int(positions[node])
    let known = memory.bounds[position]
    if known & HierarchyBounds.stampMask == memory.stamp { return UInt32(truncatingIfNeeded: known) }
    return computed(position)
  }

  @inline(never)
  private func computed(_ start: Int) -> UInt32 {
    var depth = 0
    var position = start
    while memory.bounds[position] & HierarchyBounds.stampMask != memory.stamp {
      memory.stack[depth] = UInt32(truncatingIfNeeded: position)
      depth &+= 1
      let parent = Int(parents[position])
      if parent == position { break }
      position = parent
    }
    var least = UInt32.max
    while depth > 0 {
      depth &-= 1
      position = Int(memory.stack[depth])
      let direct = memory.targets[position]
      least = direct & HierarchyBounds.stampMask == memory.stamp ? UInt32(truncatingIfNeeded: direct) : .max
      var arc = Int(firstUp[position])
      let end = Int(firstUp[position &+ 1])
      while arc < end {
        let bound = UInt32(truncatingIfNeeded: memory.bounds[Int(upHeads[arc])])
        let cost = up[arc]
        if bound != .max, cost < HierarchyWeights.unreachable {
          let total = UInt64(bound) &+ UInt64(cost)
          if total < UInt64(HierarchyWeights.unreachable) {
            least = min(least, UInt32(truncatingIfNeeded: total))
          }
        }
        arc &+= 1
      }
      memory.bounds[position] = memory.stamp | UInt64(least)
    }
    return least
  }
}

/// The memory of a ``HierarchyPotential``, reused from search to search.
///
/// Entries carry the number of their search, so that nothing is cleared between searches. A class for one task: not
/// `Sendable`. Memory: 20 bytes for each node.
final class HierarchyBounds {
  /// The half of an entry that holds the number of its search.
  fileprivate static let stampMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// The arrays, with an element for each position, and the number of the search in the upper half.
  fileprivate struct Memory {
    /// The bound of each position.
    var bounds: UnsafeMutablePointer<UInt64>
    /// The time from each ancestor of a target downwards to a target.
    var targets: UnsafeMutablePointer<UInt64>
    var stack: UnsafeMutablePointer<UInt32>
    var stamp: UInt64 = 0
  }

  private let hierarchy: ContractionHierarchy
  private var memory: Memory
  private let climb: HierarchyClimb

  /// Creates the memory for a hierarchy.
  /// - Complexity: O(*n*).
  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    let capacity = max(1, hierarchy.nodeCount)
    memory = Memory(
      bounds: .allocate(capacity: capacity), targets: .allocate(capacity: capacity),
      stack: .allocate(capacity: capacity))
    memory.bounds.initialize(repeating: 0, count: capacity)
    memory.targets.initialize(repeating: 0, count: capacity)
    memory.stack.initialize(repeating: 0, count: capacity)
    climb = HierarchyClimb(hierarchy)
  }

  deinit {
    memory.bounds.deallocate()
    memory.targets.deallocate()
    memory.stack.deallocate()
  }

  /// Returns the bounds to some targets, valid until the next ones are asked for.
  /// - Complexity: O(*s*) in the upward arcs of the ancestors of each target.
  /// - Precondition: The weights belong to the hierarchy of this memory.
  func potential(_ weights: HierarchyWeights, to targets: [SearchEnd]) -> HierarchyPotential {
    precondition(weights.hierarchy === hierarchy, "weights must belong to the hierarchy")
    if memory.stamp == Self.stampMask {
      memory.bounds.update(repeating: 0, count: max(1, hierarchy.nodeCount))
      memory.targets.update(repeating: 0, count: max(1, hierarchy.nodeCount))
      memory.stamp = 0
    }
    memory.stamp += 1 << 32
    climb.forEachAncestor(of: targets, over: weights.down) { position, time in
      memory.targets[position] = memory.stamp | UInt64(time)
    }
    return HierarchyPotential(weights, memory)
  }
}
