import SkiModel

/// The grade a slope suggests, for runs nobody graded.
///
/// One table for all regions. **Source:** the lowest grades follow the European standard's limits for the fall of a
/// run (blue up to 25 %, red up to 40 %, short steeper parts excepted: DIN 32912); novice and the split of black
/// are customary values, 14 % and 55 %.
enum TerrainGrade {
  /// The steepest gradient of each grade, rise over run; anything steeper is expert.
  static let ceilings: [(gradient: Double, grade: Difficulty)] = [
    (0.14, .novice), (0.25, .easy), (0.40, .intermediate), (0.55, .advanced),
  ]

  /// Returns the grade of terrain whose steepest 25 m section has a gradient.
  static func grade(steepest gradient: Double) -> Difficulty {
    ceilings.first { gradient <= $0.gradient }?.grade ?? .expert
  }
}
