import SkiGraph

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
