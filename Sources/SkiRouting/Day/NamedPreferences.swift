import SkiBase
package import SkiGraph

/// The preferences of a skier as words.
///
/// A word is a colour (`red`), read in the convention of each run, a grade (`advanced`), a kind of lift (`gondola`), a
/// kind of terrain (`moguls`), or the name or source id of a lift or run; `flats` and `crowds` can be avoided.
/// ```swift
/// let wishes = NamedPreferences(preferred: ["gondola"], avoided: ["black", "flats"])
/// let answer = try router.route(request, wishing: wishes, departing: DayTime(hour: 10))
/// ```
public struct NamedPreferences: Hashable, Sendable {
  /// The words to prefer, with a factor of 0.5 on perceived time.
  public var preferred: [String]
  /// The words to avoid, with a factor of 3 on perceived time.
  ///
  /// Each grade harder than an avoided colour or grade doubles the factor, up to 10. `flats` instead adds 2 s for each
  /// metre pushed, walked or climbed; `crowds` applies to waits alone. A word that is also preferred counts as
  /// preferred.
  public var avoided: [String]

  /// Creates preferences; the default is none.
  /// - Parameters:
  ///   - preferred: The words to prefer.
  ///   - avoided: The words to avoid.
  public init(preferred: [String] = [], avoided: [String] = []) {
    (self.preferred, self.avoided) = (preferred, avoided)
  }
}

extension RoutePreferences {
  private static let preferredFactor = 0.5
  private static let avoidedFactor = 3.0
  private static let avoidedSecondsForPushedMetre = 2.0

  /// Creates the factors of words in a region.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a lift or run of another region, and as
  ///   ``PlaceFinder/place(_:)`` for unknown names.
  package init(_ wishes: NamedPreferences, finder: PlaceFinder, graph: RoutingGraph) throws {
    self.init()
    for word in wishes.avoided {
      switch word.lowercased() {
      case "flats": secondsForPushedMetre = Self.avoidedSecondsForPushedMetre
      case "crowds": waiting = Self.avoidedFactor
      default: try weigh(word, Self.avoidedFactor, finder, graph)
      }
    }
    for word in wishes.preferred { try weigh(word, Self.preferredFactor, finder, graph) }
  }

  private mutating func weigh(
    _ word: String, _ factor: Double, _ finder: PlaceFinder, _ graph: RoutingGraph
  ) throws {
    let lower = word.lowercased()
    if let kind = LiftKind(rawValue: lower) {
      liftKinds[kind] = factor
      return
    }
    if let kind = TerrainKind(rawValue: lower) {
      terrain[kind] = factor
      return
    }
    let meant = Self.grades(lower, in: graph)
    if !meant.isEmpty {
      for (convention, grades) in meant { weigh(grades, factor, in: convention) }
      return
    }
    let found = try [finder.place(word)].features(in: graph.region)
    try SkiError.require(!found.isEmpty, "\(word) is in another ski area; name a lift or run of this one")
    for feature in found { features[feature] = factor }
  }

  /// Returns the grades of a word, by grade or by colour, in each convention of the region that has some.
  private static func grades(
    _ word: String, in graph: RoutingGraph
  ) -> [DifficultyConvention: [Difficulty]] {
    let colour = DifficultyColour(rawValue: word)
    let codes = Set((0..<graph.featureCount).map { graph.conventionCode(of: $0) })
    let conventions = Set(codes.map { DifficultyConvention(code: $0) ?? .europe })
    var meant: [DifficultyConvention: [Difficulty]] = [:]
    for convention in conventions.isEmpty ? [.europe] : conventions {
      let grades = Difficulty.allCases.filter { $0.rawValue == word || $0.colour(in: convention) == colour }
      if !grades.isEmpty { meant[convention] = grades }
    }
    return meant
  }

  /// Sets the factors of grades in a convention; an avoided grade doubles the factor for each harder one.
  private mutating func weigh(_ meant: [Difficulty], _ factor: Double, in convention: DifficultyConvention) {
    guard let easiest = meant.min() else { return }
    for grade in Difficulty.allCases where factor > 1 ? grade >= easiest : meant.contains(grade) {
      let steps = factor > 1 ? Int(grade.rank - easiest.rank) : 0
      conventionGrades[convention, default: [:]][grade] = min(
        factor * Double(1 << steps), Self.factors.upperBound)
    }
  }
}

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
