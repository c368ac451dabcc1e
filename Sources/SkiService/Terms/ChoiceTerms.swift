import SkiGeo
package import SkiRouting

/// The alternatives, stops and preferences of a question about routes.
package struct ChoiceTerms: Sendable, Hashable {
  /// The places to pass, in order.
  package var via: [String] = []
  /// The minutes to stay at each of them.
  package var pause = 0
  /// The greatest number of different routes.
  package var alternatives: Int?
  /// Indicates that time alone is minimised.
  package var fastest = false
  /// Indicates all Pareto-optimal routes.
  package var pareto = false
  /// The preferred words.
  package var prefer: [String] = []
  /// The avoided words.
  package var shun: [String] = []

  /// The kind of answer requested.
  package enum Choice: Equatable, Sendable {
    case fastest
    case journey
    case alternatives(Int)
    case pareto
    case preferred
  }

  /// Creates terms of one route.
  package init() {}

  /// Returns the kind of answer requested.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for contradictions and counts out of range.
  package func choice() throws -> Choice {
    let given = [
      ("--via", !via.isEmpty), ("--alternatives", alternatives != nil), ("--pareto", pareto),
      ("--prefer and --shun", !prefer.isEmpty || !shun.isEmpty),
    ].filter(\.1).map(\.0)
    try SkiError.require(
      given.count <= 1, "\(given.joined(separator: ", ")) exclude each other; choose one of them")
    if pause != 0 {
      try SkiError.require(
        !via.isEmpty && (0...1440).contains(pause),
        "--pause needs --via and must be 0 to 1440 minutes, got \(pause)")
    }
    if let alternatives {
      try SkiError.require(
        (2...10).contains(alternatives), "--alternatives must be 2 to 10, got \(alternatives)")
      return .alternatives(alternatives)
    }
    if pareto { return .pareto }
    return !via.isEmpty ? .journey : given.isEmpty ? .fastest : .preferred
  }

  /// The preferences of the skier.
  package var wishes: NamedPreferences { NamedPreferences(preferred: prefer, avoided: shun) }

  /// The keys of alternatives, stops and preferences.
  package static let keys: [QuestionKey<Self>] = [
    QuestionKey("via", \.via, KeyText.via), QuestionKey("pause", \.pause, KeyText.pause),
    QuestionKey("alternatives", \.alternatives, KeyText.alternatives),
    QuestionKey("fastest", \.fastest, KeyText.fastest), QuestionKey("pareto", \.pareto, KeyText.pareto),
    QuestionKey("prefer", \.prefer, KeyText.prefer), QuestionKey("shun", \.shun, KeyText.shun),
  ]
}
