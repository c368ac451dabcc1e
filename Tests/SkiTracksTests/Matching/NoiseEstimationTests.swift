import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTracks

/// Noise estimated from the positions of drawn days: rides at constant speed, descents with turns, and stops.
struct NoiseEstimationTests {
  /// A drawn day at one fix a second, in a plane.
  private struct DrawnTrack {
    var places: [SIMD2<Float>] = []
    var seconds: [Double] = []
    private var random: SeededGenerator
    private var drift = SIMD2<Double>(0, 0)

    init(seed: UInt64, white: Double, drifting: Double, each interval: Double = 1) {
      random = SeededGenerator(seed: seed)
      var place = SIMD2<Double>(0, 0)
      for second in stride(from: 0.0, to: 7200, by: interval) {
        let phase = second.truncatingRemainder(dividingBy: 900)
        switch phase {
        case ..<360: place += SIMD2(1.5, 2) * interval
        case ..<760:
          let turn = sin(second / 3) * 6
          place += SIMD2(turn, -9) * interval
        default: break
        }
        let kept = exp(-interval / 60)
        drift = drift * kept + SIMD2(normal(), normal()) * drifting * (1 - kept * kept).squareRoot()
        places.append(SIMD2<Float>(place + drift + SIMD2(normal(), normal()) * white))
        seconds.append(second)
      }
    }

    private mutating func normal() -> Double {
      let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
      return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    func estimates() -> [PositionNoise] {
      NoiseEstimation(places: places, seconds: seconds).noise().compactMap { $0 }
    }
  }

  @Test(arguments: [3.0, 6, 10, 15, 20, 25])
  func `white noise is estimated within a quarter`(metres: Double) {
    for seed in UInt64(1)...5 {
      let noise = DrawnTrack(seed: seed, white: metres, drifting: 0).estimates()
      #expect(noise.count == 7200)
      let middle = noise.map { Double($0.metres) }.sorted()[noise.count / 2]
      #expect(abs(middle / metres - 1) < 0.25, "seed \(seed): \(middle)")
    }
  }

  @Test(arguments: [10.0, 25])
  func `drifting noise is estimated within half, and told from white noise`(metres: Double) {
    for seed in UInt64(1)...5 {
      let noise = DrawnTrack(seed: seed, white: 0, drifting: metres).estimates()
      let middle = noise.sorted { $0.metres < $1.metres }[noise.count / 2]
      #expect(abs(Double(middle.metres) / metres - 1) < 0.5, "seed \(seed): \(middle)")
      #expect(middle.driftingMetres > 3 * middle.whiteMetres, "seed \(seed): \(middle)")
      #expect(middle.correlationSeconds > 20)
    }
  }

  @Test func `noise of fixes each ten seconds is estimated within half`() {
    let noise = DrawnTrack(seed: 3, white: 15, drifting: 0, each: 10).estimates()
    let middle = noise.map { Double($0.metres) }.sorted()[noise.count / 2]
    #expect(abs(middle / 15 - 1) < 0.5, "\(middle)")
  }

  @Test func `a stretch of poor reception has noise of its own`() throws {
    let (clear, poor) = (
      DrawnTrack(seed: 5, white: 3, drifting: 0), DrawnTrack(seed: 6, white: 20, drifting: 0)
    )
    let noise = NoiseEstimation(
      places: clear.places + poor.places, seconds: clear.seconds + poor.seconds.map { $0 + 7200 }
    ).noise()
    let (before, after) = (try #require(noise[3000]), try #require(noise[11_000]))
    #expect(before.metres < 5 && after.metres > 14, "\(before), \(after)")
  }

  @Test func `too few positions, and positions of one time, have no estimate`() {
    #expect(NoiseEstimation(places: [], seconds: []).noise().isEmpty)
    let one = NoiseEstimation(places: [SIMD2(0, 0)], seconds: [0]).noise()
    #expect(one == [nil])
    let still = NoiseEstimation(
      places: Array(repeating: SIMD2(1, 1), count: 100), seconds: Array(repeating: 5, count: 100)
    ).noise()
    #expect(still.allSatisfy { $0 == nil })
  }
}
