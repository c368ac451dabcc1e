/// The strongly connected components of a directed graph: the maximal sets of nodes that reach each other.
///
/// Components are numbered from 0 in reverse topological order.
///
/// **Source:** Tarjan 1972, "Depth-first search and linear graph algorithms", with an explicit stack.
package struct StrongComponents {
  /// The component of each node.
  package private(set) var component: [UInt32]
  /// The number of components.
  package private(set) var count: UInt32 = 0
  private var order: [UInt32]
  private var low: [UInt32]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var visited: UInt32 = 0

  /// Computes the components.
  /// - Parameters:
  ///   - nodeCount: The number of nodes.
  ///   - edges: Returns the range of a node's edges.
  ///   - head: Returns the node an edge leads to; nil for an edge that may not be used.
  /// - Complexity: O(*n* + *m*) time in nodes and edges, O(*n*) memory.
  package init(nodeCount: Int, edges: (Int) -> Range<Int>, head: (_ node: Int, _ edge: Int) -> Int?) {
    order = Array(repeating: 0, count: nodeCount)
    component = order
    low = order
    isOpen = Array(repeating: false, count: nodeCount)
    for node in 0..<nodeCount where order[node] == 0 { explore(from: node, edges, head) }
  }

  private mutating func explore(
    from root: Int, _ edges: (Int) -> Range<Int>, _ head: (_ node: Int, _ edge: Int) -> Int?
  ) {
    var stack = [(node: root, edges: edges(root))]
    enter(root)
    while let (node, rest) = stack.last {
      guard let edge = rest.first else {
        stack.removeLast()
        close(node)
        if let parent = stack.last?.node { low[parent] = min(low[parent], low[node]) }
        continue
      }
      stack[stack.count - 1].edges = rest.dropFirst()
      guard let next = head(node, edge) else { continue }
      if order[next] == 0 {
        enter(next)
        stack.append((next, edges(next)))
      } else if isOpen[next] {
        low[node] = min(low[node], order[next])
      }
    }
  }

  private mutating func enter(_ node: Int) {
    visited += 1
    order[node] = visited
    low[node] = visited
    isOpen[node] = true
    open.append(node)
  }

  private mutating func close(_ node: Int) {
    guard low[node] == order[node] else { return }
    while let member = open.popLast() {
      isOpen[member] = false
      component[member] = count
      if member == node { break }
    }
    count += 1
  }
}

extension RoutingGraph {
  /// Returns the number of the strongly connected component of each node.
  ///
  /// Components are numbered from 0 in reverse topological order.
  /// - Parameter allowing: Returns whether an edge may be used.
  /// - Complexity: O(*n* + *m*) time in nodes and edges, O(*n*) memory.
  package func stronglyConnectedComponents(allowing: (EdgeIndex) -> Bool) -> [UInt32] {
    let (firstOut, head) = (storage.firstOut, storage.edgeHead)
    return StrongComponents(nodeCount: nodeCount) {
      Int(firstOut[$0])..<Int(firstOut[$0 + 1])
    } head: { _, edge in
      allowing(EdgeIndex(edge)) ? Int(head[edge]) : nil
    }.component
  }
}
