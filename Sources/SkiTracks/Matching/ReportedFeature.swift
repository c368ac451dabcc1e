import SkiGraph

/// The feature that a live estimate is on, with hysteresis against hypotheses that overtake each other.
///
/// The best hypothesis changes between near features several times as often as the final decision, because fixes to come
/// still separate them. The reported feature is therefore kept until another one is ``switchingNats`` more likely, or has
/// been the most likely one for the whole lag, after which decisions are final anyway. The edge and the position on a
/// feature are those of its best hypothesis, without delay. Off the map and connectors count as features here.
///
/// **Source:** Wald 1945, "Sequential tests of statistical hypotheses": of the changes at a likelihood ratio of *r* at
/// most one in *r* + 1 is wrong.
struct ReportedFeature: BitwiseCopyable, Sendable {
  /// The evidence for another feature that changes the reported one: a likelihood ratio of 4.
  static let switchingNats: Float = 1.386
  /// The code of connectors, which belong to no feature.
  private static let connector = UInt32.max
  /// The code of being off the map.
  private static let offMap = UInt32.max - 1

  /// The position among the hypotheses of the best one on the feature.
  private(set) var position = 0
  private var feature = UInt32.max
  /// The edge of the reported hypothesis, whose feature is known.
  private var edge = UInt32.max
  /// The time since which other features were the most likely, in seconds since 1970; infinite when they were not.
  private var overtaken = Double.infinity
  private var isEmpty = true

  /// Updates the feature with the hypotheses of a fix, at least one.
  /// - Parameters:
  ///   - hypotheses: The hypotheses of the fix.
  ///   - best: The position of the most likely one.
  ///   - index: The index of their edges.
  ///   - seconds: The time of the fix in seconds since 1970.
  ///   - lagSeconds: The time after which the most likely feature is reported in any case.
  /// - Complexity: O(*k*) in hypotheses.
  mutating func update(
    _ hypotheses: [MatchHypothesis], best: Int, in index: MatchIndex, at seconds: Double, lagSeconds: Double
  ) {
    let bestFeature =
      hypotheses[best].edge == edge && !isEmpty ? feature : Self.code(hypotheses[best].edge, index)
    guard !isEmpty, bestFeature != feature else {
      report(best, of: bestFeature, hypotheses)
      return
    }
    overtaken = min(overtaken, seconds)
    var kept: Int?
    for position in hypotheses.indices where Self.code(hypotheses[position].edge, index) == feature {
      if kept.map({ hypotheses[position].cost < hypotheses[$0].cost }) ?? true { kept = position }
    }
    guard let kept, hypotheses[kept].cost - hypotheses[best].cost < Self.switchingNats,
      seconds - overtaken < lagSeconds
    else {
      report(best, of: bestFeature, hypotheses)
      return
    }
    (position, edge) = (kept, hypotheses[kept].edge)
  }

  private mutating func report(_ position: Int, of feature: UInt32, _ hypotheses: [MatchHypothesis]) {
    (self.position, self.feature, edge) = (position, feature, hypotheses[position].edge)
    (overtaken, isEmpty) = (.infinity, false)
  }

  private static func code(_ edge: UInt32, _ index: MatchIndex) -> UInt32 {
    guard edge != MatchHypothesis.offMap else { return offMap }
    let feature = index.graph.storage.linkFeature[Int(index.network.edges[Int(edge)].link)]
    return feature == .max ? connector : feature
  }
}
