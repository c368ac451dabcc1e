import SkiBase

/// JSON schemas of parameters and documents.
///
/// **Source:** JSON Schema 2020-12, as OpenAPI 3.1 uses it.
enum Schema {
  static let text = JSONValue.object(["type": .string("string")])
  static let object = JSONValue.object(["type": .string("object")])
  static let list = JSONValue.object(["type": .string("array"), "items": .object([])])
  /// Bytes. JSON Schema has no word for them; `format` is the one by which generators of clients know them.
  static let binary = JSONValue.object(["type": .string("string"), "format": .string("binary")])
  /// An object whose members are texts or numbers.
  static let textsOrNumbers = JSONValue.object([
    "type": .string("object"),
    "additionalProperties": .object(["type": .array([.string("string"), .string("number")])]),
  ])
  /// A feature collection of GeoJSON (RFC 7946).
  static let featureCollection = object(
    [
      "type": .object(["const": .string("FeatureCollection")]),
      "features": .object(["type": .string("array"), "items": feature]),
    ], required: ["type", "features"])
  private static let feature = object(
    [
      "type": .object(["const": .string("Feature")]),
      "geometry": .object(["type": .array([.string("object"), .string("null")])]), "properties": object,
    ], required: ["type", "geometry", "properties"])

  /// Returns the schema of an object with some members.
  static func object(_ properties: KeyValuePairs<String, JSONValue>, required: [String]) -> JSONValue {
    .object([
      "type": .string("object"), "required": .array(required.map(JSONValue.string)),
      "properties": .object(properties),
    ])
  }

  /// A position in a list, or a number of milliseconds.
  static let position = integer(0...9_007_199_254_740_992)

  /// Returns the schema of a whole number within bounds. Clients keep one without a format in 32 bits.
  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    let format = range.upperBound > Int32.max ? [JSONValue.Member("format", .string("int64"))] : []
    return .object(
      [JSONValue.Member("type", .string("integer"))] + format + [
        JSONValue.Member("minimum", .integer(range.lowerBound)),
        JSONValue.Member("maximum", .integer(range.upperBound)),
      ])
  }
}
