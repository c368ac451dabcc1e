import SkiBase
import SkiGraph

extension SearchKernel {
  /// Settles every node within a limit in order of time and writes its time, until the work limit is reached.
  ///
  /// A loop beside ``run(from:to:potential:)``, of the same relaxation: it looks for no target, and its keys are times, which
  /// end it and are noted. One loop that asks a closure at each settled node must prove first that it is as fast.
  /// - Parameters:
  ///   - sources: The nodes to start from.
  ///   - limit: The maximum time in milliseconds.
  ///   - reached: The memory for a time per node; only those of settled nodes are written.
  /// - Returns: The number of settled nodes.
  func reach(from sources: [SearchEnd], limit: UInt32, into reached: UnsafeMutablePointer<UInt32>) -> Int {
    let (labels, parents, heap) = (self.labels, self.parents, self.heap)
    let (firstOut, head, times, stamp) = (self.firstOut, self.head, self.times, self.stamp)
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
      if settled & Self.stepMask == 0, self.limit.isReached { return settled }
      reached[node] = UInt32(truncatingIfNeeded: time)
      var edge = Int(firstOut[node])
      let end = Int(firstOut[node &+ 1])
      while edge < end {
        let next = Int(head[edge])
        let arrival = times.arrival(edge, at: time)
        let candidate = stamp | arrival << 1 | 1
        if arrival < SearchScratch.timeLimit, candidate < labels[next] {
          labels[next] = candidate
          parents[next] = UInt32(truncatingIfNeeded: edge)
          pushHeap(heap, &count, arrival << 32 | UInt64(next))
        }
        edge &+= 1
      }
    }
    return settled
  }
}
