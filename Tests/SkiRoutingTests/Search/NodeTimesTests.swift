import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct NodeTimesTests {
  @Test func `times to all nodes equal a reference search, with and without a limit`() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<600 {
      let (graph, costs) = RouteSearchTests.randomGraph(&random)
      let search = RouteSearch(graph)
      for question in 0..<3 {
        let sources = RouteSearchTests.ends(Int.random(in: 0...3, using: &random), graph, &random)
        let limit: UInt32 = random.pick([.max, 0, 500, 20_000])
        let times = try search.times(from: sources, costs: costs, withinMilliseconds: limit)
        let truth = RouteSearchTests.slowTimes(graph, costs, from: sources)
        for node in 0..<graph.nodeCount {
          let expected = truth[node].flatMap { $0 <= Int(limit) ? UInt32($0) : nil }
          #expect(times[NodeIndex(node)] == expected, "round \(round), question \(question), node \(node)")
        }
        #expect(search.settledCount == (0..<graph.nodeCount).count { times[NodeIndex($0)] != nil })
      }
    }
  }

  @Test func `the least time to several ends includes the costs at the ends and does not overflow`() throws {
    let graph = FlatGraph(firstOut: [0, 1, 1], heads: [1], positions: [.zero, .zero])
    let times = try RouteSearch(graph).times(from: [SearchEnd(node: NodeIndex(0))], costs: [50])
    let ends = [
      SearchEnd(node: NodeIndex(0), milliseconds: 100), SearchEnd(node: NodeIndex(1), milliseconds: 20),
    ]
    #expect(times.least(to: ends) == 70)
    #expect(times.least(to: [SearchEnd(node: NodeIndex(1), milliseconds: .max)]) == nil)
    #expect(times.least(to: []) == nil)
  }
}
