import Foundation
import SkiBase
import SkiGraph
import SkiRouting

/// The ends of requests: random places beside the network of one region, or the pairs of a benchmark graph.
struct RequestEnds {
  /// Two ends in one region.
  struct Pair {
    var from: Coordinate
    var to: Coordinate
    /// The graph of the region.
    var graph: RoutingGraph
  }

  /// The greatest number of nodes of a region with ends.
  let nodeCount: Int
  /// The pairs that are asked in turn; empty for random ones.
  private var pairs: [Pair] = []
  private let graph: RoutingGraph
  private var next = 0

  /// Creates random ends anywhere in the largest region of a map.
  /// - Throws: ``BenchError`` when the map has no network.
  init(_ map: SkiMap) throws {
    let graphs = try map.regions.map { try map.graph($0) }
    guard let largest = graphs.max(by: { $0.nodeCount < $1.nodeCount }), largest.nodeCount > 1 else {
      throw BenchError("the map has no network")
    }
    (graph, nodeCount) = (largest, largest.nodeCount)
  }

  /// Creates the ends of the pairs of a group in `pairs.csv`, at the coordinates of the nodes of `graph.csr`, as other
  /// engines are asked; without pairs whose ends lie in different regions.
  /// - Throws: ``BenchError`` when no pair is left.
  init(_ map: SkiMap, folder: String, group: String) throws {
    let nodes = try SkiGraphFile(folder: folder)
    let router = MapRouter(map: map)
    let place = { (node: UInt32) in
      Coordinate(latitude: nodes.latitudes[Int(node)], longitude: nodes.longitudes[Int(node)])
    }
    pairs = try BenchGraph(folder: folder).pairs.filter { $0.group == group }.compactMap { pair in
      let (from, to) = (place(pair.from), place(pair.to))
      let region = try router.region(of: [.coordinate(from), .coordinate(to)], profile: .anyGrade).value
      return try region.map { Pair(from: from, to: to, graph: try map.graph($0)) }
    }
    guard let largest = pairs.map(\.graph).max(by: { $0.nodeCount < $1.nodeCount }) else {
      throw BenchError("no pair \(group) lies in one region of the map")
    }
    (graph, nodeCount) = (largest, largest.nodeCount)
  }

  /// Returns the next two ends.
  mutating func pair(_ random: inout SplitMix) -> Pair {
    if pairs.isEmpty { return Pair(from: end(&random), to: end(&random), graph: graph) }
    next += 1
    return pairs[(next - 1) % pairs.count]
  }

  private func end(_ random: inout SplitMix) -> Coordinate {
    let node = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
    let place = graph.point(node).coordinate
    return Coordinate(
      latitude: place.latitude + Double.random(in: -0.0005...0.0005, using: &random),
      longitude: place.longitude + Double.random(in: -0.0005...0.0005, using: &random))
  }
}
