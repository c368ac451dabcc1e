import SkiBase
import SkiGraph

/// The least times between the nodes of a tour's network, by a customised hierarchy.
///
/// Nodes have the positions of the hierarchy, whose upward arcs lead to lesser ones.
///
/// **Source:** Delling, Goldberg, Nowatzyk and Werneck 2011, "PHAST: hardware-accelerated shortest path trees".
struct TourDistances {
  /// The time of a node that is not reached.
  static let unreachable = HierarchyWeights.unreachable
  /// The position of each node.
  let positions: [Int]
  private let weights: HierarchyWeights

  /// Computes the hierarchy of the least times of arcs between useful nodes.
  /// - Throws: As ``HierarchyWeights``.
  /// - Complexity: As ``ContractionHierarchy`` and ``HierarchyWeights``.
  init(_ network: TourNetwork, _ windows: TourWindows) throws(SkiError) {
    let flat = FlatGraph(
      firstOut: network.firstOut, heads: network.arcs.map(\.head),
      positions: [SIMD3<Float>](repeating: .zero, count: network.nodeCount))
    var costs: [UInt64] = []
    for node in 0..<network.nodeCount {
      for arc in network.arcs(from: node) {
        let isUseful = windows.isUseful(node) && windows.isUseful(Int(network.arcs[arc].head))
        costs.append(isUseful ? network.leastMilliseconds(network.arcs[arc]) : UInt64(Self.unreachable))
      }
    }
    let hierarchy = ContractionHierarchy(flat)
    weights = try HierarchyWeights(hierarchy) { costs[$0] }
    positions = (0..<network.nodeCount).map { Int(hierarchy.positions.base[$0]) }
  }

  /// Lowers the time of each position to the least over all paths: the time to a node plus the time there.
  /// - Complexity: O(*a*) in the arcs of the hierarchy.
  func spread(_ times: UnsafeMutableBufferPointer<UInt32>) {
    precondition(times.count == positions.count, "times must match nodes, got \(times.count)")
    let hierarchy = weights.hierarchy
    let (firstUp, heads) = (hierarchy.firstUp.base, hierarchy.upHeads.base)
    let (up, down) = (weights.up.base, weights.down.base)
    // Heads are positions below their own; `firstUp` has one element more than there are positions and ends with the
    // number of arcs. Times and costs are at most 2³¹ − 1, so that sums do not overflow.
    for position in (0..<times.count).reversed() {
      let time = times[position]
      if time >= Self.unreachable { continue }
      for arc in Int(firstUp[position])..<Int(firstUp[position + 1]) {
        let head = Int(heads[arc])
        times[head] = min(times[head], time &+ down[arc])
      }
    }
    for position in times.indices {
      var time = times[position]
      for arc in Int(firstUp[position])..<Int(firstUp[position + 1]) {
        time = min(time, times[Int(heads[arc])] &+ up[arc])
      }
      times[position] = min(time, Self.unreachable)
    }
  }

  /// Returns the least times from some nodes to others, those of a node side by side.
  /// - Complexity: O(*a* · *t*) in the arcs of the hierarchy and the targets.
  func table(from sources: [Int], to targets: [Int]) -> [UInt32] {
    var table = [UInt32](repeating: Self.unreachable, count: sources.count * targets.count)
    var times = [UInt32](repeating: Self.unreachable, count: positions.count)
    for (column, target) in targets.enumerated() {
      for position in times.indices { times[position] = Self.unreachable }
      times[positions[target]] = 0
      times.withUnsafeMutableBufferPointer { spread($0) }
      for (row, source) in sources.enumerated() {
        table[row * targets.count + column] = times[positions[source]]
      }
    }
    return table
  }
}

/// The earliest arrival at each node of a tour's network, and the latest departure.
struct TourWindows {
  /// The earliest arrival at each node in milliseconds since midnight; `.max` when it cannot be reached.
  let earliest: [UInt32]
  /// The latest departure of each node that returns in time; nil when there is none.
  let latest: [UInt32?]
  /// The arc of the earliest arrival at each node; ``TourNetwork/Arc/none`` at the start and when there is none.
  let firstArcs: [UInt32]

  /// Searches forwards and backwards.
  /// - Complexity: O((*n* + *m*) log *m*).
  init(_ network: TourNetwork, from: UInt32, until: UInt32) {
    (earliest, firstArcs) = Self.forwards(network, from, until)
    latest = Self.backwards(network, until)
  }

  /// Returns whether a tour may pass a node.
  func isUseful(_ node: Int) -> Bool {
    earliest[node] != .max && latest[node].map { earliest[node] <= $0 } ?? false
  }

  /// Returns the arcs of the tour of earliest arrival, the initial solution.
  /// - Precondition: The start is useful.
  func firstPath(_ network: TourNetwork) -> [UInt32] {
    var arcs: [UInt32] = []
    var node = network.end
    while node != network.start, firstArcs[node] != TourNetwork.Arc.none {
      arcs.append(firstArcs[node])
      node = network.tail(of: firstArcs[node])
    }
    return arcs.reversed()
  }

  private static func forwards(
    _ network: TourNetwork, _ from: UInt32, _ until: UInt32
  ) -> ([UInt32], [UInt32]) {
    var first = [UInt32](repeating: TourNetwork.Arc.none, count: network.nodeCount)
    var search = DistanceSearch([UInt32](repeating: .max, count: network.nodeCount))
    search.relax(network.start, at: from)
    while let (node, time) = search.settle() {
      for index in network.arcs(from: node) {
        let arc = network.arcs[index]
        let reached = network.arrival(arc, at: UInt64(time))
        if reached <= UInt64(until), search.relax(Int(arc.head), at: UInt32(reached)) {
          first[Int(arc.head)] = UInt32(index)
        }
      }
    }
    return (search.costs, first)
  }

  private static func backwards(_ network: TourNetwork, _ until: UInt32) -> [UInt32?] {
    var entering = [[(tail: UInt32, arc: UInt32)]](repeating: [], count: network.nodeCount)
    for node in 0..<network.nodeCount {
      for arc in network.arcs(from: node) {
        entering[Int(network.arcs[arc].head)].append((UInt32(node), UInt32(arc)))
      }
    }
    // Costs are milliseconds before the last moment: the least is the latest.
    var search = DistanceSearch([UInt32](repeating: .max, count: network.nodeCount))
    search.relax(network.end, at: 0)
    while let (node, slack) = search.settle() {
      for (tail, arc) in entering[node] {
        guard let entry = network.latestEntry(network.arcs[Int(arc)], by: UInt64(until - slack))
        else { continue }
        search.relax(Int(tail), at: until - UInt32(entry))
      }
    }
    return search.costs.map { $0 == .max ? nil : until - $0 }
  }
}
