import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct PlateausTests {
  private static func paths(_ plateaus: Plateaus) -> [[UInt32]] {
    var found: [[UInt32]] = []
    plateaus.forEachPath { path in
      found.append([UInt32(path.source), UInt32(path.target)] + path.edges)
      return true
    }
    return found
  }

  @Test func `paths over plateaus of bounded trees equal those of whole trees within the bound`() throws {
    var (kept, left) = (0, 0)
    for seed in UInt64(1)...2000 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x91A7)
      let router = Router(graph: world.graph)
      let costs = PreparedCosts(router: router, profile: world.profile()).edges.milliseconds
      let nodes = 0..<world.graph.nodeCount
      let ends = { (random: inout SeededGenerator) in
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
          SearchEnd(
            node: NodeIndex(Int.random(in: nodes, using: &random)),
            milliseconds: UInt32.random(in: 0...60_000, using: &random))
        }
      }
      let (sources, targets) = (ends(&random), ends(&random))
      let limit = UInt32.random(in: 0...2_000_000, using: &random)
      let plateaus = { (limit: UInt32) in
        try Plateaus(router, sources: sources, targets: targets, costs: costs, withinMilliseconds: limit)
      }
      let all = Self.paths(try plateaus(2_000_000_000))
      let within = all.filter { path in
        let total = path.dropFirst(2).reduce(UInt64(0)) { $0 + UInt64(costs[Int($1)]) }
        return total + UInt64(sources[Int(path[0])].milliseconds) + UInt64(targets[Int(path[1])].milliseconds)
          <= UInt64(limit)
      }
      #expect(Self.paths(try plateaus(limit)) == within, "seed \(seed)")
      kept += within.count
      left += all.count - within.count
    }
    #expect(kept > 100 && left > 100)
  }
}
