package import SkiGraph
package import SkiModel

/// What a skier would rather have or do without: how long things seem beside how long they take.
///
/// A factor of 3 makes a minute seem three, 0.5 half a minute; 1 is as it is. Factors count from 0.1 to 10. The route told is the one that seems
/// shortest; its times are the true ones.
///
/// Time until a lift opens seems as short as the least factor makes any: it is never skied away on detours. A queue counts as long as it is when
/// one could first come to the lift, however late one comes. So what a path costs beside time does not depend on the hour, and an earlier arrival at
/// the same cost is never worse: paths to a place are ordered by arrival and weighted cost (bicriteria shortest paths, Hansen 1980).
package struct RoutePreferences: Hashable, Sendable {
  /// Factors of riding kinds of lifts.
  package var liftKinds: [LiftKind: Double]
  /// Factors of single lifts and runs.
  package var features: [FeatureIndex: Double]
  /// Factors of skiing runs of a grade.
  package var grades: [Difficulty: Double]
  /// Factors of skiing runs of a kind of terrain; of several kinds they multiply.
  package var terrain: [TerrainKind: Double] = [:]
  /// The factor of queueing at lifts.
  package var waiting: Double
  /// Seconds that each metre pushed, walked or climbed seems longer.
  package var secondsForPushedMetre: Double

  /// Makes preferences; the default is none.
  package init(
    liftKinds: [LiftKind: Double] = [:], features: [FeatureIndex: Double] = [:],
    grades: [Difficulty: Double] = [:], waiting: Double = 1, secondsForPushedMetre: Double = 0
  ) {
    self.liftKinds = liftKinds
    self.features = features
    self.grades = grades
    self.waiting = waiting
    self.secondsForPushedMetre = secondsForPushedMetre
  }

  /// What factors may be.
  package static let factors = 0.1...10.0
  /// What each metre pushed may seem longer, in seconds.
  package static let pushedSeconds = 0.0...60.0

  /// Whether all factors are within their limits.
  var areValid: Bool {
    let all =
      Array(liftKinds.values) + Array(features.values) + Array(grades.values) + Array(terrain.values) + [
        waiting
      ]
    return all.allSatisfy(Self.factors.contains) && Self.pushedSeconds.contains(secondsForPushedMetre)
  }
}
