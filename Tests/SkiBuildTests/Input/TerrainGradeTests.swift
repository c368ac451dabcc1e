import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

struct TerrainGradeTests {
  private func grade(_ usual: Double, _ steepest: Double, _ convention: DifficultyConvention) -> Difficulty {
    TerrainGrade.grade(GradientSpread(steepest: steepest, percentile90: usual), in: convention)
  }

  @Test func `the usual gradient gives the grade by the limits of the convention`() {
    #expect(grade(0.24, 0.27, .europe) == .easy)
    #expect(grade(0.26, 0.30, .europe) == .intermediate)
    #expect(grade(0.42, 0.50, .europe) == .advanced)
    #expect(grade(0.60, 0.60, .europe) == .expert)
    #expect(grade(0.24, 0.27, .northAmerica) == .intermediate)
    #expect(grade(0.39, 0.42, .northAmerica) == .advanced)
    #expect(grade(0.58, 0.60, .northAmerica) == .advanced)
    #expect(grade(0.24, 0.27, .japan) == .easy)
  }

  @Test func `an estimate is at most one grade easier than the steepest stretch`() {
    #expect(grade(0.10, 0.45, .europe) == .intermediate)
    #expect(grade(0.10, 0.70, .europe) == .advanced)
    #expect(grade(0.10, 0.70, .northAmerica) == .advanced)
  }

  @Test
  func `only level runs and gentle connections are estimated as novice, and only in Europe`() {
    #expect(grade(0.04, 0.05, .europe) == .novice)
    #expect(grade(0.04, 0.06, .europe) == .easy)
    let gentle = GradientSpread(steepest: 0.13, percentile90: 0.08)
    #expect(TerrainGrade.grade(gentle, in: .europe) == .easy)
    #expect(TerrainGrade.grade(gentle, in: .europe, isConnection: true) == .novice)
    #expect(grade(0, 0, .northAmerica) == .easy)
    #expect(grade(0, 0, .japan) == .easy)
  }

  @Test func `an ungraded area is graded along its sides, not straight down its slope`() throws {
    // A ribbon that runs across a slope of 40 % and falls 12 % along.
    var world = MetricWorld()
    world.area("ribbon", [(0, 360), (800, 120), (800, 80), (0, 320)], nil)
    let built = try world.build(FunctionElevationAcross.slope)
    let feature = try #require(built.feature("ribbon").map { built.builder.features[$0].facts })
    #expect(feature.estimatedDifficulty == .easy)
    var steep = MetricWorld()
    steep.area("face", [(0, 400), (60, 400), (60, 0), (0, 0)], nil)
    let face = try steep.build(FunctionElevationAcross.slope)
    #expect(
      face.feature("face").flatMap { face.builder.features[$0].facts.estimatedDifficulty } == .intermediate)
  }
}

/// Ground that falls 40 % to the south.
private enum FunctionElevationAcross {
  static let slope = FunctionElevation { 2000 + MetricWorld.metres($0).y * 0.4 }
}
