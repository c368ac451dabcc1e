import SkiBase

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
