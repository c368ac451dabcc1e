import SkiGeo
package import SkiGraph
import SkiModel

/// What a skier would rather have or do without, in words.
///
/// A word is a colour or grade, a kind of lift (`gondola`), a kind of terrain (`moguls`), or the name or id of a lift or run; what is
/// shunned may also be `flats` and `crowds`. A value.
public struct RouteWishes: Hashable, Sendable {
  /// What seems half as long as it is.
  public var preferred: [String]
  /// What seems three times as long as it is; runs harder than a shunned colour seem longer still.
  public var shunned: [String]

  /// Makes wishes; the default is none.
  public init(preferred: [String] = [], shunned: [String] = []) {
    (self.preferred, self.shunned) = (preferred, shunned)
  }
}

extension RoutePreferences {
  private static let preferredFactor = 0.5
  private static let shunnedFactor = 3.0
  private static let shunnedSecondsForPushedMetre = 2.0

  /// Weighs wishes in a region.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a lift or run of another region, or as ``PlaceFinder/place(_:)`` for
  ///   words nothing is called by.
  package init(_ wishes: RouteWishes, finder: PlaceFinder, graph: RoutingGraph) throws {
    self.init()
    for word in wishes.shunned {
      switch word.lowercased() {
      case "flats": secondsForPushedMetre = Self.shunnedSecondsForPushedMetre
      case "crowds": waiting = Self.shunnedFactor
      default: try weigh(word, Self.shunnedFactor, finder, graph)
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
    if let easiest = meant.min() {
      weigh(meant, easiest, factor)
      return
    }
    let found = try [finder.place(word)].features(in: graph.region)
    try SkiError.require(!found.isEmpty, "\(word) is in another ski area; name a lift or run of this one")
    for feature in found { features[feature] = factor }
  }

  /// The grades a word names by itself or by its colour in a region.
  private static func grades(_ word: String, in graph: RoutingGraph) -> [Difficulty] {
    let convention = graph.featureCount > 0 ? graph.feature(FeatureIndex(0)).convention : .europe
    let colour = DifficultyColour(rawValue: word)
    return Difficulty.allCases.filter { $0.rawValue == word || $0.colour(in: convention) == colour }
  }

  /// Weighs grades; who shuns red runs would rather not ski black ones either, and less so by far.
  private mutating func weigh(_ meant: [Difficulty], _ easiest: Difficulty, _ factor: Double) {
    for grade in Difficulty.allCases where factor > 1 ? grade >= easiest : meant.contains(grade) {
      let steps = factor > 1 ? Int(grade.rank - easiest.rank) : 0
      grades[grade] = min(factor * Double(1 << steps), Self.factors.upperBound)
    }
  }
}
