import SkiBase

/// The distances along the network between each node and the nodes near it.
///
/// Rows are sorted by node for binary search; nodes and distances are separate arrays, because a search reads many
/// nodes and one distance.
///
/// **Source:** upper-bounded origin-destination table (Yang and Gidófalvi 2018), with an additional bound on the number
/// of nodes.
struct ReachTable: Sendable {
  /// The first item of each node's row: that of node v is `firsts[v]..<firsts[v + 1]`.
  private let firsts: FixedMemory<UInt32>
  private let nodes: FixedMemory<UInt32>
  private let metres: FixedMemory<Float>

  /// Searches from each node. Complexity: O(*n* · *b* log *b*) for *b* nodes within the bounds.
  init(network: MatchNetwork, withinMetres bound: Float, atMost limit: Int) {
    var firsts: [UInt32] = [0]
    var (nodes, metres): ([UInt32], [Float]) = ([], [])
    var search = NetworkSearch(network: network)
    for node in 0..<network.nodeCount {
      search.run(from: UInt32(node), withinMetres: bound, atMost: limit)
      for reached in search.settled.sorted() {
        nodes.append(reached)
        metres.append(search.metres[Int(reached)])
      }
      firsts.append(UInt32(nodes.count))
    }
    self.firsts = FixedMemory(firsts)
    self.nodes = FixedMemory(nodes)
    self.metres = FixedMemory(metres)
  }

  /// Returns the length of the shortest path in metres; nil when it is beyond the bounds. Complexity: O(log *b*).
  @inline(__always)
  func metres(from: UInt32, to: UInt32) -> Float? {
    let all = Int(firsts[Int(from)])..<Int(firsts[Int(from) + 1])
    let found = all.partitioningIndex { nodes[$0] >= to }
    return found < all.upperBound && nodes[found] == to ? metres[found] : nil
  }
}
