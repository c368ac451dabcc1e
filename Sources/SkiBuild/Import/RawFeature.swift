import SkiBase
import SkiGraph

/// A feature as in the file: id, geometry and properties.
struct RawFeature {
  /// The member `id` beside `properties`, as text.
  var topLevelID: String?
  /// The geometry; nil when missing or `null`.
  var geometry: RawGeometry? { hasGeometry ? storedGeometry : nil }
  private var storedGeometry = RawGeometry()
  private var hasGeometry = false
  var properties = Properties()
  /// Indicates whether the element is an object of type `Feature`.
  var isFeature = false
  /// Indicates whether invalid UTF-8 or lone surrogates were replaced by U+FFFD.
  var hasRepairedText = false
  /// Indicates whether a text was truncated because it exceeded the limit.
  var hasTruncatedText = false

  /// Creates an empty feature, to read into.
  init() {}

  /// Creates a feature from one element of a list of features.
  init(_ cursor: inout JSONCursor) throws(JSONFault) {
    try read(&cursor)
  }

  /// Reads one element of a list of features in place of this feature, whose memory is used again.
  mutating func read(_ cursor: inout JSONCursor) throws(JSONFault) {
    removeAll()
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      try cursor.expectEnd()
      return
    }
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      switch PropertyKeyTable.shared.key(name, in: cursor) {
      case .geometry: hasGeometry = try storedGeometry.read(&cursor)
      case .properties: try properties.readObject(&cursor)
      case .id: topLevelID = Properties.idText(try Properties.readSingle(&cursor))
      case .type: isFeature = try Self.readIsFeature(&cursor)
      default: try cursor.skipValue()
      }
    }
    try cursor.expectEnd()
    hasRepairedText = cursor.hasRepairedText
    hasTruncatedText = cursor.hasTruncatedText
  }
}

extension RawFeature {
  private mutating func removeAll() {
    (topLevelID, hasGeometry, isFeature) = (nil, false, false)
    (hasRepairedText, hasTruncatedText) = (false, false)
    properties.removeAll()
  }

  /// Reads a value; returns whether it is the text `Feature`.
  private static func readIsFeature(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
    guard cursor.peek() == UInt8(ascii: "\"") else {
      try Properties.passSingle(&cursor)
      return false
    }
    let token = try Properties.passText(&cursor)
    return cursor.matches(token, "Feature")
  }
}

extension Properties {
  /// Returns an id as text; nil for an empty one.
  static func idText(_ value: Value?) -> String? {
    switch value {
    case .text(let text)?: text.raw.isEmpty ? nil : text.raw
    case .number(let number)?: Self.text(of: number)
    default: nil
    }
  }

  /// Returns the id inside the properties: `@id` with `@type`, `id` with `type`, as OSM exports and OpenSkiMap write
  /// them.
  func featureID() -> String? {
    for (key, typeKey) in [(PropertyKey.osmID, PropertyKey.osmType), (.id, .type)] {
      guard let value = self[key], let id = Self.idText(value) else { continue }
      if case .number = value, let type = word(typeKey), ["node", "way", "relation"].contains(type) {
        return "\(type)/\(id)"
      }
      return id
    }
    return nil
  }
}

/// A way's membership in a relation, in the form of osmtogeojson and Overpass Turbo: an element of `@relations` with
/// `role`, `rel` and `reltags`.
struct RelationMembership {
  var role: String?
  /// The number of the relation.
  var number: String?
  var tags = Properties()

  /// Reads one element; nil when it is no object.
  static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Self? {
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      return nil
    }
    var membership = Self()
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.matches(name, "role") {
        if case .text(let role)? = try Properties.readSingle(&cursor) {
          membership.role = role.raw.lowercased()
        }
      } else if cursor.matches(name, "rel") || cursor.matches(name, "id") {
        membership.number = try Properties.readSingle(&cursor).flatMap(Properties.text)
      } else if cursor.matches(name, "reltags") || cursor.matches(name, "tags") {
        membership.tags = try Properties.read(&cursor)
      } else {
        try cursor.skipValue()
      }
    }
    return membership
  }

  /// The role when it states the direction of a piste: `forward` or `backward` in a piste route.
  var directionRole: String? {
    guard let role, role == "forward" || role == "backward" else { return nil }
    let isPiste = tags.word(.pisteType) != nil || ["piste", "ski"].contains(tags.word(.route) ?? "")
    return isPiste ? role : nil
  }

  /// The name and number of a piste relation, if it has any.
  var piste: (name: String?, ref: String?)? {
    guard tags.word(.pisteType) != nil || ["piste", "ski"].contains(tags.word(.route) ?? "") else {
      return nil
    }
    let name = FeatureName.name(tags.text(.pisteName)) ?? FeatureName.name(tags.text(.name))
    let ref = tags.text(.pisteRef) ?? tags.text(.ref)
    return name == nil && ref == nil ? nil : (name, ref)
  }

  /// The id of the relation when its members are sections of one lift.
  var liftRelation: String? {
    guard let number else { return nil }
    let routes: Set<String> = ["aerialway", "funicular", "ski_lift"]
    let isLift = tags.word(.aerialway) != nil || tags.word(.route).map(routes.contains) ?? false
    return isLift ? "relation/\(number)" : nil
  }
}

extension Properties {
  /// The only piste relation of the way; nil when there is none or several, which is ambiguous.
  var onlyPiste: (name: String?, ref: String?)? { pistes.count == 1 ? pistes[0] : nil }

  /// The direction of the way in piste relations; nil unless they agree.
  var pisteDirection: OnewayTag? {
    guard relationRoles.count == 1 else { return nil }
    return relationRoles.contains("forward") ? .oneway : .reverse
  }
}
