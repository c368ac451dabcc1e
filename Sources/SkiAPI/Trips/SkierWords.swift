import SkiBase
import SkiGraph

/// A skier's profile in the words of questions: ability, board, ceiling, treatment of ungraded runs, kinds avoided or allowed.
///
/// Words outlive versions of the profile's type; the services of questions convert them.
public struct SkierWords: Sendable, Hashable, Codable {
  /// The ability: beginner, intermediate, advanced or expert.
  public var ability: String
  /// Indicates a snowboard instead of skis.
  public var board: Bool
  /// The hardest grade, as a colour or a grade; nil for that of the ability.
  public var maxDifficulty: String?
  /// The treatment of ungraded runs: estimate, allow or refuse.
  public var ungraded: String
  /// The kinds of lifts and terrain that are avoided.
  public var avoid: [String]
  /// The opt-ins: freeride, extreme, tour, itinerary, walk.
  public var allow: [String]

  /// Creates a profile; the default is an intermediate skier on skis. The service checks the words.
  public init(
    ability: String = "intermediate", board: Bool = false, maxDifficulty: String? = nil,
    ungraded: String = "estimate", avoid: [String] = [], allow: [String] = []
  ) {
    (self.ability, self.board, self.maxDifficulty) = (ability, board, maxDifficulty)
    (self.ungraded, self.avoid, self.allow) = (ungraded, avoid, allow)
  }

  package static let abilities = SkierAbility.allCases.map(\.rawValue)
  package static let policies = UngradedPolicy.allCases.map(\.rawValue)
  package static let allowable = ["extreme", "freeride", "itinerary", "tour", "walk"]
  package static let avoidable =
    [TerrainKind.glades, .moguls, .ungroomed].map(\.rawValue) + LiftKind.allCases.map(\.rawValue)

  /// Returns the profile with lower-case words, each once, in ascending order.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the field and its words.
  package func checked() throws -> SkierWords {
    SkierWords(
      ability: try Self.word(ability, "ability", Self.abilities), board: board,
      maxDifficulty: try maxDifficulty.map(Self.ceiling),
      ungraded: try Self.word(ungraded, "ungraded policy", Self.policies),
      avoid: try Self.words(avoid, "kind to avoid", Self.avoidable),
      allow: try Self.words(allow, "kind to allow", Self.allowable))
  }

  private static func ceiling(_ text: String) throws -> String {
    guard text.utf8.count <= 40, let ceiling = DifficultyCeiling(word: text) else {
      throw SkiError(
        .invalidArgument,
        "maxDifficulty \(text.shortened(toScalars: 40)) is unknown; give a colour as red, or a grade as intermediate"
      )
    }
    return ceiling.word
  }

  private static func words(_ texts: [String], _ field: String, _ known: [String]) throws -> [String] {
    try SkiError.requireCount(texts.count, atMost: known.count, "\(field) words")
    return Set(try texts.map { try word($0, field, known) }).sorted()
  }

  private static func word(_ text: String, _ field: String, _ known: [String]) throws -> String {
    if let match = known.first(where: { $0 == text.lowercased() }) { return match }
    throw SkiError(
      .invalidArgument,
      "\(field) \(text.shortened(toScalars: 40)) is unknown; give one of: \(known.joined(separator: ", "))")
  }
}
