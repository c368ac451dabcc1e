import SkiGeo
import SkiGraph

/// The one loop of every search: Dijkstra's with no bound, A* with one.
///
/// A struct of pointers, so that the loop reads nothing but registers and flat memory. Each node is settled once,
/// because bounds are consistent; a heap entry whose node is no longer open is skipped.
///
/// No ``DistanceSearch``: labels carry the number of their search, so that nothing is cleared, and keys hold bounds.
///
/// What an edge takes is asked of ``EdgeTimes``, a type known when this is compiled: fixed costs and costs by the clock share the
/// loop. Did not work: keeping time and search number in two arrays (two comparisons and two cache lines a relaxation).
struct SearchKernel<Times: EdgeTimes> {
  let firstOut: UnsafePointer<UInt32>
  let head: UnsafePointer<UInt32>
  let times: Times
  let labels: UnsafeMutablePointer<UInt64>
  let parents: UnsafeMutablePointer<UInt32>
  let heap: UnsafeMutablePointer<UInt64>
  /// The upper half of this search's labels.
  let stamp: UInt64
  /// What ends the search early.
  let limit: WorkLimit

  init(graph: FlatGraph, times: Times, scratch: SearchScratch) {
    firstOut = graph.firstOut
    head = graph.head
    self.times = times
    labels = scratch.labels
    parents = scratch.parents
    heap = scratch.heap
    stamp = UInt64(~scratch.searchNumber) << 32
    limit = .current
  }

  /// The limit is looked at once in so many settled nodes and one more: some 0.3 ms.
  @inline(__always) static var stepMask: Int { 0xFFF }

  /// Runs until the best target is certain, or the limit is reached: what was found means nothing then.
  func run<P: Potential>(from sources: [SearchEnd], to targets: [SearchEnd], potential: P)
    -> SearchFound
  where Times: TargetTimes {
    let (labels, parents, heap) = (self.labels, self.parents, self.heap)
    let (firstOut, head, times, stamp) = (self.firstOut, self.head, self.times, self.stamp)
    var found = SearchFound()
    var count = 0
    seed(sources, potential: potential, count: &count)
    targets.withUnsafeBufferPointer { targets in
      while count > 0 {
        let top = popHeap(heap, &count)
        if UInt32(truncatingIfNeeded: top >> 32) >= found.milliseconds { return }
        let node = Int(truncatingIfNeeded: top & 0xFFFF_FFFF)
        let label = labels[node]
        if label & 1 == 0 { continue }
        labels[node] = label & ~1
        found.settled &+= 1
        if found.settled & Self.stepMask == 0, limit.isReached { return }
        let time = (label & 0xFFFF_FFFF) >> 1
        var index = 0
        while index < targets.count {
          let target = targets[index]
          if target.node.position == node {
            let total = times.finish(index, milliseconds: target.milliseconds, at: time)
            if total < UInt64(found.milliseconds) {
              found.milliseconds = UInt32(truncatingIfNeeded: total)
              found.target = index
            }
          }
          index &+= 1
        }
        if UInt32(truncatingIfNeeded: top >> 32) >= found.milliseconds { return }
        var edge = Int(firstOut[node])
        let end = Int(firstOut[node &+ 1])
        while edge < end {
          let next = Int(head[edge])
          let reached = times.arrival(edge, at: time)
          let candidate = stamp | reached << 1 | 1
          if reached < SearchScratch.timeLimit, candidate < labels[next] {
            labels[next] = candidate
            parents[next] = UInt32(truncatingIfNeeded: edge)
            pushHeap(heap, &count, (reached &+ UInt64(potential.bound(next))) << 32 | UInt64(next))
          }
          edge &+= 1
        }
      }
    }
    return found
  }

  func seed<P: Potential>(_ sources: [SearchEnd], potential: P, count: inout Int) {
    for (index, source) in sources.enumerated() where UInt64(source.milliseconds) < SearchScratch.timeLimit {
      let node = source.node.position
      let candidate = stamp | UInt64(source.milliseconds) << 1 | 1
      guard candidate < labels[node] else { continue }
      labels[node] = candidate
      parents[node] = SearchScratch.rootLimit + UInt32(index)
      pushHeap(
        heap, &count, (UInt64(source.milliseconds) + UInt64(potential.bound(node))) << 32 | UInt64(node))
    }
  }
}

/// What a run found: the position of the best target, or −1; its time; nodes settled.
struct SearchFound {
  var target = -1
  var milliseconds: UInt32 = .max
  var settled = 0
}
