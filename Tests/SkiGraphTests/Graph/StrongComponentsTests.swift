import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct StrongComponentsTests {
  @Test(arguments: UInt64(1)...150)
  func `strong components are the classes of mutually reachable nodes`(seed: UInt64) throws {
    var map = RandomMap(seed: seed, nodes: 2 + Int(seed % 23), features: Int(seed % 31))
    let graph = try map.builder.build()
    let allowed = (0..<graph.edgeCount).map { _ in map.chance(0.7) }
    let component = graph.stronglyConnectedComponents { allowed[$0.position] }
    let reaches = closure(graph, allowed)
    for a in 0..<graph.nodeCount {
      for b in 0..<graph.nodeCount {
        #expect(
          (component[a] == component[b]) == (reaches[a][b] && reaches[b][a]), "seed \(seed), \(a) and \(b)")
        // Reverse topological order: a reached node has no greater number.
        if reaches[a][b] { #expect(component[b] <= component[a], "seed \(seed), \(a) to \(b)") }
      }
    }
    #expect(Set(component).count == Int(component.max() ?? 0) + 1, "seed \(seed): a gap in the numbers")
  }

  @Test func `components of a chain of 200,000 nodes do not exhaust the stack`() throws {
    var builder = RoutingGraphBuilder()
    let place = GraphPoint(
      position: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), elevationCentimetres: nil)
    for _ in 0..<200_000 { _ = builder.addNode(place) }
    for node in 0..<200_000 {
      builder.links.append(
        BuilderLink(
          kind: .connector, feature: nil, tail: BuilderNodeIndex(node),
          head: BuilderNodeIndex((node + 1) % 200_000),
          allowsForward: true, allowsBackward: false, points: [place, place], distancesCentimetres: [0, 0]))
    }
    let graph = try builder.build()
    #expect(Set(graph.stronglyConnectedComponents { _ in true }) == [0])
    #expect(Set(graph.stronglyConnectedComponents { $0.position != 77 }).count == 200_000)
  }

  /// The reachability of each pair of nodes (Warshall 1962, "A theorem on Boolean matrices").
  private func closure(_ graph: RoutingGraph, _ allowed: [Bool]) -> [[Bool]] {
    let count = graph.nodeCount
    var reaches = (0..<count).map { a in (0..<count).map { $0 == a } }
    for edge in 0..<graph.edgeCount where allowed[edge] {
      reaches[graph.tail(EdgeIndex(edge)).position][graph.head(EdgeIndex(edge)).position] = true
    }
    for via in 0..<count {
      for a in 0..<count where reaches[a][via] {
        for b in 0..<count where reaches[via][b] { reaches[a][b] = true }
      }
    }
    return reaches
  }
}
