import SkiTestSupport
import Testing

@testable import SkiSimulation
@testable import SkiTracks

/// Simulated days over every real area, matched and scored against their truth.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct MatchedSimulationTests {
  /// Standard deviation of the phones along each axis, metres.
  private static let sigmaMetres = 6.0

  @Test(arguments: RealArea.names)
  func `98 of 100 fixes at 6 m of noise match the true feature, and few rides are missed or invented`(
    name: String
  ) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let mountain = try SimulatedMountain(graph: graph)
    let scoring = MatchScoring(graph: graph, sigmaMetres: Self.sigmaMetres)
    let matcher = TrackMatcher(index: MatchIndex(graph: graph))
    var options = SimulationOptions()
    options.receiver.sigmaMetres = Self.sigmaMetres
    var sum = MatchScore()
    for seed in 1...UInt64(TestScale.count(all: 5, sample: 2)) {
      let day = SimulatedDay.make(on: mountain, seed: seed, options: options)
      sum += scoring.score(day, try matcher.match(day.fixes))
    }
    print("\(name): \(sum)")
    // Lines less than 8 m apart, as those of Niseko's two Wonderland chairs, can't be distinguished at 6 m of noise.
    let tellable = sum.featureShare + sum.share(lostTo: .overlap)
    #expect(tellable >= 0.99 && sum.featureShare >= 0.98, "\(name): \(sum)\n\(sum.worst(10))")
    #expect(Double(sum.ridesFound) >= 0.94 * Double(sum.ridesTrue), "\(name): \(sum.rideNotes)")
    // Walks beside carpets and short lifts look like rides.
    #expect(sum.ridesInvented <= 1 + sum.ridesTrue / 30, "\(name): \(sum.rideNotes)")
  }
}
