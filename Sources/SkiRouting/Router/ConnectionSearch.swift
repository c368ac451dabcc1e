import SkiBase
import SkiGraph

/// A search for any path between two sets of nodes within the limits of a profile, from both sides in turn.
///
/// It ends as soon as the sides meet, or one of them has no more nodes: after about twice the nodes of the smaller side,
/// where a search from the start alone has to settle all of its side. It may be interrupted and continued.
///
/// A class for one task: not `Sendable`. Memory: 24 bytes for each node.
///
/// **Source:** breadth-first search from both ends, Pohl 1971, "Bi-directional search".
final class ConnectionSearch {
  /// The result of a search.
  enum Outcome {
    /// A path exists that ``RouteSearch`` finds, since it takes less than the limit of its times.
    case connected
    /// No path exists.
    case separate
  }

  private let graph: FlatGraph
  private let reversed: ReversedGraph
  private var sides: Frontiers

  /// Creates a search.
  /// - Complexity: O(*n*).
  init(_ graph: FlatGraph, reversed: ReversedGraph) {
    (self.graph, self.reversed) = (graph, reversed)
    sides = Frontiers(nodeCount: graph.nodeCount)
  }

  deinit {
    sides.forward.deallocate()
    sides.backward.deallocate()
  }

  /// Starts a search between nodes of the graph.
  func begin(from sources: [SearchEnd], to targets: [SearchEnd]) {
    sides.begin(from: sources, to: targets, nodeCount: graph.nodeCount)
  }

  /// Continues the search for a number of nodes.
  /// - Returns: The result; nil while it is unknown.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*k*) in nodes and their edges.
  func advance(_ costs: EdgeCosts, visiting count: Int) throws(SkiError) -> Outcome? {
    var rest = count
    while rest > 0, !sides.isOver {
      let part = min(rest, 1 << 16)
      rest -= part
      // In a local, so that the loop works on registers.
      var sides = sides
      _ = costs.withRestrictedTimes { sides.visit(part, $0, graph, reversed) }
      self.sides = sides
      try WorkLimit.check()
    }
    return sides.outcome
  }
}

/// The two sides of a search.
private struct Frontiers {
  var forward: Frontier
  var backward: Frontier
  private(set) var outcome: ConnectionSearch.Outcome?
  /// Indicates whether the sides met by a path that may be too long, so that another search has to decide.
  private var isTooLong = false
  private var isForwardNext = true
  private var stamp: UInt64 = 0

  init(nodeCount: Int) {
    forward = Frontier(nodeCount: nodeCount)
    backward = Frontier(nodeCount: nodeCount)
  }

  /// Indicates whether the result is known, or cannot be found.
  var isOver: Bool { outcome != nil || isTooLong }

  mutating func begin(from sources: [SearchEnd], to targets: [SearchEnd], nodeCount: Int) {
    if stamp == Frontier.stampMask {
      forward.clear(nodeCount)
      backward.clear(nodeCount)
      stamp = 0
    }
    stamp += 1 << 32
    (outcome, isTooLong, isForwardNext) = (nil, false, true)
    forward.begin(sources, stamp)
    backward.begin(targets, stamp)
    for target in targets { meet(target.node.position, UInt64(target.milliseconds), forward) }
    if outcome == nil, sources.isEmpty || targets.isEmpty { outcome = .separate }
  }

  /// Visits nodes of both sides in turn.
  mutating func visit(_ count: Int, _ times: RestrictedTimes, _ graph: FlatGraph, _ reversed: ReversedGraph) {
    reversed.edges.withUnsafeBufferPointer { edges in
      var rest = count
      while rest > 0, !isOver {
        rest &-= 1
        if isForwardNext { visitForward(times, graph) } else { visitBackward(times, reversed.flat, edges) }
        isForwardNext.toggle()
      }
    }
  }

