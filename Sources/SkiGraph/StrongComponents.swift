extension RoutingGraph {
  /// Returns the strongly connected component of each node: a number per node, equal where each reaches the other.
  ///
  /// Numbers run from 0 in reverse topological order of the components.
  /// **Source:** Tarjan 1972, with an explicit stack.
  /// - Parameter allowing: Whether an edge may be used.
  /// - Complexity: O(*n* + *m*) time, O(*n*) memory.
  public func stronglyConnectedComponents(allowing: (EdgeIndex) -> Bool) -> [UInt32] {
    var search = ComponentSearch(nodeCount: nodeCount)
    for node in 0..<nodeCount where search.order[node] == 0 {
      search.explore(from: node, graph: self, allowing: allowing)
    }
    return search.component
  }
}

/// The state of Tarjan's search.
private struct ComponentSearch {
  var order: [UInt32]
  var component: [UInt32]
  private var low: [UInt32]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var visited: UInt32 = 0
  private var componentCount: UInt32 = 0

  init(nodeCount: Int) {
    order = Array(repeating: 0, count: nodeCount)
    component = Array(repeating: 0, count: nodeCount)
    low = order
    isOpen = Array(repeating: false, count: nodeCount)
  }

  mutating func explore(from root: Int, graph: RoutingGraph, allowing: (EdgeIndex) -> Bool) {
    var stack: [(node: Int, edge: Int)] = []
    enter(root, graph, &stack)
    while let (node, edge) = stack.last {
      guard edge < Int(graph.storage.firstOut[node + 1]) else {
        stack.removeLast()
        close(node)
        if let parent = stack.last?.node { low[parent] = min(low[parent], low[node]) }
        continue
      }
      stack[stack.count - 1].edge += 1
      guard allowing(EdgeIndex(edge)) else { continue }
      let head = Int(graph.storage.edgeHead[edge])
      if order[head] == 0 {
        enter(head, graph, &stack)
      } else if isOpen[head] {
        low[node] = min(low[node], order[head])
      }
    }
  }

  private mutating func enter(_ node: Int, _ graph: RoutingGraph, _ stack: inout [(node: Int, edge: Int)]) {
    visited += 1
    order[node] = visited
    low[node] = visited
    isOpen[node] = true
    open.append(node)
    stack.append((node, Int(graph.storage.firstOut[node])))
  }

  private mutating func close(_ node: Int) {
    guard low[node] == order[node] else { return }
    while let member = open.popLast() {
      isOpen[member] = false
      component[member] = componentCount
      if member == node { break }
    }
    componentCount += 1
  }
}
