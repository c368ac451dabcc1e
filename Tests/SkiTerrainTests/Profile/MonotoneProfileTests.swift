import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Profiles without reversals within the noise.
struct MonotoneProfileTests {
  private func profile(_ heights: [Double], spacing: Double = 25) -> ElevationProfile {
    ElevationProfile(
      knotDistancesMetres: heights.indices.map { Double($0) * spacing }, knotElevationsMetres: heights)
  }

  @Test func `a rise within the noise becomes level, a greater one stays`() {
    let bumpy = profile([100, 90, 91, 80, 70, 76, 74, 60, 50])
    let flat = bumpy.withoutReversals(withinMetres: 2)
    #expect(flat.knotElevationsMetres == [100, 90.5, 90.5, 80, 70, 76, 74, 60, 50])
    #expect(flat.totalAscentMetres() == 6 && flat.totalDescentMetres() == 56)
  }

  @Test func `a rise at the start and a dip at the end are removed, and the ends stay`() {
    let flat = profile([100, 101, 99, 50, 20, 19, 20]).withoutReversals(withinMetres: 1.5)
    #expect(flat.knotElevationsMetres == [100, 100, 99, 50, 20, 20, 20])
    let whole = profile([10, 11, 10.5, 10]).withoutReversals(withinMetres: 2)
    #expect(whole.knotElevationsMetres == [10, 10, 10, 10])
  }

  @Test func `a climb loses its dips as a descent loses its rises`() {
    let heights = [100, 90, 91, 80, 70, 76, 74, 60, 50.0]
    let down = profile(heights).withoutReversals(withinMetres: 2)
    let up = profile(heights.reversed()).withoutReversals(withinMetres: 2)
    #expect(up.knotElevationsMetres == down.knotElevationsMetres.reversed())
  }

  @Test func `no elevation moves by more than the noise, and each reversal left exceeds it`() {
    print("seed 31")
    var random = SeededGenerator(seed: 31)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...60, using: &random)
      let slope = Double.random(in: -3...3, using: &random)
      let heights = (0..<count).map { Double($0) * slope + .random(in: -6...6, using: &random) }
      let noise = Double.random(in: 0...10, using: &random)
      let flat = profile(heights).withoutReversals(withinMetres: noise).knotElevationsMetres
      #expect(flat.first == heights.first && flat.last == heights.last)
      #expect(zip(flat, heights).allSatisfy { abs($0 - $1) <= noise + 1e-9 })
      #expect(profile(flat).totalAscentMetres() <= profile(heights).totalAscentMetres() + 1e-9)
      #expect(profile(flat).totalDescentMetres() <= profile(heights).totalDescentMetres() + 1e-9)
      let turns = turns(flat)
      for (a, b) in zip(turns.dropFirst(), turns.dropFirst().dropFirst().dropLast()) {
        #expect(abs(flat[a] - flat[b]) > noise - 1e-9, "\(heights) by \(noise)")
      }
    }
  }

  @Test func `without reversals beyond the noise the fit equals the isotonic min-max formula`() {
    print("seed 32")
    var random = SeededGenerator(seed: 32)
    for _ in 0..<500 {
      let count = Int.random(in: 2...30, using: &random)
      let heights = (0..<count).map { -Double($0) + .random(in: -2...2, using: &random) }
      let fitted = profile(heights).withoutReversals(withinMetres: 1000).knotElevationsMetres
      let falls = heights[0] > heights[count - 1]
      let rising = falls ? heights.map { -$0 } : heights
      let slow = minMaxFit(rising).map { max(rising[0], min(rising[count - 1], $0)) }
      for (a, b) in zip(fitted, slow) { #expect(abs(a - (falls ? -b : b)) < 1e-9, "\(heights)") }
    }
  }

  @Test func `only a run with a drop far beyond the noise is made monotone`() {
    let noise = ElevationNoise(resolutionMetres: 30)  // 4 m; half of it may be a bump
    let steep = profile([100, 90, 91, 60]).monotone(beyond: noise)
    #expect(steep.totalAscentMetres() == 0)
    let gentle = profile([100, 96, 97, 85])
    #expect(gentle.monotone(beyond: noise) == gentle)
    let climbing = profile([100, 90, 93, 60]).monotone(beyond: noise)
    #expect(climbing.totalAscentMetres() == 3)
  }

  /// The ends, and the knots at which the profile turns from up to down or back.
  private func turns(_ heights: [Double]) -> [Int] {
    var turns = [0]
    var direction = 0.0
    for index in heights.indices.dropFirst() where heights[index] != heights[index - 1] {
      let sign = heights[index] > heights[index - 1] ? 1.0 : -1.0
      if direction * sign < 0 { turns.append(index - 1) }
      direction = sign
    }
    return turns + [heights.count - 1]
  }

  /// The isotonic fit as the greatest, over all starts, of the least mean, over all ends; ends count half.
  private func minMaxFit(_ heights: [Double]) -> [Double] {
    let weights = heights.indices.map { $0 == 0 || $0 == heights.count - 1 ? 0.5 : 1.0 }
    return heights.indices.map { index in
      (0...index).map { start in
        (index..<heights.count).map { end in
          zip(heights[start...end], weights[start...end]).reduce(0) { $0 + $1.0 * $1.1 }
            / weights[start...end].reduce(0, +)
        }.min() ?? .nan
      }.max() ?? .nan
    }
  }
}
