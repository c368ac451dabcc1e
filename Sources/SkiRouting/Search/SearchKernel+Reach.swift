import SkiGraph

extension SearchKernel {
  /// Runs without a target: settles every node within a limit, nearest first, and notes the time of each.
  ///
  /// - Parameters:
  ///   - sources: Where it starts.
  ///   - limit: Milliseconds; nodes farther away are not settled.
  ///   - times: Room for a time by node; only those of settled nodes are written.
  /// - Returns: How many nodes were settled.
  func reach(from sources: [SearchEnd], limit: UInt32, times: UnsafeMutablePointer<UInt32>) -> Int {
    let (labels, parents, heap) = (self.labels, self.parents, self.heap)
    let (firstOut, head, costs, stamp) = (self.firstOut, self.head, self.costs, self.stamp)
    var count = 0
    var settled = 0
    seed(sources, potential: ZeroPotential(), count: &count)
    while count > 0 {
      let top = popHeap(heap, &count)
      let time = top >> 32
      if time > UInt64(limit) { return settled }
      let node = Int(truncatingIfNeeded: top & 0xFFFF_FFFF)
      let label = labels[node]
      if label & 1 == 0 { continue }
      labels[node] = label & ~1
      settled &+= 1
      times[node] = UInt32(truncatingIfNeeded: time)
      var edge = Int(firstOut[node])
      let end = Int(firstOut[node &+ 1])
      while edge < end {
        let next = Int(head[edge])
        let reached = time &+ UInt64(costs[edge])
        let candidate = stamp | reached << 1 | 1
        if reached < SearchScratch.timeLimit, candidate < labels[next] {
          labels[next] = candidate
          parents[next] = UInt32(truncatingIfNeeded: edge)
          pushHeap(heap, &count, reached << 32 | UInt64(next))
        }
        edge &+= 1
      }
    }
    return settled
  }
}
