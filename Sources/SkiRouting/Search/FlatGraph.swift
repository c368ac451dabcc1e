import SkiBase
package import SkiGraph
import SkiSystem

/// The graph in compressed sparse row form for searches: outgoing edges of each node, head of each edge, and positions
/// for A*.
///
/// It can be created from any arrays, for tests and benchmarks. Immutable; it owns its arrays or points into a map's
/// storage, which it keeps alive.
///
/// `@unchecked Sendable`: the pointers lead to memory that is never written after `init` and that `storage` and `owner`
/// keep alive.
package struct FlatGraph: @unchecked Sendable {
  /// The number of nodes.
  package let nodeCount: Int
  /// The number of directed edges.
  package let edgeCount: Int
  /// The first edge of each node; the edges of node v are `firstOut[v]..<firstOut[v + 1]`.
  let firstOut: UnsafePointer<UInt32>
  /// The node each edge ends at.
  let head: UnsafePointer<UInt32>
  /// The position of each node in metres along three orthogonal axes, for straight distances.
  let positions: UnsafePointer<SIMD3<Float>>
  /// The graph of a map whose edges these are; nil for a graph of arrays.
  private let storage: GraphStorage?
  private let owner: [AnyObject]

  /// Creates a graph from its arrays, with edges sorted by tail.
  ///
  /// - Parameters:
  ///   - firstOut: The first edge of each node and the edge count, never decreasing.
  ///   - heads: The head of each edge.
  ///   - positions: The position of each node in metres along three orthogonal axes, finite.
  /// - Precondition: `firstOut` increases from 0 to `heads.count`, heads are nodes, and there is a position for each
  ///   node.
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
    self.firstOut = first.base
    head = second.base
    self.positions = third.base
    (storage, owner) = (nil, [first, second, third])
  }

  /// Creates the search form of a map's graph, which shares its edges.
  ///
  /// - Complexity: O(*n*) for the positions.
  package init(_ graph: RoutingGraph) {
    let places = FrozenArray(NodePositions.make(graph))
    let empty = FrozenArray<UInt32>([0, 0])
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
    firstOut = graph.storage.firstOut.unchecked.baseAddress ?? empty.base
    head = graph.storage.edgeHead.unchecked.baseAddress ?? empty.base
    positions = places.base
    (storage, owner) = (graph.storage, [places, empty])
  }

  /// Calls a closure with each node in order and its outgoing edges.
  func forEachNode(_ body: (Int, Range<Int>) -> Void) {
    for node in 0..<nodeCount { body(node, Int(firstOut[node])..<Int(firstOut[node + 1])) }
  }

  /// Returns the node an edge leaves.
  /// - Complexity: O(1) in the graph of a map, else O(log *n*).
  func tail(of edge: UInt32) -> Int {
    if let storage {
      let code = storage.edgeLink[Int(edge)]
      return Int(code & 1 == 0 ? storage.linkTail[Int(code / 2)] : storage.linkHead[Int(code / 2)])
    }
    return (1..<nodeCount).partitioningIndex { firstOut[$0] > edge } - 1
  }

  /// Returns the greatest straight-line speed of any usable edge in metres per millisecond; infinite when an edge
  /// covers a distance at no cost.
  ///
  /// - Parameter milliseconds: The cost of each edge; `UInt32.max` where it may not be used.
  /// - Complexity: O(*n* + *m*).
  package func greatestSpeed(milliseconds: [UInt32]) -> Double {
    greatestSpeeds(milliseconds: milliseconds, classes: nil, classCount: 1)[0]
  }

  /// Returns the greatest straight-line speed of the edges of each class in metres per millisecond; 0 for a class
  /// without usable edges.
  ///
  /// - Parameters:
  ///   - milliseconds: The cost of each edge; `UInt32.max` where it may not be used.
  ///   - classes: The class of each edge; nil when all are of class 0.
  ///   - classCount: The number of classes.
  /// - Complexity: O(*n* + *m*).
  func greatestSpeeds(milliseconds: [UInt32], classes: [UInt16]?, classCount: Int) -> [Double] {
    precondition(
      milliseconds.count == edgeCount, "costs must match edges, got \(milliseconds.count) for \(edgeCount)")
    var greatest = [Double](repeating: 0, count: classCount)
    milliseconds.withUnsafeBufferPointer { costs in
      for node in 0..<nodeCount {
        for edge in Int(firstOut[node])..<Int(firstOut[node + 1]) where costs[edge] != .max {
          let metres = straightMetres(positions[node], positions[Int(head[edge])])
          let number = classes.map { Int($0[edge]) } ?? 0
          if metres > 0 { greatest[number] = max(greatest[number], metres / Double(costs[edge])) }
        }
      }
    }
    return greatest
  }
}

