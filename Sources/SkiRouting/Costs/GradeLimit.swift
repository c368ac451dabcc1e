import SkiGraph

/// The difference between the grades of links and the ceiling of one profile.
///
/// Grades are compared in the convention of their link. Grades off the scale are not compared; they are allowed
/// explicitly. For beginners a gladed or ungroomed run counts one grade harder, up to expert.
struct GradeLimit: Sendable {
  /// The rank of the hardest accepted grade for each convention code.
  private let ranks: (UInt8, UInt8, UInt8)
  /// Indicates whether runs harder than their grade count one grade more.
  private let countsTerrain: Bool

  init(_ profile: SkierProfile) {
    let ceiling = profile.effectiveCeiling
    let rank = { (code: UInt8) in ceiling.grade(in: DifficultyConvention(code: code) ?? .europe).rank }
    ranks = (rank(0), rank(1), rank(2))
    countsTerrain = profile.ability == .beginner
  }

  /// Returns the number of grades the links of a class are above the ceiling; 0 when they are not, or are ungraded.
  func gradesOver(_ link: AdmissionClass) -> UInt8 {
    guard link.rank > 0 else { return 0 }
    let limit = link.convention == 0 ? ranks.0 : link.convention == 1 ? ranks.1 : ranks.2
    let isHarder = countsTerrain && link.isHarderThanGraded && link.rank < Difficulty.expert.rank
    let counted = link.rank + (isHarder ? 1 : 0)
    return counted > limit ? counted - limit : 0
  }
}
