import SkiGraph

/// The directed network in metres: what searches for ways between fixes run on. Immutable.
struct MatchNetwork: Sendable {
  let nodeCount: Int
  /// Edges of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: FixedMemory<UInt32>
  let edges: FixedMemory<MatchEdge>
}

/// Shortest ways in metres from one node, up to a bound; its memory is used again and again.
///
/// **Source:** Dijkstra 1959. Ties go to the lower node.
struct NetworkSearch {
  private let network: MatchNetwork
  /// Valid for nodes that were reached in the last run.
  private(set) var metres: [Float]
  /// The last edge of the way to a node; `.max` for where it began.
  private(set) var lastEdge: [UInt32]
  /// The nodes whose distance is known, nearest first.
  private(set) var settled: [UInt32] = []
  private var touched: [UInt32] = []
  private var isSettled: [Bool]
  private var heap = MinHeap<Priced<Float, UInt32>>()

  init(network: MatchNetwork) {
    self.network = network
    metres = Array(repeating: .infinity, count: network.nodeCount)
    lastEdge = Array(repeating: .max, count: network.nodeCount)
    isSettled = Array(repeating: false, count: network.nodeCount)
  }

  /// Searches from a node; stops at a distance, at a number of nodes, or when `goal` is reached.
  mutating func run(from start: UInt32, withinMetres bound: Float, atMost limit: Int, goal: UInt32? = nil) {
    for node in touched {
      metres[Int(node)] = .infinity
      isSettled[Int(node)] = false
    }
    touched = [start]
    settled.removeAll(keepingCapacity: true)
    heap.removeAll()
    metres[Int(start)] = 0
    lastEdge[Int(start)] = .max
    heap.push(Priced(start, price: 0))
    while settled.count < limit, let nearest = heap.pop() {
      let (node, distance) = (nearest.number, nearest.price)
      guard !isSettled[Int(node)] else { continue }
      isSettled[Int(node)] = true
      settled.append(node)
      if node == goal { return }
      relax(node, distance, bound)
    }
  }

  private mutating func relax(_ node: UInt32, _ distance: Float, _ bound: Float) {
    for index in network.firstOut[Int(node)]..<network.firstOut[Int(node) + 1] {
      let edge = network.edges[Int(index)]
      let reached = distance + edge.length
      guard reached <= bound, reached < metres[Int(edge.head)] else { continue }
      if metres[Int(edge.head)] == .infinity { touched.append(edge.head) }
      metres[Int(edge.head)] = reached
      lastEdge[Int(edge.head)] = index
      heap.push(Priced(edge.head, price: reached))
    }
  }

  /// Returns the edges from the start of the last run to a node that was reached.
  func way(to node: UInt32) -> [UInt32] {
    var edges: [UInt32] = []
    var here = node
    while lastEdge[Int(here)] != .max {
      edges.append(lastEdge[Int(here)])
      here = network.edges[Int(lastEdge[Int(here)])].tail
    }
    return edges.reversed()
  }
}
