import SkiBase
import SkiGraph
import SkiRouting

/// The conversion of words into a skier's profile; an unknown word throws with the known ones.
enum ProfileParsing {
  static func profile(
    ability: String, board: Bool, maxDifficulty: String?, ungraded: String, avoid: [String], allow: [String]
  ) throws -> SkierProfile {
    var profile = SkierProfile()
    profile.ability = try word(ability, "ability", SkierAbility.allCases)
    profile.equipment = board ? .snowboard : .skis
    profile.ungraded = try word(ungraded, "ungraded policy", UngradedPolicy.allCases)
    profile.ceiling = try maxDifficulty.map { text in
      guard let ceiling = DifficultyCeiling(word: text) else {
        throw SkiError(
          .invalidArgument,
          "difficulty \(text) is unknown; write green, blue, red, black, double-black, novice, easy, intermediate, advanced or expert"
        )
      }
      return ceiling
    }
    for text in list(avoid) { try avoidKind(text, &profile) }
    for choice in try list(allow).map({ try word($0, "kind to allow", OptIn.allCases) }) {
      switch choice {
      case .freeride: profile.allowedOffScale.insert(.freeride)
      case .extreme: profile.allowedOffScale.insert(.extreme)
      case .tour: profile.allowsOptIn = true
      case .itinerary: profile.allowsItineraries = true
      case .walk: profile.allowsSnowCovered = true
      }
    }
    return profile
  }

  /// Avoids a kind of terrain or of lift.
  private static func avoidKind(_ text: String, _ profile: inout SkierProfile) throws {
    if let terrain = avoidableTerrain.first(where: { $0.rawValue == text.lowercased() }) {
      profile.avoidedTerrain.insert(terrain)
      return
    }
    guard let kind = LiftKind.allCases.first(where: { $0.rawValue == text.lowercased() }) else {
      let known = LiftKind.allCases.map(\.rawValue) + avoidableTerrain.map(\.rawValue)
      throw SkiError(
        .invalidArgument, "lift kind \(text) is unknown; write one of: \(known.joined(separator: ", "))")
    }
    profile.avoidedLiftKinds.insert(kind)
  }

  private static let avoidableTerrain: [TerrainKind] = [.glades, .moguls, .ungroomed]

  /// The opt-ins of a skier: grades off the scale, ski tours and hikes, ungroomed itineraries, walks along snow-covered paths.
  private enum OptIn: String, CaseIterable {
    case freeride, extreme, tour, itinerary, walk
  }

  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func word<Value: RawRepresentable>(_ text: String, _ what: String, _ known: [Value]) throws
    -> Value
  where Value.RawValue == String {
    if let match = known.first(where: { $0.rawValue == text.lowercased() }) { return match }
    let words = known.map(\.rawValue).joined(separator: ", ")
    throw SkiError(.invalidArgument, "\(what) \(text) is unknown; write one of: \(words)")
  }
}
