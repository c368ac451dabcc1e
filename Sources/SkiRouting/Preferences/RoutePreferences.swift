package import SkiGraph

/// The preferences of a skier as factors of perceived time, from 0.1 to 10.
///
/// A factor of 3 makes a minute count as three, 0.5 as half a minute. The route has the least perceived time; its times
/// are the real ones.
///
/// Waiting for an opening counts by the least factor of all, so that it never causes detours. A queue counts as long as
/// at the first possible arrival, whatever the actual one. Extra costs thus do not depend on the time, and an earlier
/// arrival at the same cost is never worse: paths to a node are ordered by arrival and weighted cost (bicriteria
/// shortest paths, Hansen 1980, "Bicriterion path problems").
package struct RoutePreferences: Hashable, Sendable {
  /// The factors of rides by kind of lift.
  package var liftKinds: [LiftKind: Double]
  /// The factors of single lifts and runs.
  package var features: [FeatureIndex: Double]
  /// The factors of runs by grade.
  package var grades: [Difficulty: Double]
  /// The factors of runs by grade in single conventions, instead of those in ``grades``.
  package var conventionGrades: [DifficultyConvention: [Difficulty: Double]] = [:]
  /// The factors of runs by kind of terrain; several kinds multiply.
  package var terrain: [TerrainKind: Double] = [:]
  /// The factor of queueing at lifts.
  package var waiting: Double
  /// The additional seconds for each metre pushed, walked or climbed.
  package var secondsForPushedMetre: Double

  /// Creates preferences; the default is none.
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

  /// The range of factors.
  package static let factors = 0.1...10.0
  /// The range of the additional seconds for each metre pushed.
  package static let pushedSeconds = 0.0...60.0

  /// Indicates whether all factors are within their ranges.
  var areValid: Bool {
    var all = Array(liftKinds.values) + Array(features.values) + Array(grades.values) + Array(terrain.values)
    all += conventionGrades.values.flatMap(\.values) + [waiting]
    return all.allSatisfy(Self.factors.contains) && Self.pushedSeconds.contains(secondsForPushedMetre)
  }
}
