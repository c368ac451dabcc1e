import SkiFormats

/// JSON schemas of parameters and documents.
///
/// **Source:** JSON Schema 2020-12, as OpenAPI 3.1 uses it.
enum Schema {
  static let text = JSONValue.object(["type": .string("string")])
  static let object = JSONValue.object(["type": .string("object")])
  static let list = JSONValue.object(["type": .string("array"), "items": .object([])])
  static let binary = JSONValue.object(["type": .string("string"), "contentEncoding": .string("binary")])
  /// An object whose members are texts or numbers.
  static let textsOrNumbers = JSONValue.object([
    "type": .string("object"),
    "additionalProperties": .object(["type": .array([.string("string"), .string("number")])]),
  ])
  static let anything = JSONValue.object([])

  /// Returns the schema of a whole number within bounds.
  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    .object([
      "type": .string("integer"), "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ])
  }
}