  @inline(__always)
  private mutating func visitForward(_ times: RestrictedTimes, _ graph: FlatGraph) {
    guard let (node, time) = forward.next() else {
      outcome = .separate
      return
    }
    for edge in Int(graph.firstOut[node])..<Int(graph.firstOut[node + 1]) {
      guard let arrival = Self.arrival(edge, time, times) else { continue }
      let head = Int(graph.head[edge])
      if forward.reach(head, arrival, stamp) { meet(head, arrival, backward) }
    }
  }

  /// Visits a node of the reversed graph, whose edges are those of the graph in another order.
  @inline(__always)
  private mutating func visitBackward(
    _ times: RestrictedTimes, _ reversed: FlatGraph, _ edges: UnsafeBufferPointer<UInt32>
  ) {
    guard let (node, time) = backward.next() else {
      outcome = .separate
      return
    }
    for edge in Int(reversed.firstOut[node])..<Int(reversed.firstOut[node + 1]) {
      guard let arrival = Self.arrival(Int(edges[edge]), time, times) else { continue }
      let tail = Int(reversed.head[edge])
      if backward.reach(tail, arrival, stamp) { meet(tail, arrival, forward) }
    }
  }

  /// Returns the time at the other end of an edge, at most the limit of times; nil when it may not be used.
  @inline(__always)
  private static func arrival(_ edge: Int, _ time: UInt64, _ times: RestrictedTimes) -> UInt64? {
    guard times.isAllowed(edge), UInt64(times.costs[edge]) < SearchScratch.timeLimit else { return nil }
    return min(time + UInt64(times.costs[edge]), SearchScratch.timeLimit)
  }

  /// Notes a path through a node that the other side has reached.
  @inline(__always)
  private mutating func meet(_ node: Int, _ time: UInt64, _ other: Frontier) {
    guard outcome == nil, let rest = other.time(node, stamp) else { return }
    if time + rest < SearchScratch.timeLimit { outcome = .connected } else { isTooLong = true }
  }
}

/// The nodes that one side of a search has reached, in the order to visit them.
private struct Frontier {
  /// The half of a label that holds the number of its search.
  static let stampMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// The number of the search and the time of each node.
  private let labels: UnsafeMutablePointer<UInt64>
  /// The nodes reached, each once, so that there is room for all.
  private let queue: UnsafeMutablePointer<UInt32>
  private var visited = 0
  private var reached = 0

  init(nodeCount: Int) {
    labels = .allocate(capacity: max(1, nodeCount))
    labels.initialize(repeating: 0, count: max(1, nodeCount))
    queue = .allocate(capacity: max(1, nodeCount))
  }

  func deallocate() {
    labels.deallocate()
    queue.deallocate()
  }

  /// Makes the labels of all earlier searches invalid.
  func clear(_ nodeCount: Int) { labels.update(repeating: 0, count: nodeCount) }

  mutating func begin(_ ends: [SearchEnd], _ stamp: UInt64) {
    (visited, reached) = (0, 0)
    for end in ends {
      _ = reach(end.node.position, min(UInt64(end.milliseconds), SearchScratch.timeLimit), stamp)
    }
  }

  /// Adds a node unless it was reached before; returns whether it was added.
  @inline(__always)
  mutating func reach(_ node: Int, _ time: UInt64, _ stamp: UInt64) -> Bool {
    if labels[node] & Self.stampMask == stamp { return false }
    labels[node] = stamp | time
    queue[reached] = UInt32(truncatingIfNeeded: node)
    reached &+= 1
    return true
  }

  /// Returns the next node to visit with its time; nil when there is none.
  @inline(__always)
  mutating func next() -> (node: Int, time: UInt64)? {
    guard visited < reached else { return nil }
    let node = Int(queue[visited])
    visited &+= 1
    return (node, labels[node] & ~Self.stampMask)
  }

  /// Returns the time of a node; nil when this search has not reached it.
  @inline(__always)
  func time(_ node: Int, _ stamp: UInt64) -> UInt64? {
    let label = labels[node]
    return label & Self.stampMask == stamp ? label & ~Self.stampMask : nil
  }
}
