import SkiGraph
import SkiTerrain

/// The estimation of a run's difficulty from its gradients.
///
/// The gradient not exceeded on nine tenths of a run decides, so that one short pitch doesn't; but the grade is at most
/// one easier than that of the steepest section. Novice is for ground where skiers pole, and for gentle connections: a
/// low gradient alone is no novice slope, since most flat runs are graded easy. **Source:** Europe and Japan by the
/// limits of the standard DIN 32912 (blue up to 25 %, red up to 40 %, short steeper sections excepted), with black
/// divided at a customary 55 %; North America fitted to the signed grades of 1,099 runs in ten areas with 10 m
/// elevations.
enum TerrainGrade {
  /// Returns the greatest gradients of easy, intermediate and advanced, rise over run; anything steeper is expert.
  static func ceilings(in convention: DifficultyConvention) -> [(gradient: Double, grade: Difficulty)] {
    convention == .northAmerica
      ? [(0.20, .easy), (0.38, .intermediate), (0.60, .advanced)]
      : [(0.25, .easy), (0.40, .intermediate), (0.55, .advanced)]
  }

  /// The gradient up to which skiers pole along a run.
  static let polingGradient = 0.05
  /// The greatest gradient of a connection for novices; a customary value.
  static let noviceConnectorGradient = 0.14

  /// Returns the estimated grade of a run.
  /// - Parameter isConnection: `true` if the source tags it as a connection between runs.
  static func grade(
    _ gradients: GradientSpread, in convention: DifficultyConvention, isConnection: Bool = false
  ) -> Difficulty {
    let noviceGradient = isConnection ? noviceConnectorGradient : polingGradient
    if convention == .europe, gradients.steepest <= noviceGradient { return .novice }
    let usual = grade(of: gradients.percentile90, in: convention)
    let worst = grade(of: gradients.steepest, in: convention)
    return max(usual, Difficulty(rank: worst.rank - 1) ?? usual)
  }

  /// Returns the gradient from which a run is two grades above its own; nil where there is no such grade.
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
