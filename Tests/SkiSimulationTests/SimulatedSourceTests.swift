import SkiGraph
import SkiSimulation
import SkiTestSupport
import SkiTracks
import Testing

/// A simulated day as a source of fixes.
struct SimulatedSourceTests {
  private static func skier() throws -> SimulatedSkier {
    let world = try DrawnWorld(
      "T---B", heights: ["T": 1400, "B": 1300], [.run("TB", .easy), .lift("BT", .dragLift)])
    return SimulatedSkier(
      on: try SimulatedMountain(graph: world.graph), seed: 3, options: SimulationOptions(durationSeconds: 900)
    )
  }

  @Test func `each sequence at an infinite rate has all fixes of the day`() async throws {
    var skier = try Self.skier()
    let source = SimulatedSource(skier, clock: ContinuousClock(), rate: .infinity)
    var expected: [LocationFix] = []
    while let step = skier.next() { if let fix = step.fix { expected.append(fix) } }
    for _ in 0..<2 {
      var fixes: [LocationFix] = []
      for try await fix in source.fixes() { fixes.append(fix) }
      #expect(fixes == expected)
    }
  }

  @Test func `a cancelled reader stops waiting`() async throws {
    let source = SimulatedSource(try Self.skier(), clock: ContinuousClock(), rate: 1e-6)
    let reader = Task {
      var count = 0
      for try await _ in source.fixes() { count += 1 }
      return count
    }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
  }
}
