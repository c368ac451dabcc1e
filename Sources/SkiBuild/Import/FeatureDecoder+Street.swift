import SkiBase
import SkiGraph

/// Decoding of streets in raw OSM tags: those on which a lift can be reached on foot in winter.
///
/// **Source:** the defaults for pedestrians of OpenStreetMap's access restrictions, without national ones; undefined
/// cases are decided for skiers: no mountain trails hidden under snow, no roads for cars only.
extension FeatureDecoder {
  /// The values of `highway` that are never walked on.
  private static let neverWalked: Set<String> = [
    "motorway", "motorway_link", "construction", "proposed", "planned", "abandoned", "disused", "razed",
    "raceway", "via_ferrata", "busway", "bus_guideway", "escape", "elevator", "corridor", "rest_area",
    "services", "platform", "emergency_bay", "no",
  ]
  /// The values of `foot` that permit access.
  private static let openWords: Set<String> = ["yes", "designated", "permissive", "official"]
  /// The values of `access` or `foot` that prohibit access for guests.
  private static let closedWords: Set<String> = [
    "no", "private", "permit", "military", "agricultural", "forestry", "delivery", "emergency",
    "use_sidepath",
  ]
  /// The values of `sac_scale` of mountain paths unusable in ski boots.
  private static let trailWords: Set<String> = [
    "mountain_hiking", "demanding_mountain_hiking", "alpine_hiking", "demanding_alpine_hiking",
    "difficult_alpine_hiking",
  ]
  private static let hiddenWords: Set<String> = ["bad", "horrible", "no"]
  private static let pavementWords: Set<String> = ["both", "left", "right", "yes", "separate"]

  /// Returns the street of a `highway` value.
  /// - Throws: ``FeatureRejection`` with the reason when it is not used.
  mutating func street(_ word: String) throws(FeatureRejection) -> Street {
    let kind = try streetKind(word)
    try checkAccess(kind)
    try checkWinter()
    if tags.flag(.area) == true {
      throw FeatureRejection("streetIsArea", "area=yes: its outline is not a path to walk along")
    }
    let lines: [Polyline]
    switch try cleanGeometry() {
    case .lines(let all): lines = all
    case .areas:
      throw FeatureRejection("streetIsArea", "drawn as an area: its outline is not a path to walk along")
    case .point: throw FeatureRejection("geometryUnsupported", "a street drawn as a point")
    }
    return Street(
      id: id, name: FeatureName.name(tags.text(.name)), ref: tags.text(.ref), kind: kind, level: level,
      access: tags.word(.access), foot: tags.word(.foot),
      isCleared: tags.word(.winterService) == "yes", lines: lines)
  }

  private func streetKind(_ word: String) throws(FeatureRejection) -> StreetKind {
    let plain = word.hasSuffix("_link") ? String(word.dropLast(5)) : word
    let state = lifecycle(nil)
    guard !Self.neverWalked.contains(word), state == .operating,
      let kind = StreetKind(rawValue: plain)
    else {
      let reason = state == .operating ? "highway=\(word.prefix(60))" : state.rawValue
      throw FeatureRejection("streetNotWalked", reason)
    }
    return kind
  }

  private func checkAccess(_ kind: StreetKind) throws(FeatureRejection) {
    let foot = tags.word(.foot)
    if foot.map(Self.openWords.contains) == true { return }
    if let foot, Self.closedWords.contains(foot) {
      throw FeatureRejection("streetClosedToWalkers", "foot=\(foot)")
    }
    if let access = tags.word(.access), Self.closedWords.contains(access) {
      throw FeatureRejection("streetClosedToWalkers", "access=\(access)")
    }
    if tags.flag(.motorroad) == true { throw FeatureRejection("streetNotWalked", "motorroad=yes") }
    let hasPavement = [PropertyKey.sidewalk, .sidewalkBoth, .sidewalkLeft, .sidewalkRight].contains {
      tags.word($0).map(Self.pavementWords.contains) ?? false
    }
    if kind == .trunk, !hasPavement {
      throw FeatureRejection("streetNotWalked", "highway=trunk without a pavement")
    }
  }

  private func checkWinter() throws(FeatureRejection) {
    if let word = tags.word(.sacScale), Self.trailWords.contains(word) {
      throw FeatureRejection("streetIsMountainTrail", "sac_scale=\(word)")
    }
    if let word = tags.word(.trailVisibility), Self.hiddenWords.contains(word) {
      throw FeatureRejection("streetIsMountainTrail", "trail_visibility=\(word)")
    }
    for (key, word) in [(PropertyKey.seasonal, "summer"), (.winterService, "no"), (.snowplowing, "no")]
    where tags.word(key) == word {
      throw FeatureRejection("streetClosedInWinter", "\(key.rawValue)=\(word)")
    }
  }
}
