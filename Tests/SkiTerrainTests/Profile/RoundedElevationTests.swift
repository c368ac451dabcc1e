import SkiTestSupport
import Testing

@testable import SkiTerrain

/// The reconstruction of slopes from elevations rounded to whole metres or decimetres.
struct RoundedElevationTests {
  private func raw(_ distances: [Double], _ heights: [Double]) throws -> RawProfile {
    try #require(RawProfile(distancesMetres: distances, elevationsMetres: heights))
  }

  @Test func `steps of whole metres on a gentle slope become an even slope`() throws {
    let distances = Array(stride(from: 0.0, through: 600, by: 6))
    let stairs = try raw(distances, distances.map { (2000.2 - 0.03 * $0).rounded() })
    let even = stairs.unrounded()
    for (distance, height) in zip(even.distances, even.elevations) {
      #expect(abs(height - (2000.2 - 0.03 * distance)) < 0.5)
    }
    let gradients = zip(
      zip(even.elevations, even.elevations.dropFirst()), zip(distances, distances.dropFirst())
    )
    .map { ($0.0 - $0.1) / ($1.1 - $1.0) }
    #expect((gradients.max() ?? 1) < 0.06 && (gradients.min() ?? 0) > 0.01, "\(gradients)")
  }

  @Test(arguments: [1.0, 0.1])
  func `no elevation moves by more than half a step, and the ends not at all`(step: Double) throws {
    let seed: UInt64 = 12
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var distances = [0.0]
      var heights = [1500.0]
      for _ in 0..<Int.random(in: 4...60, using: &random) {
        distances.append(distances[distances.count - 1] + Double.random(in: 0...40, using: &random))
        let change = Double.random(in: -9...6, using: &random) * step
        heights.append(((heights[heights.count - 1] + change) / step).rounded() * step)
      }
      let before = try raw(distances, heights)
      let after = before.unrounded()
      #expect(after.distances == before.distances)
      #expect(zip(before.elevations, after.elevations).allSatisfy { abs($0 - $1) <= step / 2 + 1e-9 })
      #expect(
        before.elevations.first == after.elevations.first && before.elevations.last == after.elevations.last)
      #expect(length(after) <= length(before) + 1e-9)
    }
  }

  @Test func `the profile is the shortest that rounds to the same elevations`() throws {
    let seed: UInt64 = 13
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let count = Int.random(in: 5...12, using: &random)
      let distances = (0..<count).map { Double($0 * 7) + Double.random(in: 0...6, using: &random) }
      let heights = (0..<count).map { _ in Double.random(in: 0...4, using: &random).rounded() }
      let before = try raw(distances, heights)
      var slow = before
      for _ in 0..<4000 {
        for index in 1..<count - 1 {
          let part = (distances[index] - distances[index - 1]) / (distances[index + 1] - distances[index - 1])
          let straight =
            slow.elevations[index - 1] + (slow.elevations[index + 1] - slow.elevations[index - 1]) * part
          slow.elevations[index] = min(heights[index] + 0.5, max(heights[index] - 0.5, straight))
        }
      }
      #expect(abs(length(before.unrounded()) - length(slow)) < 1e-6, "\(heights)")
    }
  }

  @Test func `elevations with fractions, and too few or level ones, are unchanged`() throws {
    let finer = try raw([0, 10, 20, 30, 40], [5, 6.25, 7, 7, 8])
    #expect(finer.unrounded().elevations == finer.elevations)
    let few = try raw([0, 10, 20], [5, 7, 8])
    #expect(few.unrounded().elevations == few.elevations)
    let flat = try raw([0, 10, 20, 30], [5, 5, 5, 5])
    #expect(flat.unrounded().elevations == flat.elevations)
  }

  private func length(_ profile: RawProfile) -> Double {
    zip(
      zip(profile.distances, profile.distances.dropFirst()),
      zip(profile.elevations, profile.elevations.dropFirst())
    ).reduce(0) { sum, pair in
      let (x, y) = (pair.0.1 - pair.0.0, pair.1.1 - pair.1.0)
      return sum + (x * x + y * y).squareRoot()
    }
  }
}
