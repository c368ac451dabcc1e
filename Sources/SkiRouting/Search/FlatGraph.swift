import SkiGeo
package import SkiGraph

/// The bare graph a search runs on: for each node its outgoing edges, for each edge its head; and places, for A*.
///
/// Any graph fits, not only a ``RoutingGraph``: that is how benchmarks and tests run the search a router runs.
/// Immutable and `Sendable`; either owns its arrays or points into a map's storage, which it keeps alive.
///
/// `@unchecked Sendable`: the pointers lead to memory that is never written after `init` and that `owner` keeps alive.
package struct FlatGraph: @unchecked Sendable {
  /// How many nodes there are.
  package let nodeCount: Int
  /// How many directed edges there are.
  package let edgeCount: Int
  /// Edges of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: UnsafePointer<UInt32>
  /// Where each edge ends.
  let head: UnsafePointer<UInt32>
  /// Metres from some origin along three axes at right angles; straight lines between them are never longer than any way.
  let positions: UnsafePointer<SIMD3<Float>>
  private let owner: [AnyObject]

  /// Makes a graph from its arrays; edges are sorted by tail.
  ///
  /// - Parameters:
  ///   - firstOut: Node count + 1 positions in `heads`, rising.
  ///   - heads: A node for each edge.
  ///   - positions: A place for each node in metres along three axes at right angles, finite.
  /// - Precondition: `firstOut` rises from 0 to `heads.count`, heads are nodes, and there is a place for each node.
  /// - Complexity: O(*n* + *m*), copies the arrays.
  package init(firstOut: [UInt32], heads: [UInt32], positions: [SIMD3<Float>]) {
    precondition(
      firstOut.first == 0 && firstOut.last == UInt32(heads.count),
      "firstOut must run from 0 to \(heads.count), got \(firstOut.first ?? 0) to \(firstOut.last ?? 0)")
    precondition(
      zip(firstOut, firstOut.dropFirst()).allSatisfy(<=), "firstOut must never fall")
    let nodes = firstOut.count - 1
    precondition(heads.allSatisfy { $0 < UInt32(nodes) }, "heads must be below the node count \(nodes)")
    precondition(positions.count == nodes, "positions must match nodes, got \(positions.count) for \(nodes)")
    let (first, second, third) = (FrozenArray(firstOut), FrozenArray(heads), FrozenArray(positions))
    nodeCount = nodes
    edgeCount = heads.count
    self.firstOut = UnsafePointer(first.base)
    head = UnsafePointer(second.base)
    self.positions = UnsafePointer(third.base)
    owner = [first, second, third]
  }

  /// Makes the search's view of a map: shares its edges, and places the nodes in space.
  ///
  /// - Complexity: O(*n*) for the places.
  package init(_ graph: RoutingGraph) {
    let places = FrozenArray(NodePlaces.make(graph))
    let empty = FrozenArray<UInt32>([0, 0])
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
    firstOut = graph.storage.firstOut.unchecked.baseAddress ?? UnsafePointer(empty.base)
    head = graph.storage.edgeHead.unchecked.baseAddress ?? UnsafePointer(empty.base)
    positions = UnsafePointer(places.base)
    owner = [graph.storage, places, empty]
  }

  /// Calls with the nodes in order, each with the edges that leave it.
  func forEachNode(_ body: (Int, Range<Int>) -> Void) {
    for node in 0..<nodeCount { body(node, Int(firstOut[node])..<Int(firstOut[node + 1])) }
  }

  /// Returns the node an edge leaves: the last one whose edges start at or before it. Complexity: O(log *n*).
  func tail(of edge: UInt32) -> Int {
    (1..<nodeCount).partitioningIndex { firstOut[$0] > edge } - 1
  }

  /// Returns the greatest straight-line speed of any usable edge, in metres a millisecond; infinite when an edge
  /// bridges a distance in no time.
  ///
  /// - Parameter milliseconds: The cost of each edge; `UInt32.max` where it may not be used.
  /// - Complexity: O(*n* + *m*).
  package func greatestSpeed(milliseconds: [UInt32]) -> Double {
    precondition(
      milliseconds.count == edgeCount, "costs must match edges, got \(milliseconds.count) for \(edgeCount)")
    return milliseconds.withUnsafeBufferPointer { costs in
      var greatest = 0.0
      for node in 0..<nodeCount {
        for edge in Int(firstOut[node])..<Int(firstOut[node + 1]) where costs[edge] != .max {
          let metres = straightMetres(positions[node], positions[Int(head[edge])])
          if metres > 0 { greatest = max(greatest, metres / Double(costs[edge])) }
        }
      }
      return greatest
    }
  }
}

/// Returns the straight distance between two places, computed the same way wherever the search needs it.
@inline(__always)
func straightMetres(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Double {
  let x = Double(a.x) - Double(b.x)
  let y = Double(a.y) - Double(b.y)
  let z = Double(a.z) - Double(b.z)
  return (x * x + y * y + z * z).squareRoot()
}

/// Fixed memory for an array that is never changed again.
private final class FrozenArray<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    base = .allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer {
      if let source = $0.baseAddress { base.initialize(from: source, count: elements.count) }
    }
  }

  deinit { base.deallocate() }
}
