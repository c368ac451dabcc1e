import CKernels
package import SkiGraph

/// The times from many sources to chosen targets, or to all nodes, by sweeps down a customised hierarchy.
///
/// A sweep visits the places of its plan from the roots downwards, so that each takes the least of its upward
/// neighbours' times plus the arcs down from them. Sixteen sources share a sweep.
///
/// A class for one task: not `Sendable`. Memory: 68 bytes for each place, 64 for each target, 4 for each node.
///
/// **Source:** Delling, Goldberg, Nowatzyk and Werneck 2011, "PHAST: hardware-accelerated shortest path trees";
/// Delling, Goldberg and Werneck 2011, "Faster batched shortest paths in road networks" (restricted to targets).
package final class HierarchySweep {
  /// The maximum number of sources of a sweep.
  package static var laneCount: Int { Int(HIERARCHY_LANES) }

  private let plan: SweepPlan
  private let climb: HierarchyClimb
  private let instructionSet = processor_instruction_set()
  /// The number of sources that the last sweep had room for: one, or ``laneCount``.
  private var width = 1
  /// The times by place, then by source.
  private var times: [UInt32] = []
  /// The places with times before the sweep, each as a bit.
  private var seedBits: [UInt64]
  private var seeds: [UInt32] = []
  /// The times to the targets by source, then by target.
  private var results: [UInt32]

  /// Creates the memory for the sweeps of a plan.
  /// - Complexity: O(*n*).
  package init(_ plan: SweepPlan) {
    self.plan = plan
    climb = HierarchyClimb(plan.weights.hierarchy)
    seedBits = [UInt64](repeating: 0, count: (plan.placeCount + 63) / 64)
    results = [UInt32](repeating: HierarchyWeights.unreachable, count: Self.laneCount * plan.targetCount)
  }

  /// Computes the times from each of up to ``laneCount`` groups of sources.
  ///
  /// - Parameter groups: The sources of each lane.
  /// - Complexity: O(*a*) in the arcs of the plan, and O(*s*) in those of the sources' ancestors.
  package func run(from groups: ArraySlice<[SearchEnd]>) {
    precondition(groups.count <= Self.laneCount, "a sweep has at most \(Self.laneCount) groups of sources")
    width = groups.count == 1 ? 1 : Self.laneCount
    let count = plan.placeCount * width
    if times.count < count {
      times = [UInt32](repeating: HierarchyWeights.unreachable, count: plan.placeCount * width)
    }
    for (lane, sources) in groups.enumerated() { seed(lane, sources) }
    collectSeeds()
    var (arcs, targets) = (plan.arcs, plan.targets)
    times.withUnsafeMutableBufferPointer { times in
      seeds.withUnsafeBufferPointer { seeds in
        results.withUnsafeMutableBufferPointer { results in
          // Without places there is nothing to sweep and no end of a target. There are `width` times for each place, and
          // `laneCount` results for each target; heads and ends are places of the plan.
          guard let times = times.baseAddress, let seeds = seeds.baseAddress else { return }
          hierarchy_sweep(instructionSet, width, &arcs, seeds, times)
          guard let results = results.baseAddress else { return }
          hierarchy_gather(
            instructionSet, width, &targets, times, groups.count, plan.targetCount, results)
        }
      }
    }
  }

  /// Writes the times of the ancestors of the sources of a lane.
  private func seed(_ lane: Int, _ sources: [SearchEnd]) {
    climb.forEachAncestor(of: sources, over: plan.weights.up) { position, time in
      guard let place = plan.place(position) else { return }
      let bit: UInt64 = 1 << UInt64(place & 63)
      if seedBits[place >> 6] & bit == 0 {
        seedBits[place >> 6] |= bit
        for lane in 0..<width { times[place * width + lane] = HierarchyWeights.unreachable }
      }
      times[place * width + lane] = time
    }
  }

  /// Lists the places of the bits, and one that is no place, and clears the bits.
  private func collectSeeds() {
    seeds.removeAll(keepingCapacity: true)
    for word in seedBits.indices {
      var bits = seedBits[word]
      guard bits != 0 else { continue }
      seedBits[word] = 0
      while bits != 0 {
        seeds.append(UInt32(word * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    seeds.append(.max)
  }

  /// Calls a closure with the times of the last sweep from the sources of a lane to each target,
  /// ``HierarchyWeights/unreachable`` where there is no path.
  func withRow<Result>(
    _ lane: Int, _ body: (Slice<UnsafeBufferPointer<UInt32>>) throws -> Result
  ) rethrows -> Result {
    let targets = lane * plan.targetCount..<(lane + 1) * plan.targetCount
    return try results.withUnsafeBufferPointer { try body($0[targets]) }
  }

  /// Returns the sum of the times of the last sweep from the sources of a lane to the targets that have a path.
  package func sum(_ lane: Int) -> UInt64 {
    withRow(lane) { row in
      row.reduce(0) { $1 < HierarchyWeights.unreachable ? $0 &+ UInt64($1) : $0 }
    }
  }

  /// Returns the milliseconds of the last sweep from the sources of a lane to a target; nil when there is no path.
  package func milliseconds(_ lane: Int, toTarget target: Int) -> UInt32? {
    precondition(target >= 0 && target < plan.targetCount, "target must be below \(plan.targetCount)")
    let time = results[lane * plan.targetCount + target]
    return time < HierarchyWeights.unreachable ? time : nil
  }

  /// Returns the milliseconds of the last sweep from the sources of a lane to a node; nil when there is no path.
  /// - Precondition: The node is that of an end of a target or an ancestor of one.
  package func milliseconds(_ lane: Int, to node: NodeIndex) -> UInt32? {
    let position = plan.weights.hierarchy.position(of: node)
    guard let place = plan.place(position), lane < width else {
      preconditionFailure("node must be one that the sweep was planned for")
    }
    let time = times[place * width + lane]
    return time < HierarchyWeights.unreachable ? time : nil
  }
}

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
