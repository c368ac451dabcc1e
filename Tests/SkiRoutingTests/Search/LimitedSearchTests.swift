import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Searches under limits compared with a reference search of the graph without what they forbid, on random graphs.
struct LimitedSearchTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `times under limits equal a reference search without the forbidden edges`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (found, longer) = (0, 0)
    for round in 0..<300 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let classes = costs.map { _ in UInt16.random(in: 0...4, using: &random) }
      let weights = try HierarchyTests.weights(ContractionHierarchy(graph), costs)
      let search = LimitedSearch(graph, costs: costs, classes: classes, weights: weights)
      for _ in 0..<4 {
        let admitted = (0..<5).map { _ in random.happens(0.8) }
        let closed = costs.indices.filter { _ in random.happens(0.05) }
        let limits = EdgeLimits(admitted: admitted, closed: closed, edgeCount: graph.edgeCount)
        let kept = costs.indices.map { edge in
          closed.contains(edge) || !admitted[Int(classes[edge])] ? UInt32.max : costs[edge]
        }
        let ends = (0..<2).map { _ in NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)) }
        let truth = RouteSearchTests.slowTimes(graph, kept, from: [SearchEnd(node: ends[0])])[
          ends[1].position]
        let free = RouteSearchTests.slowTimes(graph, costs, from: [SearchEnd(node: ends[0])])[
          ends[1].position]
        let answer = try search.milliseconds(from: ends[0], to: ends[1], limits: limits)
        #expect(answer.map(Int.init) == truth, "seed \(seed), round \(round)")
        if truth != nil { found += 1 }
        if let truth, let free, truth > free { longer += 1 }
      }
    }
    #expect(found > 100 && longer > 10, "\(found) found, \(longer) longer than without limits")
  }
}
