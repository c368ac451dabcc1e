import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Locates moving people by the moments at which their cells change, at a speed that the attacker knows.
@Suite struct CrossingAttackTests {
  /// The error over all moments, and at the best moment after a change of cell.
  private struct Result {
    var whole: Double
    var best: Double
    var bestAgeSeconds: Int
    var queries: Int
  }

  private func attack(
    _ world: CrossingTrace.World, _ attackers: Attackers, side: Int, metresPerSecond: Double, seed: UInt64
  ) -> Result {
    var random = SeededGenerator(seed: seed)
    func samples() -> [CrossingTrace.Sample] {
      CrossingTrace.samples(
        world, attackers, side: side, metresPerSecond: metresPerSecond, using: &random)
    }
    var estimator = CrossingEstimator()
    for _ in 0..<1000 { for sample in samples() { estimator.learn(sample) } }
    var (whole, ages) = (ErrorMeter(), [Int: ErrorMeter]())
    for _ in 0..<300 {
      for sample in samples() {
        let estimate = estimator.estimate(sample.key)
        whole.add(estimate, for: sample.truth)
        ages[sample.ageSeconds / 10, default: ErrorMeter()].add(estimate, for: sample.truth)
      }
    }
    let best = ages.filter { $0.value.count >= 200 }.min { $0.value.metres < $1.value.metres }
    return Result(
      whole: whole.share(of: side), best: best?.value.share(of: side) ?? 0,
      bestAgeSeconds: (best?.key ?? 0) * 10, queries: whole.count)
  }

  @Test(arguments: Attackers.allCases, [2.5, 5, 10])
  func `changes of cell tell no more than the cell`(_ attackers: Attackers, _ speed: Double) {
    let (seed, side): (UInt64, Int) = (237, Victim.finestSide)
    let result = attack(.published, attackers, side: side, metresPerSecond: speed, seed: seed)
    print(
      "crossing, \(attackers), \(speed) m/s: \(result.whole) of the side, \(result.best) at best",
      "\(result.bestAgeSeconds) s after a change, \(result.queries) queries, seed \(seed)")
    #expect(result.queries >= 10_000)
    #expect(result.whole >= leastShare, "seed \(seed)")
    #expect(result.best >= leastShare, "seed \(seed)")
  }

  @Test(arguments: Attackers.allCases)
  func `at walking pace a border just crossed is known, and the place along it is not`(_ attackers: Attackers)
  {
    let seed: UInt64 = 241
    let result = attack(.published, attackers, side: Victim.finestSide, metresPerSecond: 1, seed: seed)
    print(
      "crossing, \(attackers), 1 m/s: \(result.whole) of the side, \(result.best) at best",
      "\(result.bestAgeSeconds) s after a change, \(result.queries) queries, seed \(seed)")
    #expect(result.queries >= 10_000)
    #expect(result.whole >= 0.25, "seed \(seed)")
    #expect(result.best >= 0.25, "seed \(seed)")
  }

  @Test func `the same changes, shown at once, tell the border that was crossed`() {
    let seed: UInt64 = 238
    let result = attack(.leaky, .one, side: Victim.finestSide, metresPerSecond: 5, seed: seed)
    print(
      "crossing, control: \(result.whole) of the side, \(result.best) at best",
      "\(result.bestAgeSeconds) s after a change, seed \(seed)")
    #expect(result.best < 0.31, "seed \(seed)")
  }
}
