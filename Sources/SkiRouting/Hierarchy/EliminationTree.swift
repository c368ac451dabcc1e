import SkiBase
import SkiGraph

/// The elimination tree of a graph by an order, numbered in preorder, with the arcs that elimination fills in.
///
/// **Source:** Liu 1990, "The role of elimination trees in sparse factorization" (path compression; a node's upward
/// neighbours are its own and those of its children).
struct EliminationTree {
  /// The position of each node.
  private(set) var positions: [UInt32]
  /// The parent of each position; its own for a root.
  private(set) var parents: [UInt32]
  /// The first upward arc of each position, and the number of arcs.
  private(set) var firstUp: [UInt32] = []
  /// The position that each upward arc leads to, ascending for each position.
  private(set) var upHeads: [UInt32] = []

  /// The number of positions in the subtree of each.
  private var sizes: [UInt32]
  private let neighbours: UndirectedNeighbours

  /// Computes the order, the tree and the arcs.
  /// - Complexity: As ``EliminationOrder`` and ``init(_:order:greatestArcCount:)``.
  init(_ graph: FlatGraph) {
    let order = EliminationOrder(
      firstOut: UnsafeBufferPointer(start: graph.firstOut, count: graph.nodeCount + 1),
      heads: UnsafeBufferPointer(start: graph.head, count: graph.edgeCount))
    self.init(graph, order: order.nodes)
    _ = fill(greatestArcCount: .max)
  }

  /// Computes the tree and the arcs.
  /// - Parameters:
  ///   - graph: The graph.
  ///   - order: The nodes, the one eliminated first at the start.
  ///   - greatestArcCount: The maximum number of arcs; nil is returned for an order that fills in more.
  /// - Precondition: `order` has each node once.
  /// - Complexity: O(*m* log *n* + *a* log *d*) in edges, arcs *a* and upward degrees *d*.
  init?(_ graph: FlatGraph, order: [UInt32], greatestArcCount: Int) {
    self.init(graph, order: order)
    guard fill(greatestArcCount: greatestArcCount) else { return nil }
  }

  private init(_ graph: FlatGraph, order: [UInt32]) {
    let count = graph.nodeCount
    precondition(order.count == count, "the order must have each node once")
    neighbours = UndirectedNeighbours(graph)
    positions = [UInt32](repeating: .max, count: count)
    parents = positions
    sizes = [UInt32](repeating: 1, count: count)
    numberInPreorder(order, parents: parentNodes(order))
  }

  /// Returns the parent of each node in the tree, `UInt32.max` for a root.
  private func parentNodes(_ order: [UInt32]) -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() { ranks[Int(node)] = UInt32(rank) }
    var parents = [UInt32](repeating: .max, count: order.count)
    // Ancestors on the way to the last node eliminated, as far as they are known, with shortcuts.
    var ancestors = parents
    for (rank, node) in order.enumerated() {
      for neighbour in neighbours.of(Int(node)) where ranks[Int(neighbour)] < rank {
        var climbing = Int(neighbour)
        while ancestors[climbing] != .max, ancestors[climbing] != node {
          let next = Int(ancestors[climbing])
          ancestors[climbing] = node
          climbing = next
        }
        if ancestors[climbing] == .max {
          (ancestors[climbing], parents[climbing]) = (node, node)
        }
      }
    }
    return parents
  }

  /// Returns the upward arc between two adjacent positions, by binary search.
  func arc(from lower: UInt32, to higher: UInt32) -> UInt32 {
    let arcs = Int(firstUp[Int(lower)])..<Int(firstUp[Int(lower) + 1])
    return UInt32(arcs.partitioningIndex { upHeads[$0] >= higher })
  }

  private mutating func numberInPreorder(
    _ order: [UInt32], parents parentNodes: [UInt32]
  ) {
    var nodeSizes = sizes
    for node in order where parentNodes[Int(node)] != .max {
      nodeSizes[Int(parentNodes[Int(node)])] += nodeSizes[Int(node)]
    }
    // The next position to give away below each node, and among the roots.
    var free = [UInt32](repeating: 0, count: order.count)
    var freeRoot: UInt32 = 0
    for node in order.reversed().map({ Int($0) }) {
      let parent = Int(parentNodes[node])
      let isRoot = parentNodes[node] == .max
      let position = isRoot ? freeRoot : free[parent]
      if isRoot { freeRoot += nodeSizes[node] } else { free[parent] += nodeSizes[node] }
      (positions[node], free[node]) = (position, position + 1)
      parents[Int(position)] = isRoot ? position : positions[parent]
      sizes[Int(position)] = nodeSizes[node]
    }
  }

  /// Computes the arcs from the leaves upwards; returns whether they are few enough.
  private mutating func fill(greatestArcCount: Int) -> Bool {
    let count = positions.count
    var nodes = [UInt32](repeating: 0, count: count)
    for (node, position) in positions.enumerated() { nodes[Int(position)] = UInt32(node) }
    // The arcs of each position, the last position first: those of p end where those of p − 1 start.
    var heads: [UInt32] = []
    heads.reserveCapacity(min(greatestArcCount, 3 * count))
    var starts = [Int](repeating: 0, count: count)
    var seenBy = [UInt32](repeating: .max, count: count)
    var found: [UInt32] = []
    for position in (0..<count).reversed() {
      starts[position] = heads.count
      found.removeAll(keepingCapacity: true)
      func add(_ head: UInt32) {
        guard head < position, seenBy[Int(head)] != position else { return }
        seenBy[Int(head)] = UInt32(position)
        var place = found.count
        found.append(head)
        while place > 0, found[place - 1] > head {
          found[place] = found[place - 1]
          place -= 1
        }
        found[place] = head
      }
      for neighbour in neighbours.of(Int(nodes[position])) { add(positions[Int(neighbour)]) }
      var child = position + 1
      while child < position + Int(sizes[position]) {
        for place in starts[child]..<starts[child - 1] { add(heads[place]) }
        child += Int(sizes[child])
      }
      guard heads.count + found.count <= greatestArcCount else { return false }
      heads += found
    }
    upHeads.reserveCapacity(heads.count)
    firstUp = [0]
    for position in 0..<count {
      upHeads += heads[starts[position]..<(position == 0 ? heads.count : starts[position - 1])]
      firstUp.append(UInt32(upHeads.count))
    }
    return true
  }
}

/// The neighbours of each node in either direction, with repetitions and without the node itself.
private struct UndirectedNeighbours {
  private let first: [Int]
  private let all: [UInt32]

  init(_ graph: FlatGraph) {
    var first = [Int](repeating: 0, count: graph.nodeCount + 1)
    graph.forEachNode { node, edges in
      for edge in edges where Int(graph.head[edge]) != node {
        first[node + 1] += 1
        first[Int(graph.head[edge]) + 1] += 1
      }
    }
    for node in 0..<graph.nodeCount { first[node + 1] += first[node] }
    var all = [UInt32](repeating: 0, count: first[graph.nodeCount])
    var next = first
    graph.forEachNode { node, edges in
      for edge in edges where Int(graph.head[edge]) != node {
        let head = Int(graph.head[edge])
        (all[next[node]], all[next[head]]) = (UInt32(head), UInt32(node))
        next[node] += 1
        next[head] += 1
      }
    }
    (self.first, self.all) = (first, all)
  }

  /// Returns the neighbours of a node.
  func of(_ node: Int) -> ArraySlice<UInt32> { all[first[node]..<first[node + 1]] }
}
