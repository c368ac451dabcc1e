/// The role of a file among the inputs; the raw values are the words of the report.
enum Role: String, Sendable, CaseIterable {
  case runs, lifts, areas, spots
}

/// One feature as the file has it: its id, the properties that matter, and its geometry.
struct SourceFeature {
  /// Which words the properties are written in.
  enum Dialect { case openSkiMap, openStreetMap }

  var id: String
  var properties: [String: JSONNode]
  var geometry: ParsedGeometry
  var dialect: Dialect

  /// Names of properties that are large or of no use here; they are stepped over unread.
  private static let skipped: [StaticString] = [
    "@nodes", "@members", "@geometry", "elevationProfile", "places", "location", "statistics", "websites",
    "description", "viewportHint", "snowCover", "snowCoverHistory",
  ]

  /// Reads a feature; nil when the value isn't one.
  static func read(
    _ batch: FeatureBatch, _ item: FeatureBatch.Item, fallbackID: String
  ) throws(JSONFault) -> SourceFeature? {
    var cursor = JSONCursor(batch.bytes, item.range)
    guard try cursor.takeIfNext(UInt8(ascii: "{")) else {
      try cursor.skipValue()
      try expectEnd(cursor)
      return nil
    }
    var parts = Parts()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if cursor.isWord(name, "geometry") {
        parts.geometry = try GeometryReader.read(&cursor)
      } else if cursor.isWord(name, "properties") {
        parts.properties = try readProperties(&cursor)
      } else if cursor.isWord(name, "id") {
        parts.id = try cursor.node()
      } else if cursor.isWord(name, "type") {
        parts.type = try cursor.node()
      } else {
        try cursor.skipValue()
      }
    }
    try expectEnd(cursor)
    return parts.feature(fallbackID: fallbackID)
  }

  private static func expectEnd(_ cursor: JSONCursor) throws(JSONFault) {
    guard cursor.position == cursor.end else { throw cursor.fault("brackets don't match") }
  }

  private static func readProperties(_ cursor: inout JSONCursor) throws(JSONFault) -> [String: JSONNode] {
    var properties: [String: JSONNode] = [:]
    guard try cursor.takeIfNext(UInt8(ascii: "{")) else {
      try cursor.skipValue()
      return properties
    }
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if skipped.contains(where: { cursor.isWord(name, $0) }) {
        try cursor.skipValue()
      } else {
        properties[try cursor.text(name)] = try cursor.node()
      }
    }
    return properties
  }

  private struct Parts {
    var geometry = ParsedGeometry(defect: "geometryMissing", "no geometry")
    var properties: [String: JSONNode] = [:]
    var id = JSONNode.null
    var type = JSONNode.null

    func feature(fallbackID: String) -> SourceFeature? {
      if let type = type.text, type != "Feature" { return nil }
      if case .object(let tags)? = properties["tags"] { return nested(tags, fallbackID: fallbackID) }
      let firstSource = properties["sources"]?.elements.first?.members["id"]
      let id =
        properties["@id"]?.text ?? properties["id"]?.text ?? id.text ?? firstSource?.text ?? fallbackID
      return SourceFeature(
        id: id, properties: properties, geometry: geometry, dialect: SourceFeature.dialect(of: properties))
    }

    /// The layout of some exporters: `type`, `id` and `tags` as the properties.
    private func nested(_ tags: [String: JSONNode], fallbackID: String) -> SourceFeature {
      var name = id.text ?? properties["id"]?.text ?? fallbackID
      if let type = properties["type"]?.text, let number = properties["id"]?.text {
        name = number.hasPrefix(type) ? number : "\(type)/\(number)"
      }
      return SourceFeature(id: name, properties: tags, geometry: geometry, dialect: .openStreetMap)
    }
  }

  private static func dialect(of properties: [String: JSONNode]) -> Dialect {
    if let type = properties["type"]?.text, ["run", "lift", "skiArea", "spot"].contains(type) {
      return .openSkiMap
    }
    for key in ["uses", "liftType", "spotType", "skiAreas"] where properties[key] != nil {
      return .openSkiMap
    }
    for key in ["@id", "aerialway", "railway", "highway", "landuse", "site", "amenity", "tourism"]
    where properties[key] != nil {
      return .openStreetMap
    }
    return properties.keys.contains { $0.contains(":") } ? .openStreetMap : .openSkiMap
  }

  /// Whether the id or a source says that it came from OpenStreetMap.
  var isFromOpenStreetMap: Bool {
    if dialect == .openStreetMap { return true }
    if ["way/", "node/", "relation/"].contains(where: { id.hasPrefix($0) }) { return true }
    return properties["sources"]?.elements.contains { $0.members["type"]?.text == "openstreetmap" } ?? false
  }

  /// The text of a property, or nil.
  func text(_ key: String) -> String? { properties[key]?.text }
}
