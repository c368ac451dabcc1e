import SkiModel
import SkiTerrain

/// The grade a slope suggests, for runs nobody graded.
///
/// The gradient on nine tenths of a run decides, so that one short pitch doesn't grade it; but no run is graded two or
/// more easier than its steepest stretch. Novice is for ground one pushes on, and for gentle connections, which are no
/// slopes: flatness alone makes no learners' slope, and where runs are graded most flat ones are easy. **Source:** Europe and Japan by the standard's limits for the fall of
/// a run (blue up to 25 %, red up to 40 %, short steeper parts excepted: DIN 32912), the split of black at a customary
/// 55 %; North America fitted to the painted grades of 1,099 runs in ten areas with 10 m heights.
enum TerrainGrade {
  /// The greatest gradient of easy, intermediate and advanced, rise over run; anything steeper is expert.
  static func ceilings(in convention: DifficultyConvention) -> [(gradient: Double, grade: Difficulty)] {
    convention == .northAmerica
      ? [(0.20, .easy), (0.38, .intermediate), (0.60, .advanced)]
      : [(0.25, .easy), (0.40, .intermediate), (0.55, .advanced)]
  }

  /// Up to this gradient at its steepest, a run is pushed along rather than skied down.
  static let pushedGradient = 0.05
  /// The steepest connection a beginner manages: a few steps or a track, not a slope. A customary value.
  static let noviceConnectorGradient = 0.14

  /// Returns the estimated grade of a run.
  /// - Parameter isConnection: Whether the source calls it a connection, a way between runs.
  static func grade(
    _ gradients: GradientSpread, in convention: DifficultyConvention, isConnection: Bool = false
  ) -> Difficulty {
    let noviceGradient = isConnection ? noviceConnectorGradient : pushedGradient
    if convention == .europe, gradients.steepest <= noviceGradient { return .novice }
    let usual = grade(of: gradients.usual, in: convention)
    let worst = grade(of: gradients.steepest, in: convention)
    return max(usual, Difficulty(rank: worst.rank - 1) ?? usual)
  }

  /// Returns the gradient that takes a run two grades above its own; nil where there is no such grade.
  static func ceiling(oneAbove grade: Difficulty, in convention: DifficultyConvention) -> Double? {
    ceilings(in: convention).first { $0.grade.rank == grade.rank + 1 }?.gradient
  }

  /// Returns the grade of a connector by its steepest section.
  static func connectorGrade(steepest gradient: Double, in convention: DifficultyConvention) -> Difficulty {
    gradient <= noviceConnectorGradient ? .novice : grade(of: gradient, in: convention)
  }

  private static func grade(of gradient: Double, in convention: DifficultyConvention) -> Difficulty {
    ceilings(in: convention).first { gradient <= $0.gradient }?.grade ?? .expert
  }
}