/// Returns the straight distance between two positions, computed identically wherever bounds need it.
@inline(__always)
func straightMetres(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Double {
  let x = Double(a.x) - Double(b.x)
  let y = Double(a.y) - Double(b.y)
  let z = Double(a.z) - Double(b.z)
  return (x * x + y * y + z * z).squareRoot()
}

/// A graph with reversed edges, for searches from a destination.
///
/// Immutable; 12 bytes per node, 8 bytes per edge.
struct ReversedGraph: Sendable {
  /// The reversed graph; its edges are sorted by their original heads.
  let flat: FlatGraph
  /// The original edge of each edge of `flat`.
  let edges: [UInt32]

  /// Reverses a graph.
  /// - Complexity: O(*n* + *m*).
  init(_ graph: FlatGraph) {
    var firstOut = [UInt32](repeating: 0, count: graph.nodeCount + 1)
    for edge in 0..<graph.edgeCount { firstOut[Int(graph.head[edge]) + 1] += 1 }
    for node in 0..<graph.nodeCount { firstOut[node + 1] += firstOut[node] }
    var next = firstOut
    var heads = [UInt32](repeating: 0, count: graph.edgeCount)
    var edges = heads
    graph.forEachNode { node, range in
      for edge in range {
        let place = Int(next[Int(graph.head[edge])])
        next[Int(graph.head[edge])] += 1
        (heads[place], edges[place]) = (UInt32(node), UInt32(edge))
      }
    }
    let positions = (0..<graph.nodeCount).map { graph.positions[$0] }
    flat = FlatGraph(firstOut: firstOut, heads: heads, positions: positions)
    self.edges = edges
  }
}

/// The positions of a map's nodes in metres along three axes from the centre of the map.
///
/// **Source:** geodetic to Earth-centred coordinates on WGS 84 (Hofmann-Wellenhof 2001, 10.3). Elevations count only
/// when all nodes have one, since a node at sea level among summits would make its edges seem too fast.
enum NodePositions {
  static func make(_ graph: RoutingGraph) -> [SIMD3<Float>] {
    let storage = graph.storage
    let count = graph.nodeCount
    let hasHeights = !storage.nodeElevation.contains(.min)
    let earth = (0..<count).map { node in
      earthCentred(
        latitudeE7: storage.nodeLatitude[node], longitudeE7: storage.nodeLongitude[node],
        metres: hasHeights ? Double(storage.nodeElevation[node]) / 100 : 0)
    }
    guard let first = earth.first else { return [] }
    let low = earth.reduce(first) { pointwiseMin($0, $1) }
    let high = earth.reduce(first) { pointwiseMax($0, $1) }
    let middle = (low + high) / 2
    return earth.map { place in
      let offset = place - middle
      return SIMD3(Float(offset.x), Float(offset.y), Float(offset.z))
    }
  }

  static func earthCentred(latitudeE7: Int32, longitudeE7: Int32, metres: Double) -> SIMD3<Double> {
    let latitude = Double(latitudeE7) / 1e7 * Double.pi / 180
    let longitude = Double(longitudeE7) / 1e7 * Double.pi / 180
    let semiMajor = 6_378_137.0
    let eccentricitySquared = 0.006_694_379_990_141_316
    let primeVertical = semiMajor / (1 - eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
    let fromAxis = (primeVertical + metres) * cos(latitude)
    return SIMD3(
      fromAxis * cos(longitude), fromAxis * sin(longitude),
      (primeVertical * (1 - eccentricitySquared) + metres) * sin(latitude))
  }
}
