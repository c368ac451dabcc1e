import SkiGraph
import SkiModel

/// The difference between the grades of links and the ceiling of one profile.
///
/// Grades are compared in the convention of their link. Grades off the scale are not compared; they are allowed
/// explicitly. For beginners a gladed or ungroomed run counts one grade harder, up to expert.
struct GradeLimit {
  /// The rank of the hardest accepted grade for each convention code.
  private let ranks: [UInt8]
  /// The flag of each feature that its grade counts one harder; empty when none does.
  private let isHarder: [Bool]

  init(graph: RoutingGraph, profile: SkierProfile) {
    let ceiling = profile.effectiveCeiling
    ranks = (0...2).map { ceiling.grade(in: DifficultyConvention(code: $0) ?? .europe).rank }
    isHarder =
      profile.ability != .beginner
      ? [] : (0..<graph.featureCount).map { graph.isHarderThanGraded(FeatureIndex($0)) }
  }

  /// Returns the number of grades a link is above the ceiling; 0 when it is not, or is ungraded.
  @inline(__always)
  func gradesOver(_ link: Int, in graph: RoutingGraph) -> UInt8 {
    let rank = graph.storage.linkDifficulty[link]
    guard rank > 0 else { return 0 }
    let limit = ranks[min(Int(graph.conventionCode(ofLink: link)), 2)]
    let counted = rank + (isHarder(link, in: graph) && rank < Difficulty.expert.rank ? 1 : 0)
    return counted > limit ? counted - limit : 0
  }

  /// Returns whether the run of a link is harder than its grade.
  @inline(__always)
  private func isHarder(_ link: Int, in graph: RoutingGraph) -> Bool {
    guard !isHarder.isEmpty else { return false }
    let feature = graph.storage.linkFeature[link]
    return feature != .max && isHarder[Int(feature)]
  }
}
