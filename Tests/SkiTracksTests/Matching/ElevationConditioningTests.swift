import Testing

@testable import SkiTracks

struct ElevationConditioningTests {
  /// A climb of 2 m/s over ten minutes and a descent of 4 m/s, moving 5 m/s across; elevations as given by `change`.
  private func conditioned(
    _ change: (Int, Float) -> Float
  ) -> (elevations: [ConditionedElevation], counts: ElevationConditioning.Counts, truth: [Float]) {
    let truth: [Float] = (0..<900).map { Self.truth($0) }
    var conditioning = ElevationConditioning(
      places: truth.indices.map { SIMD2(Float($0) * 5, 0) }, seconds: truth.indices.map(Double.init),
      elevations: truth.enumerated().map { change($0, $1) })
    let elevations = conditioning.elevations()
    return (elevations, conditioning.counts, truth)
  }

  private static func truth(_ second: Int) -> Float {
    second < 600 ? 1500 + 2 * Float(second) : 2700 - 4 * Float(second - 600)
  }

  @Test func `elevations of a barometer stay as they are`() {
    let (elevations, counts, truth) = conditioned { $1 }
    #expect(elevations.map(\.metres) == truth)
    #expect(counts == ElevationConditioning.Counts())
    #expect(elevations.allSatisfy { $0.deviationMetres == 4 && $0.jumpMetres == 0 })
  }

  @Test func `zeros are not used`() {
    let (elevations, counts, _) = conditioned { $0 % 3 == 0 ? 0 : $1 }
    #expect(counts.zero == 300)
    #expect(elevations.enumerated().allSatisfy { $1.metres.isNaN == ($0 % 3 == 0) })
  }

  @Test func `a constant elevation of a traveller who moves is not used`() {
    let (elevations, counts, _) = conditioned { _, _ in 1500 }
    #expect(counts.constant == 900)
    #expect(elevations.allSatisfy { $0.metres.isNaN })
  }

  @Test func `a constant elevation of a traveller who stays is used`() {
    var conditioning = ElevationConditioning(
      places: Array(repeating: SIMD2(0, 0), count: 100), seconds: (0..<100).map(Double.init),
      elevations: Array(repeating: 1500, count: 100))
    #expect(conditioning.elevations().allSatisfy { $0.metres == 1500 })
  }

  @Test func `of elevations renewed once a minute only the new ones are used`() {
    let (elevations, counts, truth) = conditioned { second, _ in Self.truth(second / 60 * 60) }
    #expect(counts.stale > 700)
    let used = elevations.indices.filter { elevations[$0].metres.isFinite }
    #expect(used.filter { $0 < 840 }.allSatisfy { $0 % 60 == 0 && elevations[$0].metres == truth[$0] })
  }

  @Test func `a jump is found where it is, with its size`() {
    let (elevations, counts, _) = conditioned { $0 < 300 ? $1 : $1 + 120 }
    #expect(counts.jumps == 1)
    let jumps = elevations.indices.filter { elevations[$0].jumpMetres != 0 }
    #expect(jumps == [300])
    #expect(abs(elevations[300].jumpMetres - 120) <= 15)
  }

  @Test func `noise is estimated, outliers apart`() {
    let noise: [Float] = [15, -15, 12, -20, 3, -9, 18, -14]
    let (elevations, counts, _) = conditioned { $1 + noise[$0 % 8] + ($0 % 50 == 0 ? 300 : 0) }
    #expect(elevations.allSatisfy { (10...40).contains($0.deviationMetres) })
    #expect(counts.jumps == 0)
  }

  @Test func `unknown elevations stay unknown`() {
    let (elevations, counts, _) = conditioned { _, _ in .nan }
    #expect(elevations.allSatisfy { $0.metres.isNaN })
    #expect(counts == ElevationConditioning.Counts())
  }
}
