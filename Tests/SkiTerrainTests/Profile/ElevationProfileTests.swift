import SkiTerrain
import SkiTestSupport
import Testing

/// Smoothed profiles: steepest gradients, knots, ascent and descent.
struct ElevationProfileTests {
  private func distances(length: Double, step: Double) -> [Double] {
    Array(stride(from: 0, through: length, by: step))
  }

  private func profile(
    _ distances: [Double], resolution: Double = 5, straight: [ClosedRange<Double>] = [],
    _ height: (Double) -> Double?
  ) throws -> ElevationProfile {
    try #require(
      ElevationProfile(
        distancesMetres: distances, elevationsMetres: distances.map(height), resolutionMetres: resolution,
        straightRanges: straight))
  }

  @Test(arguments: [0.05, 0.12, 0.3, 0.45])
  func `rounding to whole metres changes an even gradient by less than two percentage points`(slope: Double)
    throws
  {
    for phase in stride(from: 0.0, to: 1, by: 0.1) {
      let ramp = try profile(distances(length: 1000, step: 5)) { (2000 + phase - slope * $0).rounded() }
      let steepest = ramp.steepestGradients()
      #expect(abs(steepest.down - slope) < 0.02, "\(phase): \(steepest.down)")
      #expect(steepest.up == 0)
    }
  }

  @Test func `three metres of noise on a 30 % slope raise the steepest gradient to less than 45 %`() throws {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let noisy = try profile(distances(length: 2000, step: 5)) {
        2000 - 0.3 * $0 + Double.random(in: -3...3, using: &random)
      }
      let steepest = noisy.steepestGradients()
      #expect(steepest.down < 0.45, "seed \(seed): \(steepest.down)")
      #expect(steepest.down > 0.28, "seed \(seed): \(steepest.down)")
    }
  }

  @Test func `a pitch of 60 m at 60 % is found at any distance as at least 50 %`() throws {
    for start in stride(from: 0.0, through: 940, by: 3) {
      let wall = try profile(distances(length: 1000, step: 5)) { distance in
        2000 - 0.15 * distance - 0.45 * min(60, max(0, distance - start))
      }
      let steepest = wall.steepestGradients()
      #expect(steepest.down >= 0.5 && steepest.down <= 0.6 + 1e-9, "\(start): \(steepest.down)")
    }
  }

  @Test(arguments: [0.0, 0.15, 0.3], [false, true])
  func `a pitch of 40 m at 60 % is found as 41 % to 64 %`(base: Double, isRounded: Bool) throws {
    for start in stride(from: 0.0, through: 960, by: 2) {
      let wall = try profile(distances(length: 1000, step: 5)) { distance in
        let height = 2000 - base * distance - (0.6 - base) * min(40, max(0, distance - start))
        return isRounded ? height.rounded() : height
      }
      let steepest = wall.steepestGradients()
      // Close to an end, whose height is a single reading, the first section is longer; on the level the rounding to
      // whole metres alone leaves room for 2.5 %.
      let least = !(40...920).contains(start) ? 0.41 : base == 0 ? 0.475 : 0.5
      #expect(steepest.down >= least && steepest.down <= 0.64, "\(start): \(steepest.down)")
    }
  }

  @Test func `an even slope is unchanged for any spacing of vertices`() throws {
    var random = SeededGenerator(seed: 3)
    for length in [1.0, 24, 26, 49, 51, 74, 99, 101, 130, 777.7] {
      let inner = (0..<40).map { _ in Double.random(in: 0...length, using: &random) }
      let even = try profile(([0] + inner + [length]).sorted()) { 1000 + 0.4 * $0 }
      for part in stride(from: 0.0, through: 1, by: 0.01) {
        #expect(abs(even.elevationMetres(atDistance: part * length) - (1000 + 0.4 * part * length)) < 1e-9)
      }
      #expect(abs(even.steepestGradients().up - 0.4) < 1e-9)
      #expect(abs(even.totalAscentMetres() - 0.4 * length) < 1e-9)
      #expect(even.totalDescentMetres() == 0)
    }
  }

  @Test func `the smoothed elevations equal a numerical integral`() throws {
    let seed: UInt64 = 4
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let distances = [0] + (0..<150).map { _ in Double.random(in: 0...700, using: &random) }.sorted() + [700]
    let heights = distances.map { _ in Double.random(in: 1000...1100, using: &random) }
    let smooth = try #require(
      ElevationProfile(distancesMetres: distances, elevationsMetres: heights, resolutionMetres: 40))
    func raw(_ at: Double) -> Double {
      let after = distances.firstIndex { $0 > at } ?? distances.count - 1
      let (a, b) = (distances[after - 1], distances[after])
      return heights[after - 1] + (heights[after] - heights[after - 1]) * (at - a) / (b - a)
    }
    #expect(smooth.knotDistancesMetres.count == 31)
    for (knot, height) in zip(smooth.knotDistancesMetres, smooth.knotElevationsMetres).dropFirst().dropLast()
    {
      var (sum, weights) = (0.0, 0.0)
      for step in -3999...3999 {
        let offset = Double(step) / 100
        sum += raw(knot + offset) * (40 - abs(offset))
        weights += 40 - abs(offset)
      }
      #expect(abs(height - sum / weights) < 1e-2, "\(knot)")
    }
  }

  @Test func `knots are at least half the resolution apart, and the ends keep their elevations`() throws {
    var random = SeededGenerator(seed: 5)
    for resolution in [0.0, 10, 30, 92.7, .infinity] {
      for length in stride(from: 10.0, to: 900, by: 37) {
        let heights = try profile(distances(length: length, step: 4) + [length], resolution: resolution) {
          _ in
          .random(in: 0...50, using: &random)
        }
        let knots = heights.knotDistancesMetres
        let least = max(25, resolution.isFinite ? resolution : 0)
        if knots.count > 2 {
          #expect(zip(knots, knots.dropFirst()).allSatisfy { $1 - $0 >= least / 2 * 0.999_999 })
        }
        #expect(length < 2 * least ? knots.count == 2 : knots.count > 2)
      }
    }
    let ends = try profile([0, 10, 20, 300]) { $0 == 0 ? 7 : $0 == 300 ? 11 : 500 }
    #expect(ends.elevationMetres(atDistance: -5) == 7)
    #expect(ends.elevationMetres(atDistance: 300) == 11)
  }

  @Test func `ascent and descent of parts add up to the whole, and differ by the drop`() throws {
    var random = SeededGenerator(seed: 6)
    let bumpy = try profile(distances(length: 800, step: 8)) {
      500 + $0 / 10 + .random(in: -9...9, using: &random)
    }
    let whole = bumpy.climb(from: 0, to: 800)
    var cuts = (0..<20).map { _ in Double.random(in: 0...800, using: &random) }
    cuts = ([0, 800] + cuts).sorted()
    var (ascent, descent) = (0.0, 0.0)
    for (a, b) in zip(cuts, cuts.dropFirst()) {
      let part = bumpy.climb(from: a, to: b)
      ascent += part.ascentMetres
      descent += part.descentMetres
    }
    #expect(abs(ascent - whole.ascentMetres) < 1e-9 && abs(descent - whole.descentMetres) < 1e-9)
    let drop = bumpy.elevationMetres(atDistance: 800) - bumpy.elevationMetres(atDistance: 0)
    #expect(abs(ascent - descent - drop) < 1e-9)
    #expect(whole.ascentMetres > 80 && whole.descentMetres > 0)
  }

  @Test func `a tunnel is straight under ground of any height`() throws {
    let under = try profile(distances(length: 1000, step: 10), straight: [300...600, 500...700]) { distance in
      2000.25 - 0.2 * distance + ((300.1...699.9).contains(distance) ? 400 : 0)
    }
    for distance in stride(from: 0.0, through: 1000, by: 7) {
      #expect(abs(under.elevationMetres(atDistance: distance) - (2000.25 - 0.2 * distance)) < 1e-6)
    }
    #expect(abs(under.steepestGradients().down - 0.2) < 1e-9)
    let whole = try profile(distances(length: 100, step: 10), straight: [-50...500]) { $0 == 50 ? 900 : 1000 }
    #expect(whole.knotDistancesMetres == [0, 100])
    let apart = try profile(distances(length: 1000, step: 10), straight: [700...800, 100...200, 2000...3000])
    { _ in 1 }
    #expect(apart.knotDistancesMetres.contains(100) && apart.knotDistancesMetres.contains(800))
    #expect(zip(apart.knotDistancesMetres, apart.knotDistancesMetres.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `voids inside a line are bridged, and voids at its ends give no profile`() throws {
    let bridged = try profile([0, 100, 200, 300]) { $0 == 100 ? nil : $0 == 200 ? .nan : 1000 + $0 }
    #expect(abs(bridged.elevationMetres(atDistance: 150) - 1150) < 1e-9)
    #expect(
      ElevationProfile(distancesMetres: [0, 10], elevationsMetres: [nil, 5], resolutionMetres: 1) == nil)
    #expect(
      ElevationProfile(distancesMetres: [0, 10], elevationsMetres: [5, nil], resolutionMetres: 1) == nil)
    #expect(ElevationProfile(distancesMetres: [], elevationsMetres: [], resolutionMetres: 1) == nil)
  }

  @Test func `lines of zero length and of extreme length have profiles`() throws {
    let point = try profile([5, 5, 5]) { _ in 100 }
    #expect(point.steepestGradients() == point.steepestGradients(windowMetres: 1))
    #expect(point.steepestGradients().up == 0 && point.mapLengthMetres == 0)
    #expect(point.elevationMetres(atDistance: 5) == 100)
    let absurd = try profile([0, 1e12]) { $0 / 1e10 }
    #expect(absurd.knotDistancesMetres.count <= 100_001)
    let one = try profile([0]) { _ in 3 }
    #expect(one.totalAscentMetres() == 0)
  }

  @Test func `the steepest stretch equals that of an exhaustive search`() throws {
    var random = SeededGenerator(seed: 8)
    let bumpy = try profile(distances(length: 500, step: 20)) { _ in .random(in: 0...60, using: &random) }
    for window in [10.0, 25, 40, 130] {
      let steepest = bumpy.steepestGradients(windowMetres: window, in: 33...421)
      var (up, down) = (0.0, 0.0)
      for step in 0...10_000 {
        let start = 33 + Double(step) / 10_000 * (388 - window)
        let rise =
          bumpy.elevationMetres(atDistance: start + window) - bumpy.elevationMetres(atDistance: start)
        up = max(up, rise / window)
        down = max(down, -rise / window)
      }
      #expect(abs(steepest.up - up) < 0.002 && abs(steepest.down - down) < 0.002)
      #expect(steepest.up >= up - 1e-12 && steepest.down >= down - 1e-12)
    }
  }
}
