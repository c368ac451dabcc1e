import SkiGraph

/// The directed network with lengths in metres, for shortest paths between fixes.
struct MatchNetwork: Sendable {
  let nodeCount: Int
  /// The first edge of each node: those of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: FixedMemory<UInt32>
  let edges: FixedMemory<MatchEdge>
}

/// A search for shortest paths in metres from one node, up to a bound, with reused memory.
///
/// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs". Of equal distances the lower node is
/// settled first.
struct NetworkSearch {
  private let network: MatchNetwork
  private var search: DistanceSearch<[Float]>
  /// The last edge of the path to each node; `.max` for the start.
  private(set) var lastEdge: [UInt32]
  /// The settled nodes, in ascending order of distance.
  private(set) var settled: [UInt32] = []
  /// The distances from the start in metres; infinite for nodes not reached in the last run.
  var metres: [Float] { search.costs }

  init(network: MatchNetwork) {
    self.network = network
    search = DistanceSearch(Array(repeating: .infinity, count: network.nodeCount))
    lastEdge = Array(repeating: .max, count: network.nodeCount)
  }

  /// Searches from a node up to a distance, a number of nodes, or until `goal` is settled.
  mutating func run(from start: UInt32, withinMetres bound: Float, atMost limit: Int, goal: UInt32? = nil) {
    search.reset(settled, unreached: .infinity)
    settled.removeAll(keepingCapacity: true)
    search.relax(Int(start), at: 0)
    lastEdge[Int(start)] = .max
    while settled.count < limit, let (node, distance) = search.settle() {
      settled.append(UInt32(truncatingIfNeeded: node))
      if settled.last == goal { return }
      for index in network.firstOut[node]..<network.firstOut[node + 1] {
        let edge = network.edges[Int(index)]
        let reached = distance + edge.length
        if reached <= bound, search.relax(Int(edge.head), at: reached) { lastEdge[Int(edge.head)] = index }
      }
    }
  }

  /// Returns the edges from the start of the last run to a reached node.
  func path(to node: UInt32) -> [UInt32] {
    var edges: [UInt32] = []
    var here = node
    while lastEdge[Int(here)] != .max {
      edges.append(lastEdge[Int(here)])
      here = network.edges[Int(lastEdge[Int(here)])].tail
    }
    return edges.reversed()
  }
}

/// An immutable array in fixed memory, read without bounds checks in inner loops.
///
/// `@unchecked Sendable`: the memory is written in `init` only.
final class FixedMemory<Element: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafePointer<Element>
  let count: Int
  private let memory: UnsafeMutablePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer {
      if let source = $0.baseAddress { fresh.initialize(from: source, count: elements.count) }
    }
    memory = fresh
    base = UnsafePointer(fresh)
  }

  deinit { memory.deallocate() }

  @inline(__always) subscript(_ index: Int) -> Element { base[index] }
}
