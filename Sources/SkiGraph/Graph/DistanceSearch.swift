/// A Dijkstra search with lazy deletion, whose caller relaxes the edges.
///
/// Callers loop `while let nearest = search.settle() { … search.relax(next, at: cost) … }` and keep limits, parents
/// and edges themselves. Outdated heap entries are skipped; of equal costs the lesser node is settled first. Costs
/// along a path must not decrease.
///
/// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
@usableFromInline
package struct DistanceSearch<Costs: CostTable> {
  /// The least known cost of each node, final for settled nodes.
  @usableFromInline package var costs: Costs
  /// The queue of nodes to settle, ordered by cost.
  @usableFromInline package var open = MinHeap<CostedNumber<Costs.Cost, UInt32>>()

  /// Creates a search that has reached no node.
  /// - Parameter costs: The costs of all nodes, unknown or above all others.
  @inlinable
  package init(_ costs: Costs) { self.costs = costs }

  /// Queues a node at a cost, unless a cost as low is known.
  /// - Parameters:
  ///   - node: The number of the node, 0...`UInt32.max`.
  ///   - cost: The cost of a path to the node.
  /// - Returns: `true` when the cost was lower.
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func relax(_ node: Int, at cost: Costs.Cost) -> Bool {
    if let known = costs[cost: node], cost >= known { return false }
    costs[cost: node] = cost
    open.push(CostedNumber(UInt32(truncatingIfNeeded: node), cost: cost))
    return true
  }

  /// Settles and returns the open node of least cost; nil when the queue is empty.
  /// - Complexity: O(log *n*), amortised over the outdated entries that are skipped.
  @inlinable
  @inline(__always)
  package mutating func settle() -> (node: Int, cost: Costs.Cost)? {
    while let least = open.pop() {
      let node = Int(least.number)
      if let known = costs[cost: node], least.cost <= known { return (node, least.cost) }
    }
    return nil
  }

  /// Resets all costs, for another search in the same memory.
  /// - Parameters:
  ///   - settled: All nodes settled since the last reset.
  ///   - unreached: The cost of an unreached node.
  /// - Complexity: O(*k*) in the nodes settled and the entries queued.
  @inlinable
  package mutating func reset(_ settled: [UInt32], unreached: Costs.Cost) {
    for node in settled { costs[cost: Int(node)] = unreached }
    for waiting in open.elements { costs[cost: Int(waiting.number)] = unreached }
    open.removeAll()
  }
}

/// The costs of a ``DistanceSearch`` by node: an array for searches of whole graphs, a dictionary for local ones.
///
/// An array starts with a cost above all others at every node.
@usableFromInline
package protocol CostTable {
  /// The numeric type of costs.
  associatedtype Cost: Comparable & SIMDScalar
  /// The cost of a node; nil where none is known. Setting nil has no effect on arrays.
  subscript(cost node: Int) -> Cost? { get set }
}

extension Array: CostTable where Element: Comparable & SIMDScalar {
  /// The cost of a node, never nil; setting nil has no effect.
  /// - Precondition: `node` is an index of the array.
  @inlinable
  public subscript(cost node: Int) -> Element? {
    @inline(__always) get { self[node] }
    @inline(__always) set { if let newValue { self[node] = newValue } }
  }
}

extension Dictionary: CostTable where Key == Int, Value: Comparable & SIMDScalar {
  /// The cost of a node; nil where none is known.
  @inlinable
  public subscript(cost node: Int) -> Value? {
    get { self[node] }
    set { self[node] = newValue }
  }
}
