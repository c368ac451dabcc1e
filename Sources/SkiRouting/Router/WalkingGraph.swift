import SkiBase
import SkiGraph

/// A graph with additional short walks between nodes that are near each other.
///
/// Its edges are the graph's own and the walks; ``edge(_:)`` tells them apart.
struct WalkingGraph: Sendable {
  /// A straight walk from one node to another.
  struct Walk: Sendable {
    var tail: NodeIndex
    var head: NodeIndex
    var metres: Double
    var milliseconds: UInt32
  }

  /// The origin of an edge.
  enum Edge {
    case edge(Int)
    case walk(Walk)
  }

  /// The maximum horizontal length of a walk, in metres.
  static let greatestMetres = 300.0
  /// The maximum gradient of a walk, up or down; there are none where elevations are unknown.
  static let greatestGradient = 0.3

  let flat: FlatGraph
  let reversed: ReversedGraph
  /// The origin of each edge of `flat`: an edge of the graph, or from `edgeCount` on a walk.
  private let sources: [UInt32]
  private let walks: [Walk]
  private let edgeCount: Int

  /// Creates the graph with the walks up to a length in metres.
  /// - Complexity: O(*n* · *k*) in nodes and the neighbours of a node.
  init(_ graph: RoutingGraph, walkMetres: Double = Self.greatestMetres) {
    let places = NodePositions.make(graph)
    walks = Self.walks(graph, places, withinMetres: walkMetres)
    edgeCount = graph.edgeCount
    var (firstOut, heads, sources): ([UInt32], [UInt32], [UInt32]) = ([0], [], [])
    var walk = 0
    for node in 0..<graph.nodeCount {
      for edge in graph.edges(from: NodeIndex(node)) {
        heads.append(graph.head(EdgeIndex(edge)).rawValue)
        sources.append(UInt32(edge))
      }
      while walk < walks.count, walks[walk].tail.position == node {
        heads.append(walks[walk].head.rawValue)
        sources.append(UInt32(edgeCount + walk))
        walk += 1
      }
      firstOut.append(UInt32(heads.count))
    }
    self.sources = sources
    flat = FlatGraph(firstOut: firstOut, heads: heads, positions: places)
    reversed = ReversedGraph(flat)
  }

  func edge(_ edge: Int) -> Edge {
    let source = Int(sources[edge])
    return source < edgeCount ? .edge(source) : .walk(walks[source - edgeCount])
  }

  /// Returns the walks between nodes near each other, by tail and then head, from a grid of positions.
  private static func walks(
    _ graph: RoutingGraph, _ places: [SIMD3<Float>], withinMetres limit: Double
  ) -> [Walk] {
    guard limit > 0, graph.nodeCount > 0 else { return [] }
    // A margin, since a walk is longer in space than on the map by its gradient, and the two use different Earth
    // models.
    let grid = NodeGrid(places, metres: limit * 1.1 + 1)
    var walks: [Walk] = []
    for tail in 0..<graph.nodeCount where !graph.isAboard(NodeIndex(tail)) {
      let from = graph.point(NodeIndex(tail))
      for head in grid.around(tail) where head != tail && !graph.isAboard(NodeIndex(head)) {
        let to = graph.point(NodeIndex(head))
        let metres = from.coordinate.distanceMetres(to: to.coordinate)
        guard metres <= limit else { continue }
        // Unknown elevations could hide a cliff.
        guard let low = from.elevationMetres, let high = to.elevationMetres else { continue }
        let rise = high - low
        guard abs(rise) <= max(1, greatestGradient * metres) else { continue }
        let gradient = rise / max(1, metres)
        let surface = (metres * metres + rise * rise).squareRoot()
        let milliseconds = UInt32(surface * Pace.walkingSlowness(gradient: gradient)) + 1
        walks.append(
          Walk(tail: NodeIndex(tail), head: NodeIndex(head), metres: metres, milliseconds: milliseconds))
      }
    }
    return walks
  }
}

/// A grid of nodes in cubes as wide as the search distance.
private struct NodeGrid {
  private var nodes: [SIMD3<Int32>: [Int]] = [:]
  private let places: [SIMD3<Float>]
  private let metres: Float

  init(_ places: [SIMD3<Float>], metres: Double) {
    self.places = places
    self.metres = Float(metres)
    for node in places.indices { nodes[cube(node), default: []].append(node) }
  }

  private func cube(_ node: Int) -> SIMD3<Int32> {
    SIMD3<Int32>((places[node] / metres).rounded(.down))
  }

  /// Returns the nodes in a node's cube and the adjacent ones, in order.
  func around(_ node: Int) -> [Int] {
    let middle = cube(node)
    var found: [Int] = []
    for x in Int32(-1)...1 {
      for y in Int32(-1)...1 {
        for z in Int32(-1)...1 { found += nodes[middle &+ SIMD3(x, y, z)] ?? [] }
      }
    }
    return found.sorted()
  }
}
