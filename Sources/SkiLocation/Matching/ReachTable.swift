/// For each node the nodes near it along the network: how far, and over which edge one starts.
///
/// Immutable: rows sorted by node, so that a distance is found by halving a row of a few dozen.
/// **Source:** upper-bounded origin-destination table (Yang and Gidófalvi 2018); here the number of nodes is bounded, too.
struct ReachTable: Sendable {
  struct Entry: BitwiseCopyable, Sendable {
    var node: UInt32
    var metres: Float
    /// The first edge of the shortest way.
    var edge: UInt32
  }

  /// Entries of node v are `entries[firsts[v]..<firsts[v + 1]]`.
  let firsts: FixedMemory<UInt32>
  let entries: FixedMemory<Entry>

  /// Searches from each node. Complexity: O(*n* · *b* log *b*) for *b* nodes in bounds.
  init(network: MatchNetwork, withinMetres metres: Float, atMost limit: Int) {
    var firsts: [UInt32] = [0]
    var entries: [Entry] = []
    var search = NetworkSearch(network: network)
    for node in 0..<network.nodeCount {
      search.run(from: UInt32(node), withinMetres: metres, atMost: limit)
      let row = search.settled.map {
        Entry(node: $0, metres: search.metres[Int($0)], edge: search.firstEdge[Int($0)])
      }
      entries += row.sorted { $0.node < $1.node }
      firsts.append(UInt32(entries.count))
    }
    self.firsts = FixedMemory(firsts)
    self.entries = FixedMemory(entries)
  }

  /// Returns the way's length and first edge, or nil when it is out of bounds. Complexity: O(log *b*).
  @inline(__always)
  func entry(from: UInt32, to: UInt32) -> Entry? {
    var low = Int(firsts[Int(from)])
    var high = Int(firsts[Int(from) + 1])
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].node < to { low = middle + 1 } else { high = middle }
    }
    return low < Int(firsts[Int(from) + 1]) && entries[low].node == to ? entries[low] : nil
  }
}
