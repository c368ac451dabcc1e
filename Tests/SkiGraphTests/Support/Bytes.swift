@testable import SkiGraph

/// Copies a graph's bytes while it is surely alive: its views don't hold it.
func bytes(of graph: RoutingGraph) -> [UInt8] {
  withExtendedLifetime(graph) { Array(graph.storage.bytes.buffer) }
}
