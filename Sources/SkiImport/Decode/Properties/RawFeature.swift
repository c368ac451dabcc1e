import SkiFormats

/// A feature as in the file: id, geometry and properties.
struct RawFeature {
  /// The member `id` beside `properties`, as text.
  var topLevelID: String?
  /// The geometry; nil when missing or `null`.
  var geometry: RawGeometry?
  var properties = Properties()
  /// Indicates whether the element is an object of type `Feature`.
  var isFeature = false
  /// Indicates whether invalid UTF-8 or lone surrogates were replaced by U+FFFD.
  var hasRepairedText = false
  /// Indicates whether a text was truncated because it exceeded the limit.
  var hasTruncatedText = false

  /// Creates a feature from one element of a list of features.
  init(_ cursor: inout JSONCursor) throws(JSONFault) {
    guard cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skipValue()
      try cursor.expectEnd()
      return
    }
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.matches(name, "geometry") {
        geometry = try RawGeometry.read(&cursor)
      } else if cursor.matches(name, "properties") {
        properties = try Properties.read(&cursor)
      } else if cursor.matches(name, "id") {
        let id = try Properties.readSingle(&cursor)
        topLevelID = Properties.idText(id)
      } else if cursor.matches(name, "type") {
        isFeature = try Properties.readSingle(&cursor) == .text("Feature")
      } else {
        try cursor.skipValue()
      }
    }
    try cursor.expectEnd()
    hasRepairedText = cursor.hasRepairedText
    hasTruncatedText = cursor.hasTruncatedText
  }
}

extension Properties {
  /// Returns an id as text; nil for an empty one.
  static func idText(_ value: Value?) -> String? {
    switch value {
    case .text(let text)?: text.isEmpty ? nil : text
    case .number(let number)?: Self.text(of: number)
    default: nil
    }
  }

  /// Returns the id inside the properties: `@id` with `@type`, `id` with `type`, as OSM exports and OpenSkiMap write
  /// them.
  func featureID() -> String? {
    for (key, typeKey) in [("@id", "@type"), ("id", "type")] {
      guard let id = Self.idText(values[key]) else { continue }
      if case .number? = values[key], let type = word(typeKey), ["node", "way", "relation"].contains(type) {
        return "\(type)/\(id)"
      }
      return id
    }
    return nil
  }
}
