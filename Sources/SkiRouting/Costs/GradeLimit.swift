import SkiGraph
import SkiModel

/// How much harder links are than one profile accepts: the one place where grades are weighed against a ceiling.
///
/// Grades count in the convention of their link, those of connectors too. Off the scale nothing is weighed: that is opted in to.
/// To beginners a run between trees or without grooming is one grade harder than it is painted, up to expert.
struct GradeLimit {
  /// The hardest rank accepted by convention code.
  private let ranks: [UInt8]
  /// By feature, whether its grade counts one harder; empty where none does.
  private let isHarder: [Bool]

  init(graph: RoutingGraph, profile: SkierProfile) {
    let ceiling = profile.effectiveCeiling
    ranks = (0...2).map { ceiling.grade(in: DifficultyConvention(code: $0) ?? .europe).rank }
    isHarder =
      profile.ability != .beginner
      ? [] : (0..<graph.featureCount).map { graph.isHarderThanGraded(FeatureIndex($0)) }
  }

  /// Returns how many grades a link is over the ceiling; 0 where it is not harder, or has no grade. Complexity: O(1).
  @inline(__always)
  func gradesOver(_ link: Int, in graph: RoutingGraph) -> UInt8 {
    let rank = graph.storage.linkDifficulty[link]
    guard rank > 0 else { return 0 }
    let limit = ranks[min(Int(graph.conventionCode(ofLink: link)), 2)]
    let counted = rank + (isHarder(link, in: graph) && rank < Difficulty.expert.rank ? 1 : 0)
    return counted > limit ? counted - limit : 0
  }

  /// Whether the run of a link asks for more than its grade says.
  @inline(__always)
  private func isHarder(_ link: Int, in graph: RoutingGraph) -> Bool {
    guard !isHarder.isEmpty else { return false }
    let feature = graph.storage.linkFeature[link]
    return feature != .max && isHarder[Int(feature)]
  }
}
