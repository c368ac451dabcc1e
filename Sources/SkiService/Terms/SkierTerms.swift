import SkiGeo
package import SkiRouting

/// The skier of a question.
package struct SkierTerms: Sendable, Hashable {
  /// The hardest colour or grade; nil for the limit of the ability.
  package var maxDifficulty: String?
  /// The ability.
  package var ability = Self.defaultAbility
  /// Indicates a snowboard instead of skis.
  package var board = false
  /// The kinds of lift and terrain to avoid, each text with commas.
  package var avoid: [String] = []
  /// Indicates that only lit runs count.
  package var night = false
  /// The closed lifts and runs, by name or id.
  package var closed: [String] = []
  /// The policy for ungraded runs.
  package var ungraded = Self.defaultUngraded
  /// The further kinds of run to allow, each text with commas.
  package var allow: [String] = []
  /// The distance in metres that a coordinate may lie from the network.
  package var snap = RouteRequest.defaultSnapLimitMetres

  /// The ability when none is given.
  package static let defaultAbility = "intermediate"
  /// The policy for ungraded runs when none is given.
  package static let defaultUngraded = "estimate"
  /// The greatest distance from the network in metres.
  package static let greatestSnapMetres = 5000.0

  /// Creates the default skier.
  package init() {}

  /// Returns the profile.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown words and values out of range.
  package func profile() throws -> SkierProfile {
    let greatest = Self.greatestSnapMetres
    try SkiError.require(
      snap >= 0 && snap <= greatest, "snap distance must be 0...\(Int(greatest)) metres, got \(snap)")
    var profile = try ProfileWords.profile(
      ability: ability, board: board, maxDifficulty: maxDifficulty, ungraded: ungraded, avoid: avoid,
      allow: allow)
    profile.needsLight = night
    return profile
  }

  /// The keys of the skier.
  package static let keys: [QuestionKey<Self>] = [
    QuestionKey("maxDifficulty", \.maxDifficulty, KeyText.maxDifficulty),
    QuestionKey("ability", \.ability, KeyText.ability), QuestionKey("board", \.board, KeyText.board),
    QuestionKey("avoid", \.avoid, KeyText.avoid), QuestionKey("night", \.night, KeyText.night),
    QuestionKey("closed", \.closed, KeyText.closed), QuestionKey("ungraded", \.ungraded, KeyText.ungraded),
    QuestionKey("allow", \.allow, KeyText.allow), QuestionKey("snap", \.snap, KeyText.snap),
  ]
}
