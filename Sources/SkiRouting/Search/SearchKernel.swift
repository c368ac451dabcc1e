import SkiBase
import SkiGraph

/// The main loop of all searches: Dijkstra's without a bound, A* with one.
///
/// A struct of pointers, so that the loop uses registers and flat memory only. Each node is settled once, because
/// bounds are consistent; outdated heap entries are skipped. Unlike in ``DistanceSearch``, labels carry the number of
/// their search, and heap keys include bounds.
///
/// The type of ``EdgeTimes`` is specialised at compile time, so that fixed and time-dependent costs share the loop.
/// Time and search number share one word, since two arrays need two comparisons and cache lines per relaxation.
struct SearchKernel<Times: EdgeTimes> {
  let firstOut: UnsafePointer<UInt32>
  let head: UnsafePointer<UInt32>
  let times: Times
  let labels: UnsafeMutablePointer<UInt64>
  let parents: UnsafeMutablePointer<UInt32>
  let heap: UnsafeMutablePointer<UInt64>
  /// The upper half of this search's labels.
  let stamp: UInt64
  /// The limit that ends the search early.
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

  /// The mask of settled nodes between two checks of the limit, about 0.3 ms apart.
  @inline(__always) static var stepMask: Int { 0xFFF }

  /// Runs until the best target is settled, or until the work limit or a number of settled nodes is reached, when the
  /// result is invalid.
  func run<P: Potential>(
    from sources: [SearchEnd], to targets: [SearchEnd], potential: P, settlingAtMost greatestCount: Int = .max
  ) -> SearchResult
  where Times: TargetTimes {
    let (labels, parents, heap) = (self.labels, self.parents, self.heap)
    let (firstOut, head, times, stamp) = (self.firstOut, self.head, self.times, self.stamp)
    var found = SearchResult()
    var count = 0
    seed(sources, potential: potential, count: &count)
    withTargetMarks(targets) { targets, marks in
      while count > 0 {
        let top = popHeap(heap, &count)
        if UInt32(truncatingIfNeeded: top >> 32) >= found.milliseconds { return }
        let node = Int(truncatingIfNeeded: top & 0xFFFF_FFFF)
        let label = labels[node]
        if label & 1 == 0 { continue }
        labels[node] = label & ~1
        found.settled &+= 1
        if found.settled & Self.stepMask == 0, limit.isReached { return }
        if found.settled > greatestCount {
          found.isIncomplete = true
          return
        }
        let time = (label & 0xFFFF_FFFF) >> 1
        var index = marks[node & Self.markMask] == 0 ? targets.count : 0
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
            let bound = potential.bound(next)
            labels[next] = candidate
            parents[next] = UInt32(truncatingIfNeeded: edge)
            if bound != .max {
              pushHeap(heap, &count, (reached &+ UInt64(bound)) << 32 | UInt64(next))
            }
          }
          edge &+= 1
        }
      }
    }
    return found
  }

  /// The mask of the numbers of nodes that share a mark.
  @inline(__always) static var markMask: Int { 0x3FF }

  /// Calls a closure with the targets and a mark for each that it shares with few other nodes, so that these are seldom
  /// compared with all targets.
  @inline(__always)
  private func withTargetMarks(
    _ targets: [SearchEnd], _ body: (UnsafeBufferPointer<SearchEnd>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    targets.withUnsafeBufferPointer { targets in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.markMask + 1) { marks in
        marks.initialize(repeating: 0)
        guard let marks = marks.baseAddress else { return }
        for target in targets { marks[target.node.position & Self.markMask] = 1 }
        body(targets, marks)
      }
    }
  }

  func seed<P: Potential>(_ sources: [SearchEnd], potential: P, count: inout Int) {
    for (index, source) in sources.enumerated() where UInt64(source.milliseconds) < SearchScratch.timeLimit {
      let node = source.node.position
      let candidate = stamp | UInt64(source.milliseconds) << 1 | 1
      guard candidate < labels[node] else { continue }
      labels[node] = candidate
      parents[node] = SearchScratch.rootLimit + UInt32(index)
      let bound = potential.bound(node)
      guard bound != .max else { continue }
      pushHeap(heap, &count, (UInt64(source.milliseconds) + UInt64(bound)) << 32 | UInt64(node))
    }
  }
}

/// The result of a search: the position of the best target, or −1; its time; the number of settled nodes; and whether
/// more nodes would have to be settled than were allowed.
struct SearchResult {
  var target = -1
  var milliseconds: UInt32 = .max
  var settled = 0
  var isIncomplete = false
}

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

/// A lower bound on the time from a node to the nearest target, in whole milliseconds; `UInt32.max` where none can be
/// reached.
///
/// Searches stay exact when it is consistent: bound(u) ≤ cost(u, v) + bound(v) for every usable edge, and bound(t) ≤
/// final cost of t for every target.
protocol Potential {
  func bound(_ node: Int) -> UInt32
}

/// The zero bound, which makes the search Dijkstra's.
struct ZeroPotential: Potential {
  @inline(__always) func bound(_ node: Int) -> UInt32 { 0 }
}

/// The bound by straight distance at the greatest speed of any usable edge.
///
/// It is consistent: with s = (1 − 10⁻⁶) / greatest speed, straight(u, v) · s ≤ cost(u, v) for every usable edge,
/// because that speed is the maximum of straight(u, v) / cost(u, v) over the same positions. By the triangle inequality
/// straight(u, t) · s + f ≤ cost(u, v) + straight(v, t) · s + f, and as costs are whole numbers, flooring both sides
/// keeps it true, and so does the minimum over targets. The 10⁻⁶ of every edge (at least 10⁻⁶ ms) exceeds the error of
/// double precision on bounds below 2³⁰ ms (about 5 · 10⁻⁷ ms), where the bound is clamped.
///
/// More than ``greatestTargetCount`` targets have one bound together, around the nearest: straight(u, c) · s − k, where k is
/// the maximum of straight(c, t) · s − f over the targets, and 0 where that is negative. By the triangle inequality it is
/// at most f at each target.
struct StraightPotential: Potential {
  /// The maximum number of targets with a bound each; with more, they cost more than they save.
  static let greatestTargetCount = 8

  let positions: UnsafePointer<SIMD3<Float>>
  let targets: UnsafePointer<SIMD3<Float>>
  let finals: UnsafePointer<Double>
  let count: Int
  let millisecondsPerMetre: Double

  @inline(__always)
  func bound(_ node: Int) -> UInt32 {
    let place = positions[node]
    var least = straightMetres(place, targets[0]) * millisecondsPerMetre + finals[0]
    var index = 1
    while index < count {
      least = min(least, straightMetres(place, targets[index]) * millisecondsPerMetre + finals[index])
      index &+= 1
    }
    return UInt32(truncatingIfNeeded: Int64(max(0, min(least, 1_073_741_823))))
  }
}
