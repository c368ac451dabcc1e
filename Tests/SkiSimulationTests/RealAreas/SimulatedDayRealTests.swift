import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiSimulation

/// Simulated days over every real area.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaSimulationTests {
  @Test(arguments: RealArea.names)
  func `simulated days obey the rules of every real area and have eight rides or more`(name: String)
    async throws
  {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let mountain = try SimulatedMountain(graph: graph)
    let check = SimulationCheck(graph: graph)
    for seed in 0..<3 as Range<UInt64> {
      let day = SimulatedDay.make(on: mountain, seed: seed)
      #expect(check.faults(of: day).isEmpty, "\(name), seed \(seed)")
      let stretches = day.stretches(in: graph)
      let rides = stretches.filter { $0.kind == .lift }
      #expect(rides.count >= 8, "\(name), seed \(seed): \(rides.count) rides in seven hours")
      #expect(stretches.contains { $0.kind == .run })
      let skied = day.truth.count { $0.state == .onRun }
      #expect(skied > day.truth.count / 10, "\(name), seed \(seed)")
    }
  }
}
